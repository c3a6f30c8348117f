import { type DataSetName, dataSetList, reportKind } from "@jipei/contract/reports/report-codes.ts";
import { type ReportLayout } from "@jipei/contract/reports/report-layout.ts";
import { Report, reportCalls as calls } from "@jipei/contract/reports/report.ts";
import { EyeOutlined, HistoryOutlined, SaveOutlined } from "@ant-design/icons";
import { Button, Input, Select } from "antd";
import { useId, useState } from "react";
import type { ReactNode } from "react";
import { useSend } from "../core/api/use-call.ts";
import { FailureList } from "../core/dialog/failure-list.tsx";
import { useDirtyGuard } from "../core/form/dirty-guard.ts";
import { FieldControl } from "../core/form/field-control.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { useGo } from "../core/page/link.ts";
import { PageHeader } from "../core/page/page-header.tsx";
import { notify } from "../core/ui/notify.ts";
import { TabList } from "../core/ui/tabs/tab-list.tsx";
import { DesignPreview } from "./design-preview.tsx";
import { DesignParts } from "./design-parts.tsx";
import { type Design, startPivot, withDataSet } from "./design-state.ts";
import { VersionsDialog } from "./versions-dialog.tsx";

interface Props {
  start: Design;
  /** Those that the user may read. */
  dataSets: readonly DataSetName[];
  /** The workbook that is saved. */
  savedName: string | null;
}

/** Designs a report: what it reads, as what it is laid out, who may look at it; beside it what it shows so far. */
export function Designer({ start, dataSets: open, savedName }: Props) {
  const label = useLabel();
  const go = useGo();
  const [design, setDesign] = useState(start);
  const [isShown, setShown] = useState(false);
  const save = useSend(calls.submit, { silent: true });
  const id = useId();
  const isDirty = design !== start && !save.isSuccess;
  useDirtyGuard(isDirty);
  const change = (part: Partial<Design>) => setDesign((before) => ({ ...before, ...part }));
  const changeLayout = (part: Partial<ReportLayout>) =>
    setDesign((before) => ({ ...before, layout: { ...before.layout, ...part } }));
  const submit = () => {
    const { id: saved, version, name, nameEn, kind, dataSet, sharedWith, layout, templateId } = design;
    save.mutate(
      {
        ...(saved && { id: saved, version }),
        name: name.trim(),
        nameEn: nameEn.trim() || null,
        kind,
        dataSet,
        sharedWith,
        layout: { ...layout, pivot: kind === "pivot" ? (layout.pivot ?? startPivot) : null },
        ...(templateId && { templateId }),
      },
      {
        onSuccess: (answer) => {
          notify("success", label(["已保存", "Saved"]));
          if (saved) return;
          // The tab for new reports is empty again.
          setDesign(start);
          void go(`/report/design/${answer.id}`);
        },
        onError: () => undefined,
      },
    );
  };
  return (
    <div className="report-page">
      <PageHeader
        title={design.id ? label(["设计报表", "Report design"]) : label(["新建报表", "New report"])}
        actions={
          <>
            {design.id && (
              <>
                <Button icon={<HistoryOutlined />} onClick={() => setShown(true)}>
                  {label(["历史版次", "Versions"])}
                </Button>
                <Button icon={<EyeOutlined />} onClick={() => void go(`/report/view/${design.id}`)}>
                  {label(["查看", "View"])}
                </Button>
              </>
            )}
            <Button
              type="primary"
              icon={<SaveOutlined />}
              loading={save.isPending}
              disabled={design.name.trim() === ""}
              onClick={submit}
            >
              {label(["保存", "Save"])}
            </Button>
          </>
        }
      />
      {save.error && <FailureList error={save.error} />}
      <div className="report-designer">
        <div className="report-settings">
          <Labelled id={`${id}-name`} text={label(Report.fields.name)}>
            <Input
              id={`${id}-name`}
              value={design.name}
              maxLength={100}
              onChange={({ target }) => change({ name: target.value })}
            />
          </Labelled>
          <Labelled id={`${id}-nameEn`} text={label(Report.fields.nameEn)}>
            <Input
              id={`${id}-nameEn`}
              value={design.nameEn}
              maxLength={100}
              onChange={({ target }) => change({ nameEn: target.value })}
            />
          </Labelled>
          <Labelled id={`${id}-data`} text={label(Report.fields.dataSet)}>
            <Select<DataSetName>
              id={`${id}-data`}
              value={design.dataSet}
              onChange={(dataSet) => setDesign(withDataSet(design, dataSet))}
              showSearch={{ optionFilterProp: "label" }}
              options={open.map((name) => ({ value: name, label: label(dataSetList.codes[name]) }))}
              style={{ width: "100%" }}
            />
          </Labelled>
          <Labelled id={`${id}-roles`} text={label(Report.fields.sharedWith)}>
            <FieldControl
              id={`${id}-roles`}
              field={Report.fields.sharedWith}
              value={design.sharedWith}
              onChange={(value) => change({ sharedWith: (value as Design["sharedWith"] | null) ?? [] })}
            />
          </Labelled>
          <TabList
            id={`${id}-kind`}
            className="page-tabs"
            label={label(Report.fields.kind)}
            items={(["list", "pivot", "form"] as const).map((key) => ({ key, label: label(reportKind.codes[key]) }))}
            active={design.kind}
            onChange={(kind) => change({ kind })}
            panelOf={() => `${id}-parts`}
          />
          <div id={`${id}-parts`} role="tabpanel" aria-labelledby={`${id}-kind-${design.kind}`}>
            <DesignParts design={design} savedName={savedName} onChange={change} onLayout={changeLayout} />
          </div>
        </div>
        <DesignPreview design={design} />
      </div>
      {isShown && design.id && (
        <VersionsDialog id={design.id} onRestored={() => setShown(false)} onClose={() => setShown(false)} />
      )}
    </div>
  );
}

const Labelled = ({ id, text, children }: { id: string; text: string; children: ReactNode }) => (
  <div className="report-choice">
    <label htmlFor={id}>{text}</label>
    {children}
  </div>
);
