import { dataSets } from "@jipei/contract/reports/data-sets.ts";
import { dataSetList, reportKind } from "@jipei/contract/reports/report-codes.ts";
import { runCalls } from "@jipei/contract/reports/report-run.ts";
import { type ReportRow, reportCalls as calls } from "@jipei/contract/reports/report.ts";
import type { ReportLayout } from "@jipei/contract/reports/report-layout.ts";
import { ClockCircleOutlined, EditOutlined, FileExcelOutlined, PrinterOutlined } from "@ant-design/icons";
import { Button, Tag } from "antd";
import { useState } from "react";
import { useParams, useSearchParams } from "react-router";
import { useAttempt } from "../core/api/use-attempt.ts";
import { useCall } from "../core/api/use-call.ts";
import { fetchFile, saveAs } from "../core/files/download.ts";
import { useLabel } from "../core/i18n/language.ts";
import { useGo } from "../core/page/link.ts";
import { PageHeader } from "../core/page/page-header.tsx";
import { useTabTitle } from "../core/page/tab-title.ts";
import { useCan, useSession } from "../core/session/session.ts";
import { Loaded } from "../core/ui/states.tsx";
import { AskedForm, askedList, startValues } from "./asked-form.tsx";
import { isAuthor } from "./report-rights.ts";
import { ReportResult } from "./report-result.tsx";
import { ScheduleDialog } from "./schedule-dialog.tsx";
import { StoredResult } from "./stored-result.tsx";
import "./reports.css";

/** A report as whoever looks may see it. */
export default function ReportViewPage() {
  const { id = "" } = useParams();
  const label = useLabel();
  const report = useCall(calls.detail, { id });
  const name = report.data && label([report.data.name, report.data.nameEn || report.data.name]);
  useTabTitle(name);
  return (
    <Loaded query={report}>
      {(row) => row.layout && <ReportView key={`${row.id} ${row.versionNo}`} report={row} layout={row.layout} />}
    </Loaded>
  );
}

function ReportView({ report, layout }: { report: ReportRow; layout: ReportLayout }) {
  const label = useLabel();
  const go = useGo();
  const session = useSession();
  const mayEdit = useCan("report_edit");
  const [parameters] = useSearchParams();
  const [asked, setAsked] = useState(() => startValues(layout.filters));
  const [isScheduling, setScheduling] = useState(false);
  const { busy, attempt } = useAttempt();
  const { id, kind, dataSet } = report;
  const isForm = kind === "form";
  const save = (format: "xlsx" | "pdf") =>
    void attempt(async () => saveAs(await fetchFile(runCalls.file, { id, asked: askedList(asked), format })));
  const result = parameters.get("result");
  return (
    <div className="report-page">
      <PageHeader
        title={label([report.name, report.nameEn || report.name])}
        status={<Tag>{label(reportKind.codes[kind])}</Tag>}
        subtitle={label(dataSetList.codes[dataSet])}
        actions={
          <>
            {mayEdit && isAuthor(report, session) && (
              <Button icon={<EditOutlined />} onClick={() => void go(`/report/design/${id}`)}>
                {label(["设计", "Design"])}
              </Button>
            )}
            <Button icon={<ClockCircleOutlined />} onClick={() => setScheduling(true)}>
              {label(["定期发送", "Schedule"])}
            </Button>
            {isForm && (
              <Button icon={<PrinterOutlined />} loading={busy} onClick={() => save("pdf")}>
                {label(["打印 PDF", "PDF for print"])}
              </Button>
            )}
            <Button type="primary" icon={<FileExcelOutlined />} loading={busy} onClick={() => save("xlsx")}>
              {isForm ? label(["填表下载", "Fill in"]) : label(["导出 Excel", "Excel"])}
            </Button>
          </>
        }
      />
      {result && <StoredResult id={result} />}
      <AskedForm entity={dataSets[dataSet].entity} filters={layout.filters} values={asked} onChange={setAsked} />
      <ReportResult key={JSON.stringify(asked)} id={id} kind={kind} dataSet={dataSet} layout={layout} asked={asked} />
      {isScheduling && <ScheduleDialog id={id} isForm={isForm} asked={asked} onClose={() => setScheduling(false)} />}
    </div>
  );
}
