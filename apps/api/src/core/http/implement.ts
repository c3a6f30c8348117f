import type { Call } from "@jipei/contract/core/call.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Actor } from "../foundation/actor.ts";
import type { Db, Tx } from "../database/db.ts";
import type { Timer, Worker } from "../jobs/jobs.ts";
import type { Answer } from "../foundation/ports.ts";
import type { DerivedField } from "../database/sql.ts";
import type { RowOwner } from "../storage/files.ts";
import type { Provided } from "../foundation/provided.ts";
import type { Services } from "../foundation/services.ts";
import type { DeclaredImporter } from "../excel/import/import-registry.ts";

/** A call with its handler. Routes of the CRUD factory also say which rows an actor sees (`owner`); long answers become a job (`worker`). */
export type Route = {
  owner?: RowOwner;
  worker?: Worker;
  /** The history says who took the file that it answers. */
  isRecorded?: true;
} & (
  | {
      kind: "reads";
      call: Call;
      handler: (db: Db, actor: Actor, input: unknown, app: Services) => Promise<unknown>;
    }
  | {
      kind: "writes";
      call: Call;
      handler: (tx: Tx, actor: Actor, input: unknown, app: Services, prepared: unknown) => Promise<unknown>;
      prepare?: Prepare<unknown, unknown>;
    }
  | {
      kind: "raw";
      call: Call;
      handler: (
        request: FastifyRequest,
        reply: FastifyReply,
        actor: Actor,
        input: unknown,
        app: Services,
      ) => Promise<unknown>;
    }
);

// Inputs are checked against the shape of their call before they reach a handler; here they get the type of that shape.

/** A route that only reads; runs outside a transaction. */
export const reads = <I, O>(
  call: Call<I, O>,
  handler: (db: Db, actor: Actor, input: NoInfer<I>, app: Services) => Promise<NoInfer<O>>,
): Route => ({ kind: "reads", call, handler: (db, actor, input, app) => handler(db, actor, input as I, app) });

/** A route that changes something. The handler runs in one transaction, and again after a deadlock or serialisation failure. */
export const writes = <I, O>(
  call: Call<I, O>,
  handler: (tx: Tx, actor: Actor, input: NoInfer<I>, app: Services) => Promise<NoInfer<O>>,
): Route => ({ kind: "writes", call, handler: (tx, actor, input, app) => handler(tx, actor, input as I, app) });

/**
 * Work before the transaction opens: calls to other systems, which may take seconds during which no lock should be held; hashing; reading a
 * header. Its result is passed to the handler.
 */
export type Prepare<I, P> = (app: Services, actor: Actor, input: I, request: FastifyRequest) => Promise<P>;

/** `writes` with a preparation before its transaction. */
export const writesPrepared = <I, O, P>(
  call: Call<I, O>,
  prepare: Prepare<NoInfer<I>, P>,
  handler: (tx: Tx, actor: Actor, input: NoInfer<I>, app: Services, prepared: P) => Promise<NoInfer<O>>,
): Route => ({
  kind: "writes",
  call,
  handler: (tx, actor, input, app, prepared) => handler(tx, actor, input as I, app, prepared as P),
  prepare: (app, actor, input, request) => prepare(app, actor, input as I, request),
});

/** A route that handles request and reply itself: uploads and downloads. What it returns is put into the envelope unless it sent the reply. */
export const raw = <I, O>(
  call: Call<I, O>,
  handler: (
    request: FastifyRequest,
    reply: FastifyReply,
    actor: Actor,
    input: NoInfer<I>,
    app: Services,
  ) => Promise<unknown>,
): Route => ({
  kind: "raw",
  call,
  handler: (request, reply, actor, input, app) => handler(request, reply, actor, input as I, app),
});

/** A domain: its routes, which refusal each database constraint means, and its background work. */
export interface Domain {
  name: string;
  routes: readonly Route[];
  /** Its calls are short and must be answered while long ones wait, so they have a connection pool of their own. */
  short?: true;
  constraints?: Readonly<Record<string, import("@jipei/contract/core/errors.ts").ErrorCode>>;
  /** Imports of its lists: their routes are added, and what they wrote can be undone. */
  importers?: readonly (DeclaredImporter & { routes: readonly Route[] })[];
  /** Which rows of an entity an actor sees, for entities without routes of the CRUD factory. */
  owners?: readonly RowOwner[];
  /** What the core needs of its tables. */
  provides?: Partial<Provided>;
  /** How derived fields of its entities are worked out. */
  derived?: readonly DerivedField[];
  /** Answers to questions of earlier domains about their rows, such as whether a row is used. */
  holds?: readonly Answer[];
  /** What it does after moves and changes of rows of earlier domains. */
  reactions?: readonly Answer[];
  workers?: readonly Worker[];
  timers?: readonly Timer[];
  htmlPages?: readonly HtmlPage[];
}

/** A page that the server renders, because it must work without scripts: the one that a scanned QR code opens, and what search engines read. */
export interface HtmlPage {
  path: string;
  /** Search engines may list it. */
  isListed?: true;
  /** What it is, where it is no HTML. */
  type?: string;
  /** The whole document, or null where the web application shows the page itself. */
  render(
    query: Readonly<Record<string, unknown>>,
    language: "zh" | "en",
    ip: string,
    app: Services,
  ): Promise<string | null>;
}

/** The background work of a domain, that which its routes bring along too. */
export const workersOf = ({ routes, workers = [] }: Domain): Worker[] => [
  ...workers,
  ...routes.flatMap(({ worker }) => worker ?? []),
];
