import type { FileItem } from "@jipei/contract/core/fields/field.ts";
import { downloadFile } from "@jipei/contract/files/transfer.ts";
import { Button } from "antd";
import { useEffect, useState } from "react";
import { invoke } from "../api/call-client.ts";
import type { Download } from "../api/call-input.ts";
import { CallError } from "../api/call-error.ts";
import { Dialog } from "../dialog/dialog.tsx";
import { saveAs } from "./download.ts";
import { decodeText, previewKind, previewTypes } from "./preview-kind.ts";
import type { PreviewKind } from "./preview-kind.ts";
import { Failed, Skeleton } from "../ui/states.tsx";
import { useTexts } from "../i18n/core-texts.ts";
import "./preview-dialog.css";

interface Shown {
  download: Download;
  url: string;
  text: string;
}

/** A file as the browser shows it by itself, read-only. The bytes come with the session's token and keep a type that cannot run. */
export default function PreviewDialog({ file, onClose }: { file: FileItem; onClose: () => void }) {
  const t = useTexts();
  const kind = previewKind(file.fileType) ?? "text";
  const [shown, setShown] = useState<Shown | null>(null);
  const [error, setError] = useState<CallError | null>(null);

  useEffect(() => {
    let url = "";
    const abort = new AbortController();
    const load = async () => {
      const download = await invoke(downloadFile, { fileUrl: file.attLink }, { silent: true, signal: abort.signal });
      const text = kind === "text" ? decodeText(await download.blob.arrayBuffer()) : "";
      if (abort.signal.aborted) return;
      url = URL.createObjectURL(new Blob([download.blob], { type: previewTypes[kind] }));
      setShown({ download: { ...download, name: file.fileName }, url, text });
    };
    load().catch(
      (reason: unknown) =>
        !abort.signal.aborted && setError(reason instanceof CallError ? reason : new CallError(0, {})),
    );
    return () => {
      abort.abort();
      if (url) URL.revokeObjectURL(url);
    };
  }, [file, kind]);

  const missing = error ? <Failed error={error} /> : <Skeleton rows={6} />;
  const footer = (
    <Button disabled={!shown} onClick={() => shown && saveAs(shown.download)}>
      {t("upload.download", { name: file.fileName })}
    </Button>
  );
  return (
    <Dialog open title={file.fileName} onClose={onClose} width={960} footer={footer}>
      <div className="preview">
        {shown && !error ? <Content kind={kind} name={file.fileName} {...shown} /> : missing}
      </div>
    </Dialog>
  );
}

function Content({ kind, name, url, text }: Shown & { kind: PreviewKind; name: string }) {
  switch (kind) {
    case "image":
      return <img src={url} alt={name} />;
    case "pdf":
      return <iframe src={url} title={name} />;
    case "video":
      return <video src={url} controls aria-label={name} />;
    case "text":
      return (
        <pre tabIndex={0} aria-label={name}>
          {text}
        </pre>
      );
  }
}
