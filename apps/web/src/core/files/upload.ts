import { putFileAttach } from "@jipei/contract/files/transfer.ts";
import type { FileItem } from "@jipei/contract/core/fields/field.ts";
import type { UploadKind } from "@jipei/contract/core/fields/upload-rules.ts";
import { renewToken, resumeSession, sessionHeaders } from "../api/call-client.ts";
import { CallError, networkError } from "../api/call-error.ts";
import { expireSession } from "../session/session.ts";
import { accessToken } from "../session/tokens.ts";

interface Answer {
  code?: number;
  msg?: string;
  msgEn?: string;
  errorCode?: string;
  data?: { id: string; originalName: string; extension: string; attachSize: number; link: string };
}

/**
 * Sends one file and reports its progress, which `fetch` cannot.
 * @param onProgress share sent, 0 to 1
 * @throws CallError
 */
export async function uploadFile(
  file: File,
  kind: UploadKind,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
): Promise<FileItem> {
  await resumeSession();
  const used = accessToken();
  try {
    return await send(file, kind, onProgress, signal);
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 401 || !used) throw error;
    if (await renewToken(used)) return send(file, kind, onProgress, signal);
    expireSession();
    throw error;
  }
}

function send(
  file: File,
  kind: UploadKind,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
): Promise<FileItem> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const body = new FormData();
    body.append("kind", kind);
    body.append("file", file);
    request.open(putFileAttach.method, putFileAttach.path);
    for (const [name, value] of Object.entries(sessionHeaders())) request.setRequestHeader(name, value);
    request.responseType = "json";
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => lengthComputable && onProgress(loaded / total);
    request.onerror = () => reject(networkError());
    request.onabort = () => reject(networkError());
    request.onload = () => {
      const answer = (request.response ?? {}) as Answer;
      const code = answer.code ?? request.status;
      if (code !== 200 || !answer.data)
        return reject(new CallError(code, answer, request.getResponseHeader("X-Request-Id")));
      const { id, originalName, extension, attachSize, link } = answer.data;
      resolve({ attId: id, fileName: originalName, fileType: extension, fileSize: attachSize, attLink: link });
    };
    signal?.addEventListener("abort", () => request.abort());
    request.send(body);
  });
}
