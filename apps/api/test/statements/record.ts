// Loaded before everything else in each process of the API tests: records which texts of SQL PostgreSQL has accepted. docs/testing.md.
import { mkdirSync, writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { threadId } from "node:worker_threads";
import pg from "pg";
import { placesIn, unmarked } from "./places.ts";

/** Folder that gets one file of each process. */
const folder = process.env.SQL_RECORD;
const statements = new Set<string>();

if (folder) {
  const marking = new URL("sql-with-places.ts", import.meta.url).href;
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier === "kysely" && isProduct(context.parentURL) ? marking : specifier, context),
  });
  hearAccepted();
  process.once("exit", () => write(folder));
}

function isProduct(url = ""): boolean {
  return /\/apps\/api\/(src|seed)\//.test(url) && !url.endsWith(".test.ts");
}

/** The server is ready for the next query without an error: PostgreSQL knew every name. Only queries of the driver's own class are recorded. */
function hearAccepted(): void {
  const query = pg.Query.prototype as unknown as { text: string; handleReadyForQuery(connection: unknown): void };
  const { handleReadyForQuery } = query;
  query.handleReadyForQuery = function (connection) {
    statements.add(this.text);
    handleReadyForQuery.call(this, connection);
  };
}

function write(to: string): void {
  mkdirSync(to, { recursive: true });
  const all = [...statements].filter(Boolean);
  const places = [...new Set(all.flatMap(placesIn))];
  const texts = [...new Set(all.map(unmarked))];
  writeFileSync(join(to, `${process.pid}-${threadId}.json`), JSON.stringify({ places, texts }));
}
