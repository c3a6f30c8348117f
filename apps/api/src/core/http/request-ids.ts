import type { FastifyInstance } from "fastify";
import { type WorkContext, inContext } from "../request-context.ts";
import { callerOf } from "./request-trace.ts";

declare module "fastify" {
  interface FastifyRequest {
    context: WorkContext;
  }
}

/** Every answer names its request, and so does every line that is logged on its behalf. */
export function addRequestIds(app: FastifyInstance): void {
  app.decorateRequest("context");
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("X-Request-Id", request.id);
    request.context = {
      requestId: request.id,
      path: request.url.split("?")[0] ?? "",
      trace: null,
      caller: callerOf(request),
    };
    inContext(request.context, done);
  });
  // The body was read by listeners of the connection, which know nothing of the request.
  app.addHook("preValidation", (request, _reply, done) => inContext(request.context, done));
}
