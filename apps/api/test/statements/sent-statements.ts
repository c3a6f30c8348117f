import pg from "pg";

export interface SentStatement {
  /** Of a prepared statement. */
  name?: string;
  text: string;
  values?: unknown[];
}
type Query = (statement: string | SentStatement, ...rest: unknown[]) => unknown;

/** Runs something and records what this process sends to PostgreSQL meanwhile. */
export async function sentStatements<T>(work: () => Promise<T>): Promise<[T, SentStatement[]]> {
  const sent: SentStatement[] = [];
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
