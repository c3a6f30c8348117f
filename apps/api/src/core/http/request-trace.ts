import type { FastifyRequest } from "fastify";
import type { Departure } from "../foundation/departure.ts";
import type { Caller, Journal, Trace } from "./journal.ts";

/** What is recorded about a request for the journal. */
export interface RequestTrace extends Trace {
  /** The journal of the tenant, as soon as that is known. */
  journal: Journal;
  /** Of a read: whether its client has left. */
  departure?: Departure;
}

declare module "fastify" {
  interface FastifyRequest {
    /** What the journal will record about the request; null where the address belongs to no call. */
    trace: RequestTrace | null;
  }
}

/** The caller of a request, as the journal records it. */
export const getCaller = (request: FastifyRequest): Caller => ({
  ip: request.ip,
  userAgent: request.headers["user-agent"],
  requestId: request.id,
});
