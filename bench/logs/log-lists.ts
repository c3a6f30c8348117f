import { readFile } from "node:fs/promises";
import type { Call } from "../../packages/contract/src/core/call.ts";
import { apiLogCalls } from "../../packages/contract/src/logs/api-log.ts";
import { errorLogCalls } from "../../packages/contract/src/logs/error-log.ts";
import { usualLogCalls } from "../../packages/contract/src/logs/usual-log.ts";
import type { Services } from "../../apps/api/src/core/foundation/services.ts";
import { keepPartitions } from "../../apps/api/src/logs/partitions.ts";
import { anAccount, realApp, signIn } from "../../apps/api/test/support/sign-in.ts";
import { createTestDatabase } from "../../apps/api/test/database/template-db.ts";
import { testServices } from "../../apps/api/test/support/test-services.ts";
import { fillLog } from "./log-fill.ts";
import { type Load, type Target, percentile, startLoad } from "../load.ts";

/** A log of ten thousand rows, or of ten million. */
export interface LogSide extends AsyncDisposable {
  services: Services;
  url: string;
  token: string;
  /** Number of pages of ten that its logs have. */
  pages: number;
}

/** Sends queries to an existing database. */
export async function askLogs(databaseUrl: string, rows: number): Promise<LogSide> {
  const services = testServices(databaseUrl);
  const { account } = await anAccount(services, { roles: ["sysAdmin"] });
  const http = await realApp(services);
  const url = await http.listen({ port: 0, host: "127.0.0.1" });
  return {
    services,
    url,
    token: JSON.parse((await signIn(http, account)).body).access_token as string,
    pages: rows / 10,
    async [Symbol.asyncDispose]() {
      await http.close();
      await services.pool.end();
    },
  };
}

async function openLogs(rows: number, stack: AsyncDisposableStack): Promise<LogSide> {
  const database = await createTestDatabase();
  stack.defer(() => database.drop());
  const services = testServices(database.url);
  await fillLog(services, "api_log", rows);
  await fillLog(services, "usual_log", rows);
  await fillLog(services, "error_log", rows / 10);
  await services.pool.end();
  return stack.use(await askLogs(database.url, rows));
}

interface Case {
  name: string;
  call: Call;
  /** Queries to send one after the other. */
  queries: (side: LogSide) => Promise<string[]> | string[];
}

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const between = (from: number, to: number) => `createTime_dategt=${day(from)}&createTime_datelt=${day(to)}`;
const api = (name: string, query: string): Case => ({
  name: `API: ${name}`,
  call: apiLogCalls.list,
  queries: () => [query],
});
const usual = (name: string, query: string): Case => ({
  name: `usual: ${name}`,
  call: usualLogCalls.list,
  queries: () => [query],
});
const error = (name: string, query: string): Case => ({
  name: `errors: ${name}`,
  call: errorLogCalls.list,
  queries: () => [query],
});
/** Sixty pages in turn; a log with fewer pages repeats its first one, for comparison. */
const around =
  (page: number) =>
  ({ pages }: LogSide) =>
    pages < page + 60 ? [""] : Array.from({ length: 60 }, (_, n) => `current=${page + n}`);
/** Entries spread over the whole log. */
const entries = async ({ services }: LogSide) =>
  (
    await services.pool.query<{ id: string }>(
      "select l.id from generate_series(0, 6) m, lateral (select id from api_log where create_time > now() - make_interval(months => m) order by create_time limit 9) l",
    )
  ).rows.map(({ id }) => `id=${id}`);

const cases: Case[] = [
  api("first page", ""),
  { name: "API: page 100", call: apiLogCalls.list, queries: () => ["current=100"] },
  { name: "API: page 9,900 and on, the last ones", call: apiLogCalls.list, queries: around(9_900) },
  api("oldest first", "ascs=createTime"),
  api("by number", "descs=id"),
  api("the last day", between(1, 0)),
  api("two weeks of three months ago", between(104, 90)),
  api("the busiest account", "createBy=user0"),
  api("an account with a four-thousandth of all", "createBy=user10"),
  api("that account in four weeks", `createBy=user10&${between(60, 32)}`),
  api("an account that is not there", "createBy=nobody"),
  api("title of one call", `title=${encodeURIComponent("考生来源列表")}`),
  api("title of many calls", `title=${encodeURIComponent("列表")}`),
  api("address", "requestUri=certificate"),
  api("service", "serviceId=blade-system"),
  api("service, account, four weeks", `serviceId=blade-system&createBy=user0&${between(60, 32)}`),
  { name: "API: detail", call: apiLogCalls.detail, queries: entries },
  usual("first page", ""),
  usual("an account with a four-thousandth of all", "createBy=user10"),
  usual("service", "serviceId=blade-system"),
  usual("service and account", "serviceId=blade-system&createBy=user0"),
  usual("one row’s history", `logId=${encodeURIComponent("Menu:4000")}`),
  usual("two weeks of three months ago", between(104, 90)),
  error("first page", ""),
  error("a frequent error", "exceptionName=TypeErr"),
  error("a rare error", "exceptionName=rrorRare"),
  error("service", "serviceId=web"),
  error("a service in two weeks", `serviceId=blade-system&${between(104, 90)}`),
];

