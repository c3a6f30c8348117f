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

/** Only compiles. Hot statements write names as the database has them, so no plugin need walk through the statement first. */
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
export async function named<R>(pool: pg.Pool, { sql: text, parameters }: CompiledQuery): Promise<R[]> {
  const result = await pool.query({ name: statementName(text), text, values: parameters as unknown[] });
  return result.rows as R[];
}

/** Runs a compiled query planned for the very values it has, where one plan for all values is good for none. */
export async function unnamed<R>(pool: pg.Pool, { sql: text, parameters }: CompiledQuery): Promise<R[]> {
  const result = await pool.query({ text, values: parameters as unknown[] });
  return result.rows as R[];
}

const names = new Map<string, string>();
/** A short name per text; the cache is bounded, since filters combine in many ways. */
function statementName(text: string): string {
  let name = names.get(text);
  if (!name) {
    if (names.size > 2000) names.clear();
    names.set(text, (name = createHash("sha256").update(text).digest("base64url")));
  }
  return name;
}
