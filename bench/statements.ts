import { randomUUID } from "node:crypto";
import pg from "pg";
import type { SentStatement } from "../apps/api/test/statements/sent-statements.ts";

const plans = /^\s*(select|with|insert|update|delete)\b/i;

/**
 * Milliseconds that PostgreSQL plans a statement at each call: for one without a name always, for a prepared one what remains after six calls,
 * when the database has decided whether one plan is good enough.
 */
export async function planningOf(pool: pg.Pool, { name, text, values = [] }: SentStatement): Promise<number> {
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
  // A value that is put in when the statement is sent.
  if (typeof value === "object" && "toPostgres" in value) return getLiteral((value.toPostgres as () => unknown)());
  const text = Array.isArray(value) ? `{${value.map((one) => `"${String(one)}"`).join(",")}}` : String(value);
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : text);
}
