import { once } from "node:events";
import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { type Entity, snake } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { CamelCasePlugin, Kysely, PostgresDialect, type RawBuilder, sql } from "kysely";
import { from as copyFrom } from "pg-copy-streams";
import type { Database } from "../../database/tables.ts";
import type { Actor } from "../../foundation/actor.ts";
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
  /** `insert into <entity> (columns, base fields) select … from stage s <tail>`; the tail may filter and say what to do on conflict. @returns rows inserted */
  insert(tx: Tx, actor: Actor, tail?: RawBuilder<unknown>): Promise<number>;
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

/** Runs an import in one transaction on a connection of its own. */
export async function inStaging<T>(app: Services, work: (staging: Staging) => Promise<T>): Promise<T> {
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
      return work({
        tx,
        copy: (columns) =>
          buildCopy(client.query(copyFrom(`copy import_stage (${columns.map(snake).join(", ")}) from stdin`))),
      });
    });
  });
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
export async function getStage(tx: Tx, entity: Entity, columns: readonly string[], rows: number): Promise<Stage> {
  // A rough idea is enough for a table that is read a few times.
  await sql`set local default_statistics_target = 10`.execute(tx);
  await sql`analyze import_stage`.execute(tx);
  return {
    table: sql.table("import_stage"),
    rows,
    columns,
    insert: (own, actor, tail = sql``) => insert(own, actor, entity, columns, tail),
  };
}

async function insert(
  tx: Tx,
  actor: Actor,
  entity: Entity,
  columns: readonly string[],
  tail: RawBuilder<unknown>,
): Promise<number> {
  const names = sql.raw(columns.map(snake).join(", "));
  const from = sql.raw(columns.map((name) => `s.${snake(name)}`).join(", "));
  const result =
    await sql`insert into ${sql.table(entity.table)} (${names}, create_user, create_dept, update_user, tenant_id)
    select ${from}, ${actor.userId}, ${actor.deptId}::bigint, ${actor.userId}, ${actor.tenantId} from import_stage s ${tail}`.execute(
      tx,
    );
  return Number(result.numAffectedRows ?? 0);
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
