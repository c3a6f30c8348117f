import { createHash } from "node:crypto";
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from "kysely";
import type pg from "pg";
import { borrow } from "./borrowed.ts";

/** Compiles statements without running them. They use the database's own snake-case names, so that no plugin has to translate them. */
const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

export const compiled = (query: RawBuilder<unknown>): CompiledQuery => query.compile(compiler);

/** Runs a compiled query as a named statement, so that PostgreSQL parses and plans its text once per connection. */
export async function runPrepared<R>(pool: pg.Pool, { sql: text, parameters }: CompiledQuery): Promise<R[]> {
  return send<R>(pool, { name: statementName(text), text, values: parameters as unknown[] });
}

/** Runs a compiled query with a plan for its own values, where one plan for all values would be a bad one. */
export async function runUnprepared<R>(pool: pg.Pool, { sql: text, parameters }: CompiledQuery): Promise<R[]> {
  return send<R>(pool, { text, values: parameters as unknown[] });
}

async function send<R>(pool: pg.Pool, statement: pg.QueryConfig): Promise<R[]> {
  const client = await borrow(pool);
  try {
    const { rows } = await client.query(statement);
    client.release();
    return rows as R[];
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** How often each text was sent that is not prepared yet. */
const sent = new Map<string, number>();
/** A text that comes back so often has a fixed shape, and is worth a place in the memory of each connection. */
const often = 3;
/** Greatest number of texts that are counted, and of those that are prepared. */
const most = { counted: 5000, prepared: 1000 };
const repeated = new Set<string>();
/**
 * Columns that are not named: a migration that adds one would change what a prepared statement answers, which PostgreSQL refuses. And conflicts that a
 * partial index finds: with the value of its condition as a parameter, a plan for all values cannot tell that it is that index (42P10).
 */
const neverPrepared = /(?:^|[\s,.])\*(?=[\s,)]|$)|\bon conflict\b/;

/**
 * The name under which a statement of the query builder is prepared, so that PostgreSQL need not plan it at each call; undefined for texts that do
 * not come back, such as those with lists of different lengths, and for those without parameters, which may be several in one text.
 */
export function nameOfRepeated(text: string, values: readonly unknown[] = []): string | undefined {
  if (values.length === 0) return undefined;
  if (repeated.has(text)) return statementName(text);
  const times = (sent.get(text) ?? 0) + 1;
  if (sent.size > most.counted) sent.clear();
  sent.set(text, times);
  if (times < often || repeated.size >= most.prepared || neverPrepared.test(text)) return undefined;
  sent.delete(text);
  repeated.add(text);
  return statementName(text);
}

const names = new Map<string, string>();
/** A short name for each text. The cache is bounded, since filters combine in many ways. */
function statementName(text: string): string {
  let name = names.get(text);
  if (!name) {
    if (names.size > 2000) names.clear();
    names.set(text, (name = createHash("sha256").update(text).digest("base64url")));
  }
  return name;
}
