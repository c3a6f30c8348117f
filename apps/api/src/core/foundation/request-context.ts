import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { RequestTrace } from "../http/request-trace.ts";
import type { Caller } from "../http/journal.ts";

/** The request or job that the running code belongs to; its id is added to every log line. */
export interface WorkContext {
  requestId: string;
  /** Path of the request without its query; of a job, its name. */
  path: string;
  trace: RequestTrace | null;
  caller: Caller;
}

const current = new AsyncLocalStorage<WorkContext>();

/** Runs work as part of a request or a job. */
export const inContext = <T>(context: WorkContext, work: () => T): T => current.run(context, work);

/** The context of the running code; undefined where the server works by itself. */
export const currentContext = (): WorkContext | undefined => current.getStore();

/** Without letters and digits that look or sound alike, because users read the id out over the phone. */
const letters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const wellFormed = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;

/** A new request id: ten characters, fifty random bits. */
export const newRequestId = (): string => Array.from(randomBytes(10), (byte) => letters[byte % 32]).join("");

/** The request id that our proxy has set, else a new one. @param trusted whether there is a proxy; ids of clients are not accepted */
export function getRequestId({ headers }: Pick<IncomingMessage, "headers">, trusted: boolean): string {
  const given = headers["x-request-id"];
  return trusted && typeof given === "string" && wellFormed.test(given) ? given : newRequestId();
}
