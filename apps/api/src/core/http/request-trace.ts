import type { FastifyRequest } from "fastify";
import type { Caller, Journal, Trace } from "../journal.ts";

/** What is taken down of a request on its way, for the journal. */
export interface RequestTrace extends Trace {
  /** Of the tenant that was asked, as soon as it is known. */
  journal: Journal;
}

declare module "fastify" {
  interface FastifyRequest {
    /** What the journal will say of the request; null where no call answers it. */
    trace: RequestTrace | null;
  }
}

/** Who is behind a request, as the journal says it. */
export const callerOf = (request: FastifyRequest): Caller => ({
  ip: request.ip,
  userAgent: request.headers["user-agent"],
  requestId: request.id,
});
