import type { FileItem } from "@jipei/contract/core/fields/field.ts";
import type { UploadKind } from "@jipei/contract/core/fields/upload-rules.ts";
import { maxFiles, uploadTypes } from "@jipei/contract/core/fields/upload-rules.ts";
import { Button } from "antd";
import { Dialog } from "../dialog/dialog.tsx";
import { DropZone } from "./drop-zone.tsx";
import { FileList } from "./file-list.tsx";
import { joinNames } from "../i18n/join-names.ts";
import { useLabel } from "../i18n/language.ts";
import { formatKb } from "../format/numbers.ts";
import { useTexts } from "../i18n/core-texts.ts";
import type { Sending, Uploads } from "./uploads.ts";
import { useOwnUploads, useUploads } from "./use-uploads.ts";
import "./upload-dialog.css";

interface Props {
  open: boolean;
  /** What the list takes. */
  kind?: UploadKind;
  /** view: no files can be added or removed. */
  type?: "view";
  title?: string;
  value: readonly FileItem[] | null | undefined;
  /** The list as it is being changed, where that outlives the dialog. */
  uploads?: Uploads;
  onSubmit?: (files: FileItem[]) => void;
  onClose: () => void;
}

/** Attachment upload: 20 files of 25 MB; files that failed stay in the list and can be sent again. */
export function UploadDialog(props: Props) {
  // The list starts from the value each time the dialog opens.
  return props.open ? <OpenDialog {...props} /> : null;
}

function OpenDialog({ kind = "any", type, title, value, uploads: given, onSubmit, onClose }: Props) {
  const t = useTexts();
  const own = useOwnUploads(kind, value ?? []);
  const { files, sending, isSending, add, retry, forget, setFiles } = useUploads(given ?? own);
  const readOnly = type === "view";
  const changed = files.length !== (value?.length ?? 0) || files.some((file, i) => file.attId !== value?.[i]?.attId);
  const submit = () => {
    onSubmit?.([...files]);
    onClose();
  };
  return (
    <Dialog
      open
      title={title ?? (readOnly ? t("upload.viewTitle") : t("upload.title"))}
      onClose={onClose}
      dirty={changed || sending.length > 0}
      busy={isSending}
      onSubmit={readOnly ? undefined : submit}
    >
      {!readOnly && (
        <DropZone
          text={t("upload.drop")}
          hint={t("upload.limit", { types: joinNames(uploadTypes[kind]) })}
          types={uploadTypes[kind]}
          multiple
          disabled={files.length >= maxFiles}
          onFiles={add}
        />
      )}
      <div className="upload-list" aria-live="polite">
        <FileList
          files={files}
          onRemove={readOnly ? undefined : (file) => setFiles(files.filter((one) => one.attId !== file.attId))}
        />
        {sending.map((one) => (
          <UploadRow key={one.key} upload={one} onRetry={() => retry(one)} onForget={() => forget(one.key)} />
        ))}
      </div>
      {!readOnly && sending.some((one) => one.issue) && <p className="upload-warning">{t("upload.unfinished")}</p>}
    </Dialog>
  );
}

interface RowProps {
  upload: Sending;
  onRetry: () => void;
  onForget: () => void;
}

/** A file on its way: how far it is, or why it failed. */
function UploadRow({ upload, onRetry, onForget }: RowProps) {
  const t = useTexts();
  const label = useLabel();
  return (
    <div className="upload-row">
      <span className="upload-name">{upload.file.name}</span>
      <span className="unit numeric">{formatKb(upload.file.size)}</span>
      {upload.issue ? (
        <>
          <span className="upload-error">{label(upload.issue)}</span>
          {upload.retryable && (
            <Button size="small" onClick={onRetry}>
              {t("upload.retry")}
            </Button>
          )}
          <Button size="small" onClick={onForget} aria-label={t("upload.remove", { name: upload.file.name })}>
            ×
          </Button>
        </>
      ) : (
        <progress value={upload.share} aria-label={t("upload.progress", { name: upload.file.name })} />
      )}
    </div>
  );
}
