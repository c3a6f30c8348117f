import type { ErrorCode } from "@jipei/contract/core/errors.ts";
import { Refusal, getFailure } from "../foundation/refusal.ts";

interface DatabaseError {
  code?: string;
  constraint?: string;
  column?: string;
}

/** The parameters of DUPLICATE. Only the checks in the code know which field it is. */
const recordParams = { field: { zh: "数据", en: "The record" } };

/**
 * Turns an error of the database into a refusal. The checks in the code come first and give better messages; this is what remains for writers
 * at the same moment. @returns null for an error that is none of the client's business
 * @param constraints constraint name → error code, from the domains
 */
export function findRefusal(error: unknown, constraints: Readonly<Record<string, ErrorCode>>): Refusal | null {
  if (isAway(error)) return new Refusal("DATABASE_AWAY");
  if (isBusy(error)) return new Refusal("BUSY");
  const { code, constraint = "" } = (error ?? {}) as DatabaseError;
  if (typeof code !== "string") return null;
  if (isDiskFull(error)) return new Refusal("DISK_FULL");
  const known = constraints[constraint];
  if (known) return new Refusal(known, recordParams);
  switch (code) {
    case "23505":
    case "23P01":
      return new Refusal("DUPLICATE", recordParams);
    case "23503":
      return new Refusal("DEPENDENCY_IN_USE");
    case "23514":
    case "23502":
    case "22001":
    case "22003":
    case "22007":
    case "22008":
    case "22P02":
    case "22021":
      return refusedByRule(constraint);
    default:
      return null;
  }
}

/** Only programs are told which rule of the database it was. */
function refusedByRule(constraint: string): Refusal {
  const params = { ...recordParams, reason: { zh: "不符合规定，未保存", en: "it breaks a rule; nothing was saved" } };
  const failure = { ...getFailure(new Refusal("FIELD_INVALID", params), null), field: constraint };
  return new Refusal("FIELD_INVALID", params, constraint ? [failure] : []);
}

/** Whether a disk is full: the database's, or the one with our files. */
export const isDiskFull = (error: unknown): boolean =>
  ["53100", "ENOSPC", "EDQUOT"].includes((error as DatabaseError)?.code ?? "");

/** Whether the same transaction may succeed when tried again: deadlock, serialisation failure. A lock timeout is not tried again, since the
 * user has waited long enough. */
export const mayRetry = (error: unknown): boolean => ["40P01", "40001"].includes((error as DatabaseError)?.code ?? "");

/** Connection exceptions (class 08), shutting down, crashed, starting, database dropped, idle too long; and network errors. */
const awayCode =
  /^(08\w{3}|57P0[1-5]|25P0[34]|ECONNREFUSED|ECONNRESET|ECONNABORTED|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|ERR_STREAM_DESTROYED|ERR_STREAM_WRITE_AFTER_END)$/;
/** Messages of driver, pool and Kysely that come without a code: the connection broke, could not be made, or is being closed. */
const awayMessage = new RegExp(
  [
    "^Connection terminated",
    "^timeout expired$",
    "^Query read timeout$",
    " is not queryable$",
    "^Received unexpected \\w+ message from backend",
    "^(The server does not support SSL|There was an error establishing an SSL) connection",
    "^Cannot use a pool after calling end",
    "connection has been discarded$",
    "^driver has already been destroyed$",
  ].join("|"),
);

/** Whether the database cannot be reached, or the connection broke during a statement. */
export const isAway = (error: unknown): boolean => matches(error, awayCode, awayMessage);

/** No connections left; lock timeout, statement timeout, pool timeout; deadlock or serialisation failure after all attempts. */
const busyCode = /^(53300|55P03|57014|40P01|40001)$/;
const isBusy = (error: unknown): boolean => matches(error, busyCode, /^timeout exceeded when trying to connect$/);

/** Whether an error, or one of its causes, has such a code or message. */
function matches(error: unknown, code: RegExp, message: RegExp, depth = 0): boolean {
  // `fetch` throws a TypeError when another system does not answer: that is no error of the database.
  if (!(error instanceof Error) || error instanceof TypeError || depth > 5) return false;
  if (code.test((error as DatabaseError).code ?? "") || message.test(error.message)) return true;
  const inner = error instanceof AggregateError ? (error.errors as unknown[]) : [error.cause];
  return inner.some((one) => matches(one, code, message, depth + 1));
}
