import type pg from "pg";
import type { SentStatement } from "../../apps/api/test/statements/sent-statements.ts";

/** What one process sent from its start to its end, transaction by transaction, with its own numbers in the statements. */
export interface Recorded {
  instanceId: string;
  taskIds: readonly string[];
  transactions: readonly (readonly SentStatement[])[];
}

/** Something else that belongs to a transaction, before it ends. @param at number of the transaction, from 0 on */
export type Within = (client: pg.PoolClient, instanceId: string, at: number) => Promise<void>;

/** Cuts what was sent into its transactions, without the words that begin and end them. */
export function cutTransactions(sent: readonly SentStatement[]): SentStatement[][] {
  const transactions: SentStatement[][] = [];
  for (const statement of sent)
    if (statement.text === "begin") transactions.push([]);
    else if (statement.text !== "commit") transactions.at(-1)?.push(statement);
  return transactions;
}

/** Sends the statements of a process once more, as those of a new process. */
export async function replay(pool: pg.Pool, recorded: Recorded, within?: Within): Promise<void> {
  const numbers = new Map<string, string>();
  const tasks = [...recorded.taskIds];
  const renumber = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(renumber) : typeof value === "string" ? (numbers.get(value) ?? value) : value;
  for (const [at, statements] of recorded.transactions.entries()) {
    const client = await pool.connect();
    await client.query("begin");
    for (const { name, text, values = [] } of statements) {
      const { rows } = await client.query<{ id: string }>({ name, text, values: values.map(renumber) });
      const old = text.startsWith('insert into "flow_instance"')
        ? recorded.instanceId
        : text.startsWith('insert into "flow_task"')
          ? tasks.shift()
          : undefined;
      if (old !== undefined) numbers.set(old, rows[0]?.id ?? "");
    }
    await within?.(client, numbers.get(recorded.instanceId) ?? "", at);
    await client.query("commit");
    client.release();
  }
}
