import type { Call } from "@jipei/contract/core/call.ts";
import type { FileItem } from "@jipei/contract/core/fields/field.ts";
import { downloadFile } from "@jipei/contract/files/transfer.ts";
import { invoke } from "../api/call-client.ts";
import { CallError } from "../api/call-error.ts";
import type { Download } from "../api/call-input.ts";

/** Saves bytes as a file by the browser. */
export function saveAs({ blob, name }: Download): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // Some browsers read the address only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Makes a call that answers bytes. @throws CallError, with words where the server gave none */
export async function fetchFile(call: Call<unknown, unknown>, input: object): Promise<Download> {
  try {
    return (await invoke(call, input)) as Download;
  } catch (error) {
    throw error instanceof CallError ? error.orSaying(["文件加载失败", "The file could not be loaded"]) : error;
  }
}

/** Fetches an attachment with the session's token (an ordinary link would carry none) and saves it. @throws CallError */
export async function download(file: FileItem): Promise<void> {
  const { blob } = await fetchFile(downloadFile, { fileUrl: file.attLink });
  saveAs({ blob, name: file.fileName });
}
