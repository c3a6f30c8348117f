import type { FileItem } from "@jipei/contract/core/fields/field.ts";
import { findDocumentKind } from "@jipei/contract/files/document-editor.ts";
import { documentAddress } from "@jipei/contract/files/document-path.ts";
import { Button } from "antd";
import { type ReactNode, Suspense, lazy } from "react";
import { useTexts as useCoreTexts } from "../../i18n/core-texts.ts";
import { Dialog } from "../../dialog/dialog.tsx";
import { useSession } from "../../session/session.ts";
import { Failed, Skeleton } from "../../ui/states.tsx";
import { download } from "../download.ts";
import { MediaPreview } from "./media-preview.tsx";
import { previewKind } from "./preview-kind.ts";
import { useTexts } from "./texts.ts";
import { Unreadable } from "./unreadable.tsx";
import { type FileBytes, useBytes } from "./use-bytes.ts";
import { getWatermark } from "./watermark.ts";
import "./preview-dialog.css";

const PagesPreview = lazy(() => import("./pages-preview.tsx"));
const PdfPreview = lazy(() => import("./pdf/pdf-preview.tsx"));
const SheetPreview = lazy(() => import("./sheet-preview.tsx"));
const TextPreview = lazy(() => import("./text/text-preview.tsx"));
const WordPreview = lazy(() => import("./word-preview.tsx"));

/** A file on the screen, read-only, with who looks at it and when across it. What draws a kind of file is fetched when one is shown. */
export default function PreviewDialog({ file, onClose }: { file: FileItem; onClose: () => void }) {
  const t = useTexts();
  const core = useCoreTexts();
  const { info } = useSession();
  const isDocument = findDocumentKind(file.fileType) !== undefined;
  const footer = (
    <div className="dialog-footer">
      {isDocument && (
        <div className="dialog-extra">
          <Button href={documentAddress(file.attId)} target="_blank" rel="noopener">
            {t("edit")}
          </Button>
        </div>
      )}
      <Button onClick={() => void download(file).catch(() => undefined)}>
        {core("upload.download", { name: file.fileName })}
      </Button>
    </div>
  );
  return (
    <Dialog open title={file.fileName} onClose={onClose} width={1080} footer={footer}>
      <div className="preview">
        <Suspense fallback={<Skeleton rows={6} />}>
          <Content file={file} />
        </Suspense>
        <div className="preview-mark" style={{ backgroundImage: getWatermark(info?.nick_name ?? "") }} />
      </div>
    </Dialog>
  );
}

function Content({ file }: { file: FileItem }) {
  const kind = previewKind(file.fileType);
  const name = file.fileName;
  switch (kind) {
    case "sheet":
      return <SheetPreview file={file} />;
    case "pages":
      return <PagesPreview file={file} otherwise={<Unreadable />} />;
    case "word":
      return (
        <PagesPreview
          file={file}
          otherwise={<WithBytes file={file}>{(bytes) => <WordPreview file={file} bytes={bytes} />}</WithBytes>}
        />
      );
    case "pdf":
      return <WithBytes file={file}>{(bytes) => <PdfPreview name={name} bytes={bytes} />}</WithBytes>;
    case "text":
    case "csv":
      return <WithBytes file={file}>{(bytes) => <TextPreview kind={kind} name={name} bytes={bytes} />}</WithBytes>;
    case "image":
    case "video":
      return <WithBytes file={file}>{(bytes) => <MediaPreview kind={kind} name={name} bytes={bytes} />}</WithBytes>;
    case null:
      return <Unreadable />;
  }
}

function WithBytes({ file, children }: { file: FileItem; children: (bytes: FileBytes) => ReactNode }) {
  const { bytes, error } = useBytes(file);
  if (error) return <Failed error={error} />;
  return bytes ? children(bytes) : <Skeleton rows={6} />;
}
