import type { FastifyInstance } from "fastify";
import { type WorkContext, inContext } from "../foundation/request-context.ts";
import { getCaller } from "./request-trace.ts";

declare module "fastify" {
  interface FastifyRequest {
    context: WorkContext;
  }
}

/** Adds a request id to every response, and to every log line of the request. */
export function addRequestIds(app: FastifyInstance): void {
  app.decorateRequest("context");
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("X-Request-Id", request.id);
    request.context = {
      requestId: request.id,
      path: request.url.split("?")[0] ?? "",
      trace: null,
      caller: getCaller(request),
    };
    inContext(request.context, done);
  });
  // The body is read by listeners of the connection, which run outside the context of the request.
  app.addHook("preValidation", (request, _reply, done) => inContext(request.context, done));
}
