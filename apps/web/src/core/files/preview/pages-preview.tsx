import type { FileItem } from "@jipei/contract/core/fields/field.ts";
import { documentCalls } from "@jipei/contract/files/document.ts";
import { Spin } from "antd";
import { type ReactNode, useEffect, useState } from "react";
import { invoke } from "../../api/call-client.ts";
import { useCall } from "../../api/use-call.ts";
import { Failed, Skeleton } from "../../ui/states.tsx";
import PdfPreview from "./pdf/pdf-preview.tsx";
import { useTexts } from "./texts.ts";
import type { FileBytes } from "./use-bytes.ts";

/** Milliseconds between two questions whether the pages are ready. */
const pause = 1000;

/** The pages that the server makes of a document; what it makes none of is shown in the other way. */
export default function PagesPreview({ file, otherwise }: { file: FileItem; otherwise: ReactNode }) {
  const t = useTexts();
  const state = useCall(
    documentCalls.preview,
    { id: file.attId },
    { staleTime: 0, refetchInterval: ({ state: { data } }) => (data?.state === "waiting" ? pause : false) },
  );
  if (state.isError) return <Failed error={state.error} onRetry={() => void state.refetch()} />;
  switch (state.data?.state) {
    case "ready":
      return <Pages file={file} />;
    case "waiting":
      return (
        <div className="preview-waiting" role="status">
          <Spin size="large" />
          <p>{t("converting")}</p>
          <p className="unit">{t("convertingHint")}</p>
        </div>
      );
    case "none":
    case "failed":
      return otherwise;
    default:
      return <Skeleton rows={6} />;
  }
}

function Pages({ file }: { file: FileItem }) {
  const [bytes, setBytes] = useState<FileBytes | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const abort = new AbortController();
    const load = async () => {
      const { blob } = await invoke(documentCalls.pages, { id: file.attId }, { silent: true, signal: abort.signal });
      const read = new Uint8Array(await blob.arrayBuffer());
      if (!abort.signal.aborted) setBytes(read);
    };
    load().catch(() => !abort.signal.aborted && setFailed(true));
    return () => abort.abort();
  }, [file]);
  if (failed) return <Failed error={null} />;
  return bytes ? <PdfPreview name={file.fileName} bytes={bytes} /> : <Skeleton rows={6} />;
}
