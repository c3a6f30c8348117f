import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { RequestTrace } from "../http/request-trace.ts";
import type { Departure } from "./departure.ts";
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

/** Says when the client of the running work leaves; undefined for changes and jobs, which go on to their end. */
export const currentDeparture = (): Departure | undefined => currentContext()?.trace?.departure;

/** Without letters and digits that look or sound alike, because users read the id out over the phone. */
const letters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const wellFormed = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;

const idLength = 10;
/** Random bytes for some hundred ids: a call of the generator for each would cost more than the rest of the id. */
let random = Buffer.alloc(0);

/** A new request id: ten characters, fifty random bits. */
export function newRequestId(): string {
  if (random.length < idLength) random = randomBytes(100 * idLength);
  let id = "";
  for (const byte of random.subarray(0, idLength)) id += letters[byte % 32];
  random = random.subarray(idLength);
  return id;
}

/** The request id that our proxy has set, else a new one. @param trusted whether there is a proxy; ids of clients are not accepted */
export function getRequestId({ headers }: Pick<IncomingMessage, "headers">, trusted: boolean): string {
  const given = headers["x-request-id"];
  return trusted && typeof given === "string" && wellFormed.test(given) ? given : newRequestId();
}
