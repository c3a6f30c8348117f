import { DeleteOutlined, PaperClipOutlined } from "@ant-design/icons";
import type { FileItem } from "@jipei/contract/core/fields/field.ts";
import { documentCalls } from "@jipei/contract/files/document.ts";
import { lazy, Suspense, useState } from "react";
import { invoke } from "../api/call-client.ts";
import { download } from "./download.ts";
import { useLanguage } from "../i18n/language.ts";
import { notify } from "../ui/notify.ts";
import { formatKb } from "../format/numbers.ts";
import { previewKind } from "./preview/preview-kind.ts";
import { useTexts } from "../i18n/core-texts.ts";
import "./file-list.css";

const PreviewDialog = lazy(() => import("./preview/preview-dialog.tsx"));

/** Whether a file can be shown: of some types the server has to be asked. Where it does not answer, the dialog says so. */
async function isShown({ attId, fileType }: FileItem): Promise<boolean> {
  const kind = previewKind(fileType);
  if (kind !== "pages") return kind !== null;
  const { state } = await invoke(documentCalls.preview, { id: attId }, { silent: true }).catch(() => ({ state: null }));
  return state !== "none" && state !== "failed";
}

interface Props {
  files: readonly FileItem[] | null | undefined;
  /** Given where files may be removed from the list. */
  onRemove?: (file: FileItem) => void;
}

/** Attachments by name and size; a click downloads with the session's token, or previews what can be shown. */
export function FileList({ files, onRemove }: Props) {
  const t = useTexts();
  useLanguage();
  const [loading, setLoading] = useState<string | null>(null);
  const [shown, setShown] = useState<FileItem | null>(null);
  if (!files?.length) return <span className="blank">{t("upload.none")}</span>;
  const fetch = async (file: FileItem) => {
    setLoading(file.attId);
    try {
      await download(file);
    } catch {
      // The call client has shown the reason.
    } finally {
      setLoading(null);
    }
  };
  const preview = async (file: FileItem) => {
    if (await isShown(file)) setShown(file);
    else notify("warning", t("upload.noPreview"));
  };
  return (
    <>
      <ul className="file-list">
        {files.map((file) => (
          <li key={file.attId}>
            <PaperClipOutlined />
            <button
              type="button"
              className="link-button"
              disabled={loading === file.attId}
              aria-label={t("upload.download", { name: file.fileName })}
              onClick={() => void fetch(file)}
            >
              {file.fileName}
            </button>
            <span className="unit numeric">{formatKb(file.fileSize)}</span>
            <button
              type="button"
              className="link-button"
              aria-label={t("upload.previewOf", { name: file.fileName })}
              onClick={() => void preview(file)}
            >
              {t("upload.preview")}
            </button>
            {onRemove && (
              <button
                type="button"
                className="link-button danger"
                aria-label={t("upload.remove", { name: file.fileName })}
                onClick={() => onRemove(file)}
              >
                <DeleteOutlined />
              </button>
            )}
          </li>
        ))}
      </ul>
      {shown && (
        <Suspense fallback={null}>
          <PreviewDialog file={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </>
  );
}
