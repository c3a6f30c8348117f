import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { ErrorCode } from "@jipei/contract/core/errors.ts";
import { Refusal } from "../refusal.ts";
import { newRequestId } from "../request-context.ts";
import { bodyOf } from "./failure-answers.ts";

const codes: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: "REQUEST_TIMEOUT",
  HPE_HEADER_OVERFLOW: "HEADERS_TOO_LARGE",
};

/** Answers what never became a request (no HTTP, too slow, endless headers) like everything else: in our form, and with an id. */
export function answerConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const refusal = new Refusal(codes[error.code ?? ""] ?? "BODY_INVALID");
  const body = JSON.stringify(bodyOf(refusal));
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