/** CPU time that this process and its database's connections have used so far, in microseconds; the database's only where it runs on this machine under Linux. */
async function cpuUsed({ pool }: Services): Promise<{ server: number; database: number }> {
  const { rows } = await pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database()",
  );
  const spent = await Promise.all(
    rows.map(
      async ({ pid }) =>
        Number((await readFile(`/proc/${pid}/schedstat`, "utf8").catch(() => "NaN")).split(" ")[0]) / 1000,
    ),
  );
  const { user, system } = process.cpuUsage();
  return { server: user + system, database: spent.reduce((sum, one) => sum + one, 0) };
}

async function getCpu(
  load: Load,
  side: LogSide,
  target: Target,
  requests: number,
): Promise<{ server: number; database: number }> {
  const before = await cpuUsed(side.services);
  await load.run({ targets: [target], times: requests, parallel: 2 });
  const after = await cpuUsed(side.services);
  return { server: (after.server - before.server) / requests, database: (after.database - before.database) / requests };
}

async function measure(
  load: Load,
  one: Case,
  sides: readonly [LogSide, LogSide],
  quick: boolean,
): Promise<Record<string, string>> {
  const targets: Target[] = [];
  for (const side of sides)
    targets.push({
      urls: (await one.queries(side)).map(
        (query) => `${side.url}${one.call.path}?${one.call.path.endsWith("/list") ? "size=10&" : ""}${query}`,
      ),
      token: side.token,
    });
  const [[firstSmall = 0] = [], [firstLarge = 0] = []] = await load.run({ targets, times: 1, parallel: 1 });
  await load.run({ targets, times: 60, parallel: 1 });
  const [short, long] = (await load.run({ targets, times: quick ? 40 : 400, parallel: 1 })) as [number[], number[]];
  const cpu = sides.map(() => [] as { server: number; database: number }[]);
  for (let round = 0; round < (quick ? 1 : 7); round++)
    for (const [at, side] of sides.entries()) cpu[at]?.push(await getCpu(load, side, targets[at] as Target, 40));
  const median = (at: number, what: "server" | "database") =>
    percentile(
      (cpu[at] as { server: number; database: number }[]).map((spent) => spent[what]),
      50,
    );
  const both = (of: (at: number) => number, digits: number) => `${of(0).toFixed(digits)} / ${of(1).toFixed(digits)}`;
  const ratio = (of: (at: number) => number) => (of(1) / of(0)).toFixed(2);
  const share = (percent: number) => (at: number) => percentile(at === 0 ? short : long, percent);
  const total = (at: number) => median(at, "server") + median(at, "database");
  return {
    list: one.name,
    "first, ms": `${firstSmall.toFixed(0)} / ${firstLarge.toFixed(0)}`,
    "p50 10k / 10M, ms": both(share(50), 2),
    "p50 ratio (≤ 1.5)": ratio(share(50)),
    "p99 10k / 10M, ms": both(share(99), 2),
    "p99 ratio (≤ 1.5)": ratio(share(99)),
    "CPU server, µs": both((at) => median(at, "server"), 0),
    "CPU database, µs": both((at) => median(at, "database"), 0),
    "CPU ratio (≤ 1.5)": ratio(total),
  };
}

/** How long the job takes that drops a month, and the longest time that a list waits meanwhile. */
async function retention(load: Load, sides: readonly [LogSide, LogSide]): Promise<Record<string, string>> {
  const took: string[] = [];
  const longest: string[] = [];
  for (const { services, url, token } of sides) {
    const asking = load.run({
      targets: [{ urls: [`${url}${apiLogCalls.list.path}?size=10`], token }],
      times: 400,
      parallel: 1,
    });
    const start = performance.now();
    const dropped = await keepPartitions(services);
    took.push(`${(performance.now() - start).toFixed(0)} (${dropped} months)`);
    longest.push(Math.max(...((await asking)[0] as number[])).toFixed(0));
  }
  return {
    list: "job: drops a month of each log, ms",
    "first, ms": took.join(" / "),
    "p50 10k / 10M, ms": `longest list meanwhile: ${longest.join(" / ")}`,
  };
}

/** @param only measures the cases whose name contains it */
export async function* compareLogs(
  sides: readonly [LogSide, LogSide],
  quick: boolean,
  only = "",
): AsyncGenerator<Record<string, string>> {
  using load = startLoad();
  for (const one of cases) if (one.name.includes(only)) yield await measure(load, one, sides, quick);
  if (only === "") yield await retention(load, sides);
}

/** Lists, details and the dropping of logs with ten thousand and with ten million rows (for errors a tenth), in turn. */
export async function* logLists(quick: boolean): AsyncGenerator<Record<string, string>> {
  await using stack = new AsyncDisposableStack();
  const small = await openLogs(10_000, stack);
  const large = await openLogs(quick ? 200_000 : 10_000_000, stack);
  yield* compareLogs([small, large], quick);
}
