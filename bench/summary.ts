import { performance } from "node:perf_hooks";
import pg from "pg";
import { summaryCalls } from "../packages/contract/src/home/summary.ts";
import { startCounty } from "./chain/chain.ts";
import { openWalk } from "./chain/chain-walk.ts";

const queries = [
  "",
  "groupBy=org",
  "groupBy=course",
  "groupBy=trainKind&crossBy=month",
  "groupBy=region&crossBy=level",
];

/**
 * The figures of a year by groups over a county of a million students: the first call, the statement of the same alone (as somebody would write it
 * by hand), and the call once more, which is answered from what is kept for half a minute.
 */
export async function* summary(quick: boolean): AsyncGenerator<Record<string, string>> {
  await using county = await startCounty(quick);
  const app = await openWalk(county.services);
  const year = new Date().getFullYear() - 1;
  const headers = { token: "bureau" };
  // A database that was just cloned reads from the disk what one that serves has in memory.
  await app.inject({ url: `${summaryCalls.list.path}?year=${year}&monthTo=11`, headers });
  for (const query of queries) {
    const url = `${summaryCalls.list.path}?year=${year}${query && `&${query}`}`;
    const sent: pg.QueryConfig[] = [];
    const { query: through } = pg.Client.prototype;
    pg.Client.prototype.query = function (this: pg.Client, statement: string | pg.QueryConfig, ...rest: unknown[]) {
      if (typeof statement !== "string" && statement.text.includes(" facts group by ")) sent.push(statement);
      else if (typeof statement === "string" && statement.includes(" facts group by "))
        sent.push({ text: statement, values: rest[0] as unknown[] });
      return (through as (...all: unknown[]) => unknown).call(this, statement, ...rest);
    } as never;
    const ask = async () => {
      const start = performance.now();
      const { statusCode } = await app.inject({ url, headers });
      if (statusCode !== 200) throw new Error(`${url}: ${statusCode}`);
      return performance.now() - start;
    };
    const first = await ask().finally(() => (pg.Client.prototype.query = through));
    const again = await ask();
    const start = performance.now();
    for (const { text, values } of sent) await county.services.pool.query({ text, values });
    yield {
      figures: query || "by month",
      "first, ms (≤ 2000)": first.toFixed(0),
      "again, ms (≤ 300)": again.toFixed(0),
      "statement alone, ms": (performance.now() - start).toFixed(0),
    };
  }
}
