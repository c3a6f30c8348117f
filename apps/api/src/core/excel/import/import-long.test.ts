// Slow: sheets of up to fifty thousand rows are checked, written and marked.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { after, before, describe, it } from "node:test";
import { entity } from "@jipei/contract/core/entity.ts";
import { int, text } from "@jipei/contract/core/fields/field.ts";
import { type ImportReport, type ImportResult, importCalls } from "@jipei/contract/core/import.ts";
import { jobCancel, jobDetail } from "@jipei/contract/core/job.ts";
import { readWorkbook } from "@jipei/xlsx/read-workbook.ts";
import { writeWorkbook } from "@jipei/xlsx/write-workbook.ts";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { serveOwnDomain } from "../../../../test/support/own-domain.ts";
import { sendWorkbook } from "../../../../test/support/send-workbook.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../../test/support/test-app.ts";
import { importer } from "./importer.ts";

/** Long sheets: jobs with progress that a cancel ends at once, and reports that leave nothing out. */
const Parcel = entity(
  "TestParcel",
  "包裹",
  "Parcel",
  {
    name: text(20, "名称", "Name", "required"),
    weight: int("重量", "Weight", "required", { min: 1, max: 9 }),
    pieces: int("件数", "Pieces", "required", { min: 1, max: 9 }),
    note: text(30, "说明", "Note", "required"),
  },
  { title: "name" },
);
const calls = importCalls(Parcel, "/api/test/parcel", "notice");

/** Where a check of the database hangs while it is true; tells when it does. */
let hanging: { begun: () => void } | null = null;
const parcels = importer({
  entity: Parcel,
  calls,
  columns: [{ field: "name" }, { field: "weight" }, { field: "pieces" }, { field: "note" }],
  prepare: async () => null,
  async verify(tx) {
    if (!hanging) return [];
    hanging.begun();
    await sql`select pg_sleep(600)`.execute(tx);
    return [];
  },
  write: async (_tx, _actor, stage) => ({ inserted: await stage.insertNew(), updated: 0, unchanged: 0 }),
});

let app: TestApp;
let http: FastifyInstance;
let clerk: TestUser;
before(async () => {
  app = await startTestApp();
  clerk = app.as("clerk", { permissions: new Set(["notice_import"]) });
  http = await serveOwnDomain(app, Parcel, { routes: parcels.routes, importers: [parcels] }, [clerk]);
});
after(async () => {
  await http.close();
  await app.close();
});

/** Enough for a job, since their notes do not pack well. */
const rows = 12_000;
const note = (n: number) => createHash("sha256").update(String(n)).digest("base64url").slice(0, 30).replace(/^-/, "x");
const columns = ["名称", "重量", "件数", "说明"].map((header) => ({ header, width: 10, format: "text" as const }));
const sheet = (length: number, weight: string) =>
  buffer(
    writeWorkbook({
      sheet: {
        name: "名单",
        columns,
        rows: Array.from({ length }, (_, i) => [`包裹${i}`, weight, weight, note(i)]),
      },
    }),
  );
const send = <T>(path: string, file: Buffer) => sendWorkbook<T>(http, clerk.token, path, file);
const count = async () =>
  Number((await sql<{ n: string }>`select count(*) as n from test_parcel`.execute(app.db)).rows[0]?.n);

/** Starts the job that the last call sent; meanwhile the owner looks how far it is. */
async function watched(jobId: string): Promise<{ seen: number[]; job: Awaited<ReturnType<typeof detail>> }> {
  const seen = new Set<number>();
  let isRunning = true;
  const running = parcels.worker.run(app, app.sentJobs.shift()?.data).finally(() => {
    isRunning = false;
  });
  while (isRunning) seen.add((await detail(jobId)).done);
  await running;
  return { seen: [...seen], job: await detail(jobId) };
}
const detail = (id: string) => clerk.call(jobDetail, { id });

describe("an import of a long sheet", () => {
  it("is checked by a job with steady progress, whose report is fetched", async () => {
    const { data } = await send<ImportReport>(calls.dryRun.path, await sheet(rows, "1"));
    assert.deepEqual([data.rows, typeof data.jobId], [0, "string"]);
    const { seen, job } = await watched(data.jobId as string);
    assert.deepEqual([job.state, job.done, job.total], ["done", 100, 100], job.messageZh ?? "");
    assert.deepEqual(
      seen,
      seen.toSorted((a, b) => a - b),
    );
    assert.ok(seen.filter((done) => done > 0 && done < 100).length >= 3, `seen ${seen.join()}`);
    const response = await http.inject({
      method: "GET",
      url: `${calls.report.path}?id=${data.jobId}`,
      headers: { token: clerk.token },
    });
    const report: ImportReport = response.json().data;
    assert.deepEqual([report.rows, report.good, report.bad], [rows, rows, 0]);
    assert.equal(await count(), 0);
  });

  it("is written by a job with progress, all or nothing", async () => {
    const { data } = await send<ImportResult>(calls.commit.path, await sheet(rows, "1"));
    const { seen, job } = await watched(data.jobId as string);
    assert.deepEqual(
      [job.state, job.messageEn],
      ["done", `${rows} added, 0 changed, 0 unchanged`],
      job.messageZh ?? "",
    );
    assert.ok(seen.filter((done) => done > 0 && done < 100).length >= 3, `seen ${seen.join()}`);
    assert.equal(await count(), rows);
  });

  for (const path of ["dryRun", "commit"] as const)
    it(`is cancelled at once, also while the database works on one statement (${path})`, async () => {
      const before = await count();
      const begun = new Promise<void>((resolve) => (hanging = { begun: resolve }));
      const file = await sheet(rows, "1");
      assert.ok(file.length > 512 * 1024, `${file.length} bytes are no job`);
      const { data } = await send<ImportReport>(calls[path].path, file);
      const running = parcels.worker.run(app, app.sentJobs.shift()?.data);
      await begun;
      await clerk.call(jobCancel, { id: data.jobId as string });
      // The statement would go on for ten minutes.
      await running;
      hanging = null;
      assert.equal((await detail(data.jobId as string)).state, "cancelled");
      assert.equal(await count(), before);
    });

  it("tells of fifty thousand bad rows, all of them, and marks each", async () => {
    const file = await sheet(50_000, "77");
    const { data } = await send<ImportReport>(calls.dryRun.path, file);
    await parcels.worker.run(app, app.sentJobs.shift()?.data);
    const response = await http.inject({
      method: "GET",
      url: `${calls.report.path}?id=${data.jobId}`,
      headers: { token: clerk.token },
    });
    const report: ImportReport = response.json().data;
    assert.deepEqual([report.rows, report.good, report.bad, report.cells.length], [50_000, 0, 100_000, 1000]);
    const { status, raw } = await send(calls.marked.path, file);
    assert.equal(status, 200, raw.toString("utf8", 0, 300));
    const reasons = new Set<unknown>();
    let marked = 0;
    for await (const { row, values } of readWorkbook(raw)) {
      if (row === 1) continue;
      marked++;
      reasons.add(values[4]);
    }
    assert.deepEqual([marked, reasons.size], [50_000, 1]);
    assert.match(String([...reasons][0]), /重量.+；件数/);
  });
});
