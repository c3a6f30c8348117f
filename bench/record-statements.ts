import pg from "pg";

export interface Statement {
  name?: string;
  text: string;
  values: unknown[];
}

/** What is sent to databases by this process while some work runs. */
export async function recordStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const sent: Statement[] = [];
  const { query: through } = pg.Client.prototype;
  pg.Client.prototype.query = function (
    this: pg.Client,
    statement: string | Statement,
    values?: unknown[],
    ...rest: unknown[]
  ) {
    sent.push(typeof statement === "string" ? { text: statement, values: values ?? [] } : statement);
    return (through as (...all: unknown[]) => unknown).call(this, statement, values, ...rest);
  } as never;
  await work().finally(() => (pg.Client.prototype.query = through));
  return sent;
}
