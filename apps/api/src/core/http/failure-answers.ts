import { type ErrorCode, errors } from "@jipei/contract/core/errors.ts";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { findRefusal } from "../database/database-errors.ts";
import { InvalidFields, Refusal } from "../foundation/refusal.ts";
import type { Services } from "../foundation/services.ts";
import { FlatError, toFlatError } from "./flat-error.ts";
import { getCaller } from "./request-trace.ts";

/** Our error codes for request errors that Fastify and its plugins find. Messages of parsers and stack traces never reach the client. */
const framework: Readonly<Record<string, ErrorCode>> = {
  FST_REQ_FILE_TOO_LARGE: "FILE_TOO_LARGE",
  FST_FILES_LIMIT: "FILE_TOO_MANY",
  FST_INVALID_MULTIPART_CONTENT_TYPE: "MEDIA_TYPE",
};
/** Our error codes for all other request errors, by their status; they cover errors that later versions may add. */
const frameworkStatus: Readonly<Record<number, ErrorCode>> = {
  403: "PATH_NOT_FOUND",
  404: "PATH_NOT_FOUND",
  413: "BODY_TOO_LARGE",
  415: "MEDIA_TYPE",
};

function frameworkRefusal(error: { code?: unknown; statusCode?: number }): ErrorCode | null {
  const { statusCode = 500 } = error;
  // Errors of the platform have numbers.
  const code = String(error.code ?? "");
  const isOfRequest = statusCode === 400 || (code.startsWith("FST_") && statusCode > 400 && statusCode < 500);
  return isOfRequest ? (framework[code] ?? frameworkStatus[statusCode] ?? "BODY_INVALID") : null;
}

/** Responds to an unknown address (PATH_NOT_FOUND), or to the wrong method of a call (METHOD_NOT_ALLOWED). */
export function answerNotFound(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const url = getPath(request);
  const allowed = url.startsWith("/api/") ? ["GET", "POST"].filter((method) => app.hasRoute({ method, url })) : [];
  if (allowed.length === 0) return answerRefusal(reply, new Refusal("PATH_NOT_FOUND"));
  return answerRefusal(reply.header("Allow", allowed.join(", ")), new Refusal("METHOD_NOT_ALLOWED"));
}

/** Responds to whatever was thrown. An unexpected error is logged and written into the journal; its details never reach the client. */
export function answerError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  constraints: Record<string, ErrorCode>,
  services: Services,
): FastifyReply {
  if (error instanceof FlatError) {
    noteRefusal(request, error.body.error);
    return answerFlat(reply, error);
  }
  const isCutOff = wasAborted(error, request);
  const known = knownRefusal(error, isCutOff, constraints);
  const refusal = known ?? new Refusal("INTERNAL");
  if (refusal.code === "DISK_FULL") services.disk.look();
  if (error !== known && (known?.code === "DATABASE_AWAY" || known?.code === "BUSY"))
    services.log.error({ err: error, path: getPath(request) }, errors[known.code][2]);
  if (!known) {
    const path = getPath(request);
    services.log.error({ err: error, method: request.method, path }, "unexpected");
    const journal = request.trace?.journal ?? services.journal;
    journal.failed(error, request.trace, getCaller(request), path);
  }
  noteRefusal(request, refusal.code);
  return request.trace?.call.flat ? answerFlat(reply, toFlatError(refusal)) : answerRefusal(reply, refusal);
}

function noteRefusal({ trace }: FastifyRequest, code: string): void {
  if (trace) trace.refusal = code;
}

const getPath = (request: FastifyRequest): string => request.url.split("?")[0] ?? "";

/** The refusal that an error means for the client; null for an unexpected error. */
function knownRefusal(error: FastifyError, isCutOff: boolean, constraints: Record<string, ErrorCode>): Refusal | null {
  if (error instanceof Refusal) return error;
  if (isCutOff) return new Refusal("BODY_INVALID");
  const code = frameworkRefusal(error);
  return findRefusal(error, constraints) ?? (code && new Refusal(code));
}

/** Whether the client broke off its request or its body. Such an error may look like a lost database connection, or like a bug. */
const wasAborted = (error: Error, { raw, trace }: FastifyRequest): boolean =>
  raw.errored !== null || trace?.departure?.hasLeft === true || multipartError.test(error.message);
/** Messages of the multipart parser, which have no code. */
const multipartError = /^(Multipart: |The needle |(Part|Header) terminated early |Unexpected end of multipart data)/;

/** Seconds for Retry-After, by status, where a response does not set it itself (RFC 9110 §10.2.3, RFC 6585 §4). */
const retryAfter: Readonly<Record<number, string>> = { 503: "5", 429: "60" };

/** Adds Retry-After to every response that asks the client to try again later. */
export function addRetryAfter(app: FastifyInstance): void {
  app.addHook("onSend", (_request, reply, payload, done) => {
    const seconds = retryAfter[reply.statusCode];
    if (seconds && !reply.hasHeader("retry-after")) reply.header("Retry-After", seconds);
    done(null, payload);
  });
}

const answerFlat = (reply: FastifyReply, { status, body }: FlatError): FastifyReply =>
  reply.code(status).header("Cache-Control", "no-store").send(body);

export function answerRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  return reply.code(refusal.status).send(getBody(refusal));
}

/** The response body of a refusal. */
export const getBody = (refusal: Refusal) => ({
  code: refusal.status,
  success: false,
  data: refusal.failures.length > 0 ? { failures: refusal.failures } : null,
  msg: refusal.zh,
  msgEn: refusal.en,
  errorCode: refusal instanceof InvalidFields ? ("FIELD_INVALID" as const) : refusal.code,
});
