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
  const result = await pool.query({ name: statementName(text), text, values: parameters as unknown[] });
  return result.rows as R[];
}

/** Runs a compiled query with a plan for its own values, where one plan for all values would be a bad one. */
export async function runUnprepared<R>(pool: pg.Pool, { sql: text, parameters }: CompiledQuery): Promise<R[]> {
  const result = await pool.query({ text, values: parameters as unknown[] });
  return result.rows as R[];
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
