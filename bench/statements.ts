import { randomUUID } from "node:crypto";
import pg from "pg";

export interface Statement {
  name?: string;
  text: string;
  values?: unknown[];
}
type Query = (statement: string | Statement, ...rest: unknown[]) => unknown;

/** Runs something and records what it sends to PostgreSQL. Nothing else may be sent meanwhile. */
export async function statementsOf<T>(work: () => Promise<T>): Promise<[T, Statement[]]> {
  const sent: Statement[] = [];
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const through = prototype.query;
  prototype.query = function (this: pg.Client, statement, ...rest) {
    if (typeof statement === "string")
      sent.push({ text: statement, ...(Array.isArray(rest[0]) && { values: rest[0] }) });
    else sent.push(statement);
    return through.call(this, statement, ...rest);
  };
  try {
    return [await work(), sent];
  } finally {
    prototype.query = through;
  }
}

const plans = /^\s*(select|with|insert|update|delete)\b/i;

/**
 * Milliseconds that PostgreSQL plans a statement at each call: for one without a name always, for a prepared one what remains after six calls,
 * when the database has decided whether one plan is good enough.
 */
export async function planningOf(pool: pg.Pool, { name, text, values = [] }: Statement): Promise<number> {
  if (!plans.test(text)) return 0;
  const client = await pool.connect();
  const prepared = `p_${randomUUID().replaceAll("-", "")}`;
  try {
    await client.query(`prepare ${prepared} as ${text}`);
    const given = values.map((value) => getLiteral(value)).join(", ");
    const execute = `explain (summary, format json) execute ${prepared}${given && `(${given})`}`;
    const times: number[] = [];
    for (let call = 0; call < (name ? 8 : 2); call++) {
      const { rows } = await client.query<{ "QUERY PLAN": [{ "Planning Time": number }] }>(execute);
      times.push((rows[0] as (typeof rows)[0])["QUERY PLAN"][0]["Planning Time"]);
    }
    await client.query(`deallocate ${prepared}`);
    return Math.min(...times.slice(-2));
  } catch {
    // Temporary tables and the like are gone, so there is nothing to plan.
    return 0;
  } finally {
    client.release();
  }
}

function getLiteral(value: unknown): string {
  if (value === null || value === undefined) return "null";
  const text = Array.isArray(value) ? `{${value.map((one) => `"${String(one)}"`).join(",")}}` : String(value);
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : text);
}
