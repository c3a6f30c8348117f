import type { Call } from "@jipei/contract/core/call.ts";
import { extensionOf } from "@jipei/contract/core/upload-rules.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { ImportCalls, ImportReport, ImportResult } from "@jipei/contract/core/import.ts";
import { Alert, Button, Checkbox, Spin } from "antd";
import { useState } from "react";
import { invoke } from "./call-client.ts";
import { CallError } from "./call-error.ts";
import { Dialog } from "./dialog.tsx";
import { fetchFile, saveAs } from "./download.ts";
import { DropZone } from "./drop-zone.tsx";
import { FailureList } from "./failure-list.tsx";
import { useLabel } from "./i18n/language.ts";
import { ImportCells, ImportColumns } from "./import-report.tsx";
import { canCommit, noEdits, partsOf } from "./import-state.ts";
import type { ImportEdits } from "./import-state.ts";
import { openJobs } from "./job-store.ts";
import { notify } from "./notify.ts";
import { formatCount } from "./numbers.ts";
import { useTexts } from "./texts.ts";
import { refreshAfter } from "./use-call.ts";
import "./import-dialog.css";

interface Props {
  entity: Entity;
  calls: ImportCalls;
  /** Further parts of the body: the class a roster is for. */
  input?: Readonly<Record<string, string>>;
  /** Offers to overwrite rows that are there already. */
  covers?: boolean;
  title?: string;
  onDone?: (result: ImportResult) => void;
  onClose: () => void;
}

const types = ["xlsx", "csv"];

/**
 * Import of a workbook: drop it, correct the guessed columns and the bad cells, check again until all is well, write all or nothing.
 */
export function ImportDialog({ entity, calls, input: given, covers, title, onDone, onClose }: Props) {
  const t = useTexts();
  const label = useLabel();
  const [file, setFile] = useState<File | null>(null);
  const [edits, setEdits] = useState<ImportEdits>(noEdits);
  const [edited, setEdited] = useState(false);
  const [covering, setCovering] = useState(false);
  const input = { ...given, ...(covering && { isCovered: "1" }) };
  const [report, setReport] = useState<ImportReport | null>(null);
  const [busy, setBusy] = useState<"checking" | "writing" | null>(null);
  const [error, setError] = useState<CallError | null>(null);

  const send = async <O,>(
    call: Call<unknown, O>,
    what: "checking" | "writing",
    sheet: File,
    changes: ImportEdits,
    then: (answer: O) => void,
  ) => {
    setBusy(what);
    setError(null);
    try {
      then((await invoke(call, { ...input, ...partsOf(changes), file: sheet }, { silent: true })) as O);
    } catch (problem) {
      if (!(problem instanceof CallError)) throw problem;
      setError(problem);
    } finally {
      setBusy(null);
    }
  };
  const check = (sheet: File, changes: ImportEdits) =>
    void send(calls.dryRun, "checking", sheet, changes, (answer) => {
      setReport(answer);
      setEdited(false);
    });
  const take = (files: File[]) => {
    const [sheet] = files;
    if (!sheet) return;
    if (!types.includes(extensionOf(sheet.name))) return notify("error", t("import.notWorkbook"));
    setFile(sheet);
    setEdits(noEdits);
    setReport(null);
    check(sheet, noEdits);
  };
  const commit = () => {
    if (!file || !canCommit(report, edited)) return;
    void send(calls.commit, "writing", file, edits, (result) => {
      if (result.jobId) {
        notify("info", t("import.job"));
        openJobs();
      } else
        notify(
          "success",
          t("import.result", {
            inserted: formatCount(result.inserted),
            updated: formatCount(result.updated),
            unchanged: formatCount(result.unchanged),
          }),
        );
      onDone?.(result);
      onClose();
      void refreshAfter(calls.commit);
    });
  };
  const change = (next: ImportEdits) => {
    setEdits(next);
    setEdited(true);
  };
  const marked = () => {
    if (file) void fetchFile(calls.marked as Call, { ...input, ...partsOf(edits), file }).then(saveAs, () => undefined);
  };
  const template = () => void fetchFile(calls.template as Call, { ...input }).then(saveAs, () => undefined);
  const ready = canCommit(report, edited);

  return (
    <Dialog
      open
      kind="drawer"
      width={980}
      title={title ?? t("import.title", { name: label(entity) })}
      onClose={onClose}
      dirty={report !== null}
      busy={busy !== null}
      onSubmit={report ? (ready ? commit : file && edited ? () => check(file, edits) : undefined) : undefined}
      submitText={ready || !edited ? t("import.commit", { count: report?.good ?? 0 }) : t("import.recheck")}
      extra={
        <>
          <Button onClick={template}>{t("import.template")}</Button>
          {report && report.bad > 0 && <Button onClick={marked}>{t("import.marked")}</Button>}
        </>
      }
    >
      <Spin spinning={busy !== null} description={busy === "writing" ? t("import.writing") : t("import.checking")}>
        {error && <FailureList error={error} />}
        {covers && (
          <p className="import-covers">
            <Checkbox
              checked={covering}
              onChange={(event) => {
                setCovering(event.target.checked);
                setEdited(true);
              }}
            >
              {t("import.cover")}
            </Checkbox>
            <span>{t("import.coverHint")}</span>
          </p>
        )}
        {!report && (
          <DropZone
            text={t("import.drop")}
            hint={t("import.dropHint")}
            types={types}
            disabled={busy !== null}
            onFiles={take}
          />
        )}
        {report && file && (
          <div className="import-report">
            <p className="import-file">
              <strong>{file.name}</strong>
              <span>{t("import.summary", { rows: formatCount(report.rows), good: formatCount(report.good) })}</span>
              {report.existing > 0 && <span>{t("import.existing", { n: formatCount(report.existing) })}</span>}
              <Button size="small" onClick={() => setReport(null)}>
                {t("import.other")}
              </Button>
            </p>
            <ImportColumns entity={entity} report={report} edits={edits} onChange={change} />
            {report.rows === 0 ? (
              <Alert type="warning" showIcon title={t("import.empty")} />
            ) : report.bad === 0 ? (
              <Alert type="success" showIcon title={t("import.allGood")} />
            ) : (
              <ImportCells entity={entity} report={report} edits={edits} onChange={change} />
            )}
          </div>
        )}
      </Spin>
    </Dialog>
  );
}
