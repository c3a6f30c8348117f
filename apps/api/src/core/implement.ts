import type { Call } from "@jipei/contract/core/call.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Actor } from "./actor.ts";
import type { Db, Tx } from "./db.ts";
import type { Timer, Worker } from "./jobs.ts";
import type { Services } from "./services.ts";

/** A call with the function that answers it. */
export type Route =
  | {
      kind: "reads";
      call: Call<any, any>;
      handler: (db: Db, actor: Actor, input: any, app: Services) => Promise<unknown>;
    }
  | {
      kind: "writes";
      call: Call<any, any>;
      handler: (tx: Tx, actor: Actor, input: any, app: Services, prepared: any) => Promise<unknown>;
      prepare?: Prepare<any, any>;
    }
  | {
      kind: "raw";
      call: Call<any, any>;
      handler: (
        request: FastifyRequest,
        reply: FastifyReply,
        actor: Actor,
        input: any,
        app: Services,
      ) => Promise<unknown>;
    };

/** Answers without changing anything; runs outside a transaction. */
export const reads = <I, O>(
  call: Call<I, O>,
  handler: (db: Db, actor: Actor, input: NoInfer<I>, app: Services) => Promise<NoInfer<O>>,
): Route => ({ kind: "reads", call, handler });

/** Changes something; the whole handler is one transaction, repeated when the database asks for it (deadlock, serialisation). */
export const writes = <I, O>(
  call: Call<I, O>,
  handler: (tx: Tx, actor: Actor, input: NoInfer<I>, app: Services) => Promise<NoInfer<O>>,
): Route => ({ kind: "writes", call, handler });

/**
 * What must be done before the transaction opens: asking other systems, which may take seconds that no lock should last, hashing, reading
 * a header. Its answer is handed to the handler.
 */
export type Prepare<I, P> = (app: Services, actor: Actor, input: I, request: FastifyRequest) => Promise<P>;

/** `writes` with a preparation outside its transaction. */
export const writesPrepared = <I, O, P>(
  call: Call<I, O>,
  prepare: Prepare<NoInfer<I>, P>,
  handler: (tx: Tx, actor: Actor, input: NoInfer<I>, app: Services, prepared: P) => Promise<NoInfer<O>>,
): Route => ({
  kind: "writes",
  call,
  handler,
  prepare,
});

/** Handles request and reply itself: files up and down. What it returns is still enveloped unless it sent the reply. */
export const raw = <I, O>(
  call: Call<I, O>,
  handler: (
    request: FastifyRequest,
    reply: FastifyReply,
    actor: Actor,
    input: NoInfer<I>,
    app: Services,
  ) => Promise<unknown>,
): Route => ({ kind: "raw", call, handler });

/** What a domain brings: its routes, which database constraint means which refusal, and what it does in the background. */
export interface Domain {
  name: string;
  routes: readonly Route[];
  /** Its calls are short and must be answered while long ones wait: they have connections of their own. */
  short?: true;
  constraints?: Readonly<Record<string, import("@jipei/contract/core/errors.ts").ErrorCode>>;
  workers?: readonly Worker[];
  timers?: readonly Timer[];
  htmlPages?: readonly HtmlPage[];
}

/** A page that must work without script, written by the server: what a scanned code opens. */
export interface HtmlPage {
  path: string;
  /** The whole document, or null where the web application shows the page itself. */
  render(
    query: Readonly<Record<string, unknown>>,
    language: "zh" | "en",
    ip: string,
    app: Services,
  ): Promise<string | null>;
}
