import type { Services } from "../core/foundation/services.ts";
import { makePartitions } from "./partitions.ts";

export type LogTable = "usual_log" | "api_log" | "error_log";
/** The columns of the table, and two more: `moment`, when it happened, and `luck`, a random number by which calls are sampled. */
export type LogRow = Record<string, string | number | Date | null | undefined>;

/** Upper limits of a buffer: rows, and characters of long texts. */
const mostRows = 5000;
const mostText = 16_000_000;

const columns: Readonly<Record<LogTable, readonly string[]>> = {
  usual_log: [
    "create_by",
    "log_level",
    "log_id",
    "service_id",
    "method",
    "request_uri",
    "remote_ip",
    "request_id",
    "user_agent",
    "server_host",
    "server_ip",
    "env",
    "log_data",
  ],
  api_log: [
    "title",
    "title_en",
    "type",
    "time",
    "create_by",
    "service_id",
    "method",
    "request_uri",
    "method_class",
    "method_name",
    "remote_ip",
    "request_id",
    "params",
  ],
  error_log: [
    "exception_name",
    "service_id",
    "request_uri",
    "method_class",
    "method_name",
    "file_name",
    "line_number",
    "create_by",
    "remote_ip",
    "request_id",
    "message",
    "stack_trace",
    "params",
  ],
};
const numbers = new Set(["time", "line_number"]);

/** One statement for each table, for any number of rows, which are passed as one JSON text. */
const statements = Object.fromEntries(
  Object.entries(columns).map(([table, own]) => {
    const types = own.map((name) => `${name} ${numbers.has(name) ? "integer" : "text"}`).join(", ");
    return [
      table,
      `insert into ${table} (${own.join(", ")}, create_user, create_dept, tenant_id, create_time)
      select ${own.join(", ")}, create_user, create_dept, coalesce(tenant_id, tenant_owner()), moment from json_to_recordset($1) as x(${types}, create_user bigint, create_dept bigint, tenant_id text, moment timestamptz)`,
    ];
  }),
) as Record<LogTable, string>;

/** Rows that wait to be written. Their number is limited, so that logs never take the memory that requests need. */
export class LogBuffer {
  #rows: { table: LogTable; row: LogRow }[] = [];
  #text = 0;
  #lost = 0;

  get size(): number {
    return this.#rows.length;
  }

  add(table: LogTable, row: LogRow): void {
    if (this.#rows.length >= mostRows || this.#text >= mostText) return void this.#lost++;
    this.#rows.push({ table, row });
    this.#text += getText(row);
  }

  /** Returns how many rows were dropped since the last call, and resets the count. */
  takeLost(): number {
    const lost = this.#lost;
    this.#lost = 0;
    return lost;
  }

  /**
   * Writes the oldest of the wanted rows. When writing fails they stay in the buffer, unless the rows themselves are the reason.
   * @throws the error of the database when it is away
   */
  async write(
    app: Pick<Services, "pool" | "db">,
    most: number,
    wanted: (table: LogTable, row: LogRow) => boolean,
  ): Promise<void> {
    const taken = this.#rows.slice(0, most);
    for (const table of Object.keys(columns) as LogTable[]) {
      const rows = taken.filter((one) => one.table === table && wanted(table, one.row)).map(({ row }) => row);
      if (rows.length > 0) await this.#insert(app, table, rows);
      // These rows are done with, whatever happens to the others.
      this.#drop(taken.filter((one) => one.table === table));
    }
  }

  async #insert(app: Pick<Services, "pool" | "db">, table: LogTable, rows: readonly LogRow[]): Promise<void> {
    const insert = (some: readonly LogRow[]) =>
      app.pool.query({ name: `log ${table}`, text: statements[table], values: [JSON.stringify(some)] });
    try {
      await insert(rows);
    } catch (error) {
      if (!isOfRows(error)) throw error;
      // Most likely the month has no partition yet, because no timer has run for long; otherwise a single row is invalid.
      await makePartitions(app);
      for (const row of rows)
        await insert([row]).catch((again: unknown) => {
          if (!isOfRows(again)) throw again;
          this.#lost++;
        });
    }
  }

  #drop(done: readonly { table: LogTable; row: LogRow }[]): void {
    const written = new Set(done);
    this.#rows = this.#rows.filter((one) => !written.has(one));
    for (const { row } of done) this.#text -= getText(row);
  }
}

const getText = (row: LogRow): number =>
  [row.params, row.log_data, row.stack_trace, row.message].reduce(
    (sum: number, text) => sum + (typeof text === "string" ? text.length : 0),
    300,
  );
const isOfRows = (error: unknown): boolean => /^2[23]/.test((error as { code?: string }).code ?? "");
