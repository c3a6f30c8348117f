import { once } from "node:events";
import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { type Entity, snake } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { CamelCasePlugin, Kysely, PostgresDialect, type RawBuilder, sql } from "kysely";
import { from as copyFrom } from "pg-copy-streams";
import type { Database } from "../../database/tables.ts";
import { mayRetry } from "../../database/database-errors.ts";
import { type Tx, withConnection } from "../../database/db.ts";
import { columnType } from "../../database/ddl.ts";
import type { Services } from "../../foundation/services.ts";

/**
 * The good rows of an import in a temporary table of the transaction, `import_stage`: `line` (the row of the sheet) and one column per field
 * (and per hash), in snake case.
 */
export interface Stage {
  table: RawBuilder<unknown>;
  rows: number;
  columns: readonly string[];
}

/** A transaction whose connection takes COPY as well. */
export interface Staging {
  tx: Tx;
  /** Opens the stage for rows. Until the copy has ended, nothing else may be asked of the transaction. */
  copy(columns: readonly string[]): Copy;
}

export interface Copy {
  /** Sends COPY text; waits while the database is behind. */
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  end(): Promise<void>;
}

/** Runs an import in one transaction on a connection of its own. @param signal ends it, even in the middle of a statement */
export async function inStaging<T>(
  app: Services,
  work: (staging: Staging) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  return withConnection(app.pool, (client) => {
    // COPY needs the connection itself, which a Kysely transaction does not give out: so it gets one of its own.
    const lone = { connect: async () => ({ query: client.query.bind(client), release() {} }), end: async () => {} };
    const db = new Kysely<Database>({
      // Of a pool Kysely uses these two functions alone.
      dialect: new PostgresDialect({ pool: lone as never }),
      plugins: [new CamelCasePlugin()],
    });
    return db.transaction().execute(async (tx) => {
      // Whoever imports has time, and what came before would be for nothing.
      await sql`set local lock_timeout = '60s'`.execute(tx);
      await using _watch = await cancelOnAbort(app, tx, signal);
      return await work({
        tx,
        copy: (columns) =>
          buildCopy(client.query(copyFrom(`copy import_stage (${columns.map(snake).join(", ")}) from stdin`))),
      });
    });
  });
}

/** Cancels what the transaction is doing when the signal comes, from another connection. */
async function cancelOnAbort(app: Services, tx: Tx, signal: AbortSignal | undefined): Promise<AsyncDisposable> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
  let cancelling: Promise<unknown> = Promise.resolve();
  const cancel = (): void => {
    cancelling = sql`select pg_cancel_backend(${rows[0]?.pid})`.execute(app.db).catch(() => {});
  };
  signal?.addEventListener("abort", cancel, { once: true });
  return {
    async [Symbol.asyncDispose]() {
      signal?.removeEventListener("abort", cancel);
      // Another transaction of this connection must not be hit.
      await cancelling;
    },
  };
}

function buildCopy(stream: Writable): Copy {
  const ended = finished(stream);
  // An error of the database is thrown by the next write or end.
  let failure: unknown = null;
  ended.catch((error: unknown) => {
    failure = error;
  });
  return {
    async write(bytes) {
      if (failure) throw failure;
      if (!stream.write(Buffer.from(bytes.buffer))) await Promise.race([once(stream, "drain"), ended]);
    },
    end() {
      if (!failure) stream.end();
      return ended;
    },
  };
}

/** Makes the empty table. @param columns fields of the entity, and hashes of those that are encrypted */
export async function createStage(tx: Tx, entity: Entity, columns: readonly string[]): Promise<void> {
  const types = columns.map(
    (name) => `${snake(name)} ${entity.fields[name] ? columnType(entity.fields[name] as Field) : "varchar(43)"}`,
  );
  await sql`create temporary table import_stage (line integer not null, ${sql.raw(types.join(", "))}) on commit drop`.execute(
    tx,
  );
}

/** The table as checks and `write` see it, once all rows are in it. */
export async function getStage(tx: Tx, columns: readonly string[], rows: number): Promise<Stage> {
  // A rough idea is enough for a table that is read a few times.
  await sql`set local default_statistics_target = 10`.execute(tx);
  await sql`analyze import_stage`.execute(tx);
  return { table: sql.table("import_stage"), rows, columns };
}

/** Does what writes from the stage, again when the database asks for it; the stage itself stays. */
export async function retried<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    await sql`savepoint staged`.execute(tx);
    try {
      return await work();
    } catch (error) {
      if (!mayRetry(error) || attempt >= 4) throw error;
      await sql`rollback to savepoint staged`.execute(tx);
    }
  }
}
