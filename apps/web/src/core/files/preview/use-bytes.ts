import type { FileItem } from "@jipei/contract/core/fields/field.ts";
import { downloadFile } from "@jipei/contract/files/transfer.ts";
import { useEffect, useState } from "react";
import { invoke } from "../../api/call-client.ts";
import { CallError } from "../../api/call-error.ts";

export type FileBytes = Uint8Array<ArrayBuffer>;

/** The bytes of a file, fetched with the session's token; null until they are there. */
export function useBytes(file: FileItem): { bytes: FileBytes | null; error: CallError | null } {
  const [bytes, setBytes] = useState<FileBytes | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    const load = async () => {
      const { blob } = await invoke(downloadFile, { fileUrl: file.attLink }, { silent: true, signal: abort.signal });
      const read = new Uint8Array(await blob.arrayBuffer());
      if (!abort.signal.aborted) setBytes(read);
    };
    load().catch((reason: unknown) => {
      if (!abort.signal.aborted) setError(reason instanceof CallError ? reason : new CallError(0, {}));
    });
    return () => abort.abort();
  }, [file]);
  return { bytes, error };
}
