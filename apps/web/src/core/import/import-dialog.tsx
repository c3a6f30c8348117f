import type { Entity } from "@jipei/contract/core/entity.ts";
import type { ImportCalls, ImportReport, ImportResult } from "@jipei/contract/core/import.ts";
import type { Job } from "@jipei/contract/core/job.ts";
import { Alert, Button, Checkbox, Spin } from "antd";
import { Dialog } from "../dialog/dialog.tsx";
import { FailureList } from "../dialog/failure-list.tsx";
import { DropZone } from "../files/drop-zone.tsx";
import { formatCount } from "../format/numbers.ts";
import { useLabel } from "../i18n/language.ts";
import { ImportChanges } from "./import-changes.tsx";
import { ImportNotices } from "./import-notices.tsx";
import { ImportPreviews, type RowPreview } from "./import-previews.tsx";
import { ImportCells, ImportColumns } from "./import-report.tsx";
import { type Import, type OtherFiles, useImport } from "./use-import.ts";
import { useTexts } from "./texts.ts";
import "./import-dialog.css";

interface Props {
  entity: Entity;
  calls: ImportCalls;
  /** Further parts of the body: the class a roster is for. */
  input?: Readonly<Record<string, string>>;
  /** Files that it takes beside workbooks. */
  others?: OtherFiles;
  /** Offers to overwrite rows that are there already. */
  covers?: boolean;
  /** Shows how each row will look. */
  preview?: RowPreview;
  title?: string;
  onDone?: (result: ImportResult) => void;
  onClose: () => void;
}

/**
 * Import of a workbook: drop it, correct the guessed columns and the bad cells, check again until all is well, write all or nothing.
 */
export function ImportDialog({ entity, calls, input, others, covers, preview, title, onDone, onClose }: Props) {
  const t = useTexts();
  const label = useLabel();
  const sheet = useImport({ calls, others, input, onDone, onClose });
  const { file, report, busy, ready } = sheet;
  return (
    <Dialog
      open
      kind="drawer"
      width={980}
      title={title ?? t("title", { name: label(entity) })}
      onClose={onClose}
      dirty={report !== null}
      busy={busy !== null}
      onSubmit={report ? sheet.submit : undefined}
      submitText={ready || !sheet.edited ? t("commit", { count: report?.good ?? 0 }) : t("recheck")}
      extra={
        <>
          <Button onClick={sheet.saveTemplate}>{t("template")}</Button>
          {report && report.bad > 0 && <Button onClick={sheet.saveMarked}>{t("marked")}</Button>}
        </>
      }
    >
      <Spin spinning={busy !== null && !sheet.job} description={busy === "writing" ? t("writing") : t("checking")}>
        {sheet.error && <FailureList error={sheet.error} />}
        {covers && (
          <p className="import-covers">
            <Checkbox checked={sheet.covering} onChange={(event) => sheet.cover(event.target.checked)}>
              {t("cover")}
            </Checkbox>
            <span>{t("coverHint")}</span>
          </p>
        )}
        {sheet.job && <Progress job={sheet.job} onCancel={sheet.cancel} />}
        {(!report || sheet.choosing) && !sheet.job && (
          <DropZone
            text={t("drop")}
            hint={others ? label(others.hint) : t("dropHint")}
            types={sheet.types}
            disabled={busy !== null}
            onFiles={sheet.take}
          />
        )}
        {report && file && <Report entity={entity} sheet={sheet} name={file.name} report={report} preview={preview} />}
      </Spin>
    </Dialog>
  );
}

/** How far the check of a long sheet has come. */
function Progress({ job, onCancel }: { job: Job; onCancel: () => void }) {
  const t = useTexts();
  return (
    <div className="import-progress">
      <span>{t("checking")}</span>
      <progress aria-label={t("checking")} {...(job.total > 0 && { value: job.done, max: job.total })} />
      {job.total > 0 && <span className="numeric">{Math.floor((job.done / job.total) * 100)} %</span>}
      <Button size="small" onClick={onCancel}>
        {t("stop")}
      </Button>
    </div>
  );
}

interface ReportProps {
  entity: Entity;
  sheet: Import;
  /** Name of the file. */
  name: string;
  report: ImportReport;
  preview: RowPreview | undefined;
}

/** What the last check found, with the columns and cells to correct. */
function Report({ entity, sheet, name, report, preview }: ReportProps) {
  const t = useTexts();
  const { edits, change } = sheet;
  return (
    <div className="import-report">
      <p className="import-file">
        <strong>{name}</strong>
        <span>{t("summary", { rows: formatCount(report.rows), good: formatCount(report.good) })}</span>
        {report.existing > 0 && <span>{t("existing", { n: formatCount(report.existing) })}</span>}
        <Button size="small" aria-expanded={sheet.choosing} onClick={sheet.choose}>
          {t("other")}
        </Button>
      </p>
      {report.notices.length > 0 && (
        <ImportNotices notices={report.notices} confirmed={sheet.confirmed} onConfirm={sheet.confirm} />
      )}
      <ImportColumns entity={entity} report={report} edits={edits} onChange={change} />
      {report.rows === 0 && <Alert type="warning" showIcon title={t("empty")} />}
      {report.rows > 0 && report.bad === 0 && (
        <Alert
          type={sheet.ready || sheet.edited ? "success" : "warning"}
          showIcon
          title={sheet.ready || sheet.edited ? t("allGood") : t("toConfirm")}
        />
      )}
      {report.differing > 0 && <ImportChanges entity={entity} report={report} covering={sheet.covering} />}
      {report.bad > 0 && <ImportCells entity={entity} report={report} edits={edits} onChange={change} />}
      {preview && report.previews.length > 0 && <ImportPreviews entity={entity} report={report} preview={preview} />}
    </div>
  );
}
