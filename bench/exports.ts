import { buffer } from "node:stream/consumers";
import { type XlsxStreamRow, writeXlsxStream } from "hucre/xlsx";
import { sql } from "kysely";
import { Student, studentCalls } from "../packages/contract/src/training/student.ts";
import { classCalls } from "../packages/contract/src/training/training-class.calls.ts";
import { listColumns } from "../apps/api/src/core/database/sql.ts";
import { createResponseMapper } from "../apps/api/src/core/entity/to-response.ts";
import { exportedFields } from "../apps/api/src/core/excel/export/export-columns.ts";
import type { Actor } from "../apps/api/src/core/foundation/actor.ts";
import { openCounty } from "./county.ts";
import { type Side, openSide } from "./lists.ts";
import { type Load, type Target, percentile, startLoad } from "./load.ts";

/**
 * The roster of a county as a workbook, beside a plain loop that reads the same rows through the driver and writes them by a library, in the thread
 * that answers requests; and what another user's list takes meanwhile. Both in turn, in one process.
 */
export async function* exports(quick: boolean): AsyncGenerator<Record<string, string>> {
  const rows = quick ? 2_000 : 20_000;
  const rounds = quick ? 2 : 5;
  await using county = await openCounty(rows);
  await using side = await openSide(county.services, rows, { clerk: [county.clerk, "0"] });
  using load = startLoad();
  const token = await side.signIn("clerk");
  const neighbour: Target = { urls: [`${side.realUrl}${classCalls.list.path}?current=1&size=10`], token };
  const ways = { ours: () => download(side, token), "plain loop": () => plainLoop(side) };
  // Caches are filled and threads started.
  for (const run of Object.values(ways)) await run();
  await load.run({ targets: [neighbour], times: 200, parallel: 1 });
  const alone = await listTimes(load, neighbour, quick ? 100 : 2000);
  for (const [way, run] of Object.entries(ways)) {
    const results = [];
    for (let round = 0; round < rounds; round++) results.push(await measure(run));
    const beside = await besides(load, neighbour, run, rounds);
    const took = percentile(
      results.map((result) => result.took),
      50,
    );
    yield {
      way,
      rows: String(rows),
      columns: String(exportedFields(Student, {}).length),
      "rows/s (≥ 20,000)": (rows / (took / 1000)).toFixed(0),
      "CPU, s": (
        percentile(
          results.map((result) => result.cpu),
          50,
        ) / 1000
      ).toFixed(2),
      "file, MB": ((results[0]?.bytes ?? 0) / 2 ** 20).toFixed(1),
      "list alone p50 / p99, ms": times(alone),
      "list beside it p50 / p99, ms": times(beside),
    };
  }
}

const times = (took: readonly number[]): string =>
  `${percentile(took, 50).toFixed(2)} / ${percentile(took, 99).toFixed(2)}`;

const listTimes = async (load: Load, target: Target, count: number): Promise<number[]> =>
  (await load.run({ targets: [target], times: count, parallel: 1 }))[0] ?? [];

/** What lists take while one export follows the other. */
async function besides(load: Load, neighbour: Target, run: () => Promise<number>, rounds: number): Promise<number[]> {
  let isOver = false;
  const lists = (async () => {
    const took: number[] = [];
    while (!isOver) took.push(...(await listTimes(load, neighbour, 20)));
    return took;
  })();
  for (let round = 0; round < rounds; round++) await run();
  isOver = true;
  return lists;
}

async function measure(run: () => Promise<number>): Promise<{ took: number; cpu: number; bytes: number }> {
  const start = performance.now();
  const before = process.cpuUsage();
  const bytes = await run();
  const { user, system } = process.cpuUsage(before);
  return { took: performance.now() - start, cpu: (user + system) / 1000, bytes };
}

async function download({ realUrl }: Side, token: string): Promise<number> {
  const answer = await fetch(`${realUrl}${studentCalls.export.path}`, { headers: { token } });
  const bytes = await answer.arrayBuffer();
  if (!answer.headers.get("content-type")?.includes("spreadsheetml")) throw new Error(Buffer.from(bytes).toString());
  return bytes.byteLength;
}

const clerk = { roles: ["clerk"], audience: "bureau", dataScopes: [], idNumberHash: null } satisfies Partial<Actor>;

async function plainLoop({ services }: Side): Promise<number> {
  const fields = exportedFields(Student, {});
  const show = createResponseMapper(Student, clerk, services.cipher, "export");
  const client = await services.readPool.connect();
  const select = sql`select ${listColumns(Student)} from student t where t.is_deleted = 0 order by t.id`;
  async function* rows(): AsyncGenerator<XlsxStreamRow> {
    await client.query("begin");
    await client.query(`declare plain no scroll cursor for ${select.compile(services.db).sql}`);
    for (;;) {
      const { rows: some } = await client.query<Record<string, string | null>>("fetch 1000 from plain");
      for (const row of some) {
        const shown = show(row);
        yield fields.map(([name]) => shown[name] ?? null);
      }
      if (some.length < 1000) break;
    }
    await client.query("commit");
  }
  try {
    const columns = fields.map(([, field]) => ({ header: field.zh, width: 12, numFmt: "@" }));
    const bytes = await buffer(writeXlsxStream(rows() as AsyncIterable<XlsxStreamRow>, { name: "学员", columns }));
    return bytes.length;
  } finally {
    client.release();
  }
}
