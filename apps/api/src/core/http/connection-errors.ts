import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { ErrorCode } from "@jipei/contract/core/errors.ts";
import { Refusal } from "../foundation/refusal.ts";
import { newRequestId } from "../foundation/request-context.ts";
import { getBody } from "./failure-answers.ts";

const codes: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: "REQUEST_TIMEOUT",
  HPE_HEADER_OVERFLOW: "HEADERS_TOO_LARGE",
};

/** Answers data that never became a request (not HTTP, too slow, headers too long) like other errors: as a JSON body, with a request id. */
export function answerConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const refusal = new Refusal(codes[error.code ?? ""] ?? "BODY_INVALID");
  const body = JSON.stringify(getBody(refusal));
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    `X-Request-Id: ${newRequestId()}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Cache-Control: no-store",
    "Connection: close",
  ];
  if (socket.writable) socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  socket.destroy();
}
