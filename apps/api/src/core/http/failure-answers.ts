import { type ErrorCode, errors } from "@jipei/contract/core/errors.ts";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refusalOf } from "../database-errors.ts";
import { InvalidFields, Refusal } from "../refusal.ts";
import type { Services } from "../services.ts";
import { FlatError, flatOf } from "./flat-error.ts";
import { callerOf } from "./request-trace.ts";

/** Faults of a request that Fastify and its plugins found, in our words; nothing of a parser or a stack reaches the client. */
const framework: Readonly<Record<string, ErrorCode>> = {
  FST_REQ_FILE_TOO_LARGE: "FILE_TOO_LARGE",
  FST_FILES_LIMIT: "FILE_TOO_MANY",
  FST_INVALID_MULTIPART_CONTENT_TYPE: "MEDIA_TYPE",
};
/** The others by the status that they propose: those there are today, and those of a later version. */
const frameworkStatus: Readonly<Record<number, ErrorCode>> = {
  403: "PATH_NOT_FOUND",
  404: "PATH_NOT_FOUND",
  413: "BODY_TOO_LARGE",
  415: "MEDIA_TYPE",
};

function frameworkRefusal({ code = "", statusCode = 500 }: Partial<FastifyError>): ErrorCode | null {
  const isOfRequest = statusCode === 400 || (code.startsWith("FST_") && statusCode > 400 && statusCode < 500);
  return isOfRequest ? (framework[code] ?? frameworkStatus[statusCode] ?? "BODY_INVALID") : null;
}

/** An address without a call, or a call asked for by the wrong method. */
export function answerNotFound(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const url = pathOf(request);
  const allowed = url.startsWith("/api/") ? ["GET", "POST"].filter((method) => app.hasRoute({ method, url })) : [];
  if (allowed.length === 0) return answerRefusal(reply, new Refusal("PATH_NOT_FOUND"));
  return answerRefusal(reply.header("Allow", allowed.join(", ")), new Refusal("METHOD_NOT_ALLOWED"));
}

/** Whatever was thrown; a fault of ours is taken down, and told without its insides. */
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
  const isCutOff = neverCame(error, request);
  const known = knownRefusal(error, isCutOff, constraints);
  const refusal = known ?? new Refusal("INTERNAL");
  if (refusal.code === "DISK_FULL") services.disk.look();
  if (error !== known && (known?.code === "DATABASE_AWAY" || known?.code === "BUSY"))
    services.log.error({ err: error, path: pathOf(request) }, errors[known.code][2]);
  if (!known) {
    const path = pathOf(request);
    services.log.error({ err: error, method: request.method, path }, "unexpected");
    const journal = request.trace?.journal ?? services.journal;
    journal.fault(error, request.trace, callerOf(request), path);
  }
  noteRefusal(request, refusal.code);
  return request.trace?.call.flat ? answerFlat(reply, flatOf(refusal)) : answerRefusal(reply, refusal);
}

function noteRefusal({ trace }: FastifyRequest, code: string): void {
  if (trace) trace.refusal = code;
}

const pathOf = (request: FastifyRequest): string => request.url.split("?")[0] ?? "";

/** What an error says to whoever asked; null for a fault of ours. */
function knownRefusal(error: FastifyError, isCutOff: boolean, constraints: Record<string, ErrorCode>): Refusal | null {
  if (error instanceof Refusal) return error;
  if (isCutOff) return new Refusal("BODY_INVALID");
  const code = frameworkRefusal(error);
  return refusalOf(error, constraints) ?? (code && new Refusal(code));
}

/** Whether the request broke off, or was over before its body: the sender's doing, though it looks like a lost connection of ours, or like a fault. */
const neverCame = (error: Error, { raw }: FastifyRequest): boolean =>
  raw.errored !== null || multipartFault.test(error.message);
/** What the reader of multipart bodies says, without a code. */
const multipartFault = /^(Multipart: |The needle |(Part|Header) terminated early |Unexpected end of multipart data)/;

/** Seconds after which it makes sense to ask again, where an answer does not say so itself (RFC 9110 §10.2.3, RFC 6585 §4). */
const retryAfter: Readonly<Record<number, string>> = { 503: "5", 429: "60" };

/** Tells with every answer that says «later» when that is, whoever gave it. */
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
  return reply.code(refusal.status).send(bodyOf(refusal));
}

/** A refusal as it is written. */
export const bodyOf = (refusal: Refusal) => ({
  code: refusal.status,
  success: false,
  data: refusal.failures.length > 0 ? { failures: refusal.failures } : null,
  msg: refusal.zh,
  msgEn: refusal.en,
  errorCode: refusal instanceof InvalidFields ? ("FIELD_INVALID" as const) : refusal.code,
});
