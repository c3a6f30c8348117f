import type { ErrorCode } from "@jipei/contract/core/errors.ts";
import { Refusal } from "./refusal.ts";

interface DatabaseError {
  code?: string;
  constraint?: string;
  column?: string;
}

/** What is there already: which field, only the code that checks first can say. */
const theRecord = { field: { zh: "数据", en: "The record" } };

/**
 * What the database refuses, as a refusal of ours. Code checks come first and say it more nicely; this is what two writers at once meet.
 * @param constraints constraint name → error code, from the domains
 */
export function refusalOf(error: unknown, constraints: Readonly<Record<string, ErrorCode>>): Refusal | null {
  if (isAway(error)) return new Refusal("DATABASE_AWAY");
  if (isBusy(error)) return new Refusal("BUSY");
  const { code, constraint = "" } = (error ?? {}) as DatabaseError;
  if (typeof code !== "string") return null;
  if (isDiskFull(error)) return new Refusal("DISK_FULL");
  const known = constraints[constraint];
  if (known) return new Refusal(known, theRecord);
  switch (code) {
    case "23505":
    case "23P01":
      return new Refusal("DUPLICATE", theRecord);
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
      return new Refusal("FIELD_INVALID", {
        field: constraint || "-",
        reason: { zh: "值不合法", en: "value not allowed" },
      });
    default:
      return null;
  }
}

/** No room on a disk: the database's, or that of our files. */
export const isDiskFull = (error: unknown): boolean =>
  ["53100", "ENOSPC", "EDQUOT"].includes((error as DatabaseError)?.code ?? "");

/** Deadlock, serialisation failure: the same transaction may succeed when tried again. Not who waited for a lock in vain: he has waited long enough. */
export const mayRetry = (error: unknown): boolean => ["40P01", "40001"].includes((error as DatabaseError)?.code ?? "");

/** Connection exceptions (class 08), shutting down, crashed, starting, database dropped, idle too long; and what the network says. */
const awayCode =
  /^(08\w{3}|57P0[1-5]|25P0[34]|ECONNREFUSED|ECONNRESET|ECONNABORTED|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|ERR_STREAM_DESTROYED|ERR_STREAM_WRITE_AFTER_END)$/;
/** What driver, pool and Kysely say without a code, of a connection that broke, never came about, or is being closed. */
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

/** Whether the database cannot be reached just now, or the connection broke while it was asked: whatever was asked. */
export const isAway = (error: unknown): boolean => said(error, awayCode, awayMessage);

/** Out of connections, and waited too long: for a lock, for a statement, for a connection of the pool, or in vain for one's turn among those that want the same rows. */
const busyCode = /^(53300|55P03|57014|40P01|40001)$/;
const isBusy = (error: unknown): boolean => said(error, busyCode, /^timeout exceeded when trying to connect$/);

/** Whether an error, or what caused it, has such a code or says such words. */
function said(error: unknown, code: RegExp, message: RegExp, depth = 0): boolean {
  // What other systems do not answer (fetch) is no matter of the database.
  if (!(error instanceof Error) || error instanceof TypeError || depth > 5) return false;
  if (code.test((error as DatabaseError).code ?? "") || message.test(error.message)) return true;
  const inner = error instanceof AggregateError ? (error.errors as unknown[]) : [error.cause];
  return inner.some((one) => said(one, code, message, depth + 1));
}
