import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeXlsxStream } from "hucre/xlsx";
import { sql } from "kysely";
import { syntheticPerson } from "../apps/api/seed/synthetic-person.ts";
import { anOpenClass } from "../apps/api/test/factories/open-class.ts";
import { type TestApp, startTestApp } from "../apps/api/test/support/test-app.ts";
import type { Result, Work } from "./import-child.ts";
import { percentile } from "./load.ts";

const perClass = 40;

/**
 * A roster of 100,000 rows into 2,500 classes, up to the end of COPY: reading, checking every cell and row, asking the database, encrypting;
 * compared with a plain loop over the library's reader that copies the texts as they are. A fresh process for each.
 */
export async function* imports(quick: boolean): AsyncGenerator<Record<string, string>> {
  const rows = quick ? 2_000 : 100_000;
  const app = await startTestApp();
  const folder = await mkdtemp(join(tmpdir(), "jipei-bench-"));
  try {
    const { orgId, classes } = await openClasses(app, rows / perClass);
    const file = join(folder, "roster.xlsx");
    await writeFile(file, await workbook(rows, classes));
    const url = app.pool.options.connectionString as string;
    const results: Record<Work["how"], Result[]> = { real: [], floor: [] };
    for (let round = 0; round < (quick ? 1 : 5); round++)
      for (const how of ["real", "floor"] as const) results[how].push(await inProcess({ how, file, url, orgId }));
    const { real, floor } = results;
    const median = (of: Result[], what: "took" | "cpu" | "memory") =>
      percentile(
        of.map((result) => result[what]),
        50,
      );
    yield {
      rows: String(real[0]?.rows),
      "ours, s": (median(real, "took") / 1000).toFixed(2),
      "ours, rows/s (≥ 40,000)": (rows / (median(real, "took") / 1000)).toFixed(0),
      "floor, s": (median(floor, "took") / 1000).toFixed(2),
      "ratio (≤ 1.3)": percentile(
        real.map(({ took }, round) => took / (floor[round]?.took as number)),
        50,
      ).toFixed(2),
      "CPU ours / floor, s": `${(median(real, "cpu") / 1000).toFixed(2)} / ${(median(floor, "cpu") / 1000).toFixed(2)}`,
      "memory, MB (≤ 300)": `${median(real, "memory").toFixed(0)} / ${median(floor, "memory").toFixed(0)}`,
    };
  } finally {
    await app.close();
    await rm(folder, { recursive: true });
  }
}

async function openClasses(app: TestApp, count: number): Promise<{ orgId: string; classes: string[] }> {
  const { classId, orgId } = await anOpenClass(app, { planCount: perClass });
  const { rows } = await sql<{
    columns: string;
  }>`select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns where table_name = 'training_class' and table_schema = current_schema() and column_name not in ('id', 'class_no', 'class_name')`.execute(
    app.db,
  );
  const columns = sql.raw(rows[0]?.columns as string);
  await sql`insert into training_class (class_name, ${columns}) select '花名册班' || n, ${columns} from training_class, generate_series(1, ${sql.lit(count)}) n where id = ${classId}`.execute(
    app.db,
  );
  return { orgId, classes: Array.from({ length: count }, (_, n) => `花名册班${n + 1}`) };
}

async function workbook(rows: number, classes: string[]): Promise<Buffer> {
  function* lines() {
    for (let n = 0; n < rows; n++) {
      const { name, idNumber } = syntheticPerson(n);
      yield [
        name,
        idNumber,
        "汉族",
        "普通高中",
        "13800000000",
        "农村",
        "育才路1号",
        "农村转移就业劳动者",
        "平湖市某某有限公司",
        "农业银行",
        "6222020000000000",
        classes[n % classes.length] as string,
      ];
    }
  }
  const header = [
    "姓名",
    "身份证号",
    "民族",
    "文化程度",
    "手机号",
    "户口性质",
    "住址",
    "人员类别",
    "工作单位",
    "开户银行",
    "银行账号",
    "班级名称",
  ];
  const stream = writeXlsxStream(lines(), {
    name: "花名册",
    columns: header.map((one) => ({ header: one })),
    inlineStrings: false,
  });
  return Buffer.from(await new Response(stream).arrayBuffer());
}

async function inProcess(work: Work): Promise<Result> {
  const child = fork(join(import.meta.dirname, "import-child.ts"), { serialization: "advanced" });
  child.send(work);
  const [answer] = (await Promise.race([once(child, "message"), once(child, "exit").then(() => ["ended early"])])) as [
    Result | string,
  ];
  child.disconnect();
  if (typeof answer === "string") throw new Error(answer);
  return answer;
}
