// Slow: a real queue repeats failed and abandoned jobs at its own intervals.
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { after, before, describe, it } from "node:test";
import { jobCancel, jobDetail, jobList, jobResult } from "@jipei/contract/core/job.ts";
import { type TestApp, startTestApp } from "../../../test/support/test-app.ts";
import { abandonedJobs, background } from "./background.ts";
import type { Domain } from "../http/implement.ts";
import { type JobQueue, createJobQueue } from "./jobs.boss.ts";
import { Refusal } from "../foundation/refusal.ts";
import type { Services } from "../foundation/services.ts";

/** The queue with a real database, and jobs as their owners see them. */
let app: TestApp;
let queue: JobQueue;
let real: Services;
const seen: string[] = [];
let failures = 0;
/** Tenants that are there; 444444 is removed. */
const opened = ["111111", "222222"];
const closed = ["333333"];

const counting = background<{ to: number }>("test.count", async ({ input, progress, keep, actor }) => {
  for (let i = 1; i <= input.to; i++) {
    await progress(i, input.to);
    await sleep(5);
  }
  return {
    zh: `数到${input.to}`,
    en: `counted to ${input.to} for ${actor.account}`,
    file: await keep("结果.txt", Readable.from([String(input.to)])),
  };
});
const refusing = background("test.refuse", async () => {
  throw new Refusal("CLASS_STARTED");
});
/** Fails at every attempt as it would while the database cannot be reached. */
const lost = background("test.lost", () => Promise.reject(Object.assign(new Error("gone"), { code: "57P01" })));
const domain: Domain = {
  name: "test",
  routes: [],
  workers: [
    counting.worker,
    refusing.worker,
    { ...lost.worker, retries: 0 },
    abandonedJobs,
    { name: "test.whose", run: async ({ tenantId }, { word }) => void seen.push(`${word} of ${tenantId}`), retries: 1 },
    { name: "test.note", run: async (_app, { word }) => void seen.push(word), parallel: 4 },
    {
      name: "test.flaky",
      run: async () => (failures++ === 0 ? Promise.reject(new Error("first try")) : void seen.push("second try")),
      retries: 3,
    },
  ],
  timers: [
    { name: "test.timer", cron: "0 3 * * *", run: async ({ tenantId }) => void seen.push(`timer of ${tenantId}`) },
    {
      name: "test.deleting",
      cron: "0 3 * * *",
      whileClosed: "run",
      run: async ({ tenantId }) => void seen.push(`deleting of ${tenantId}`),
    },
  ],
};

before(async () => {
  app = await startTestApp();
  const { connectionString } = app.pool.options as unknown as { connectionString: string };
  queue = createJobQueue(connectionString, { info() {}, warn() {}, error() {} });
  await queue.open([domain]);
  real = { ...app, jobs: queue, log: { info() {}, warn() {}, error() {} } };
  await queue.work(real, [domain], {
    list: async () => [
      ...opened.map((tenantId) => ({ tenantId, isOpen: true })),
      ...closed.map((tenantId) => ({ tenantId, isOpen: false })),
    ],
    services: async (tenantId) => ({ ...real, tenantId }),
  });
});
after(async () => {
  await queue.close();
  await app.close();
});

async function until(check: () => boolean | Promise<boolean>, seconds = 20): Promise<void> {
  for (let i = 0; i < seconds * 20; i++) {
    if (await check()) return;
    await sleep(50);
  }
  throw new Error("did not happen in time");
}

describe("send", () => {
  it("a job runs after its transaction commits, and never after a rollback", async () => {
    await assert.rejects(
      app.db.transaction().execute(async (tx) => {
        await queue.send(tx, "test.note", { word: "undone" });
        throw new Error("undo");
      }),
    );
    const started = Date.now();
    await app.db.transaction().execute((tx) => queue.send(tx, "test.note", { word: "done" }));
    await until(() => seen.includes("done"));
    assert.ok(Date.now() - started < 5000);
    assert.ok(!seen.includes("undone"));
  });
});

describe("work", () => {
  it("many jobs run without waiting for the poll", async () => {
    await app.db.transaction().execute(async (tx) => {
      for (let i = 0; i < 40; i++) await queue.send(tx, "test.note", { word: `many${i}` });
    });
    await until(() => seen.filter((word) => word.startsWith("many")).length === 40);
  });

  it("a timer runs for the installation and for each open tenant, and one that deletes for closed ones too", async () => {
    for (const timer of ["test.timer", "test.deleting"])
      await app.db.transaction().execute((tx) => queue.send(tx, timer, {}));
    await until(() =>
      ["000000", ...opened].every((tenantId) =>
        ["timer", "deleting"].every((what) => seen.includes(`${what} of ${tenantId}`)),
      ),
    );
    await until(() => seen.includes("deleting of 333333"));
    assert.ok(!seen.includes("timer of 333333"));
  });

  it("a timer whose time came while no server ran is made up for once", async () => {
    const { rows } = await app.pool.query<{ missed: string }>(
      "select options ->> 'missed' as missed from pgboss.schedule where name = 'test.timer'",
    );
    assert.deepEqual(rows, [{ missed: "once" }]);
  });
});

const start = (user: ReturnType<TestApp["as"]>, to: number) =>
  app.db.transaction().execute((tx) => counting.start(tx, real, user.actor, { zh: "数数", en: "Counting" }, { to }));

describe("jobDetail, jobResult and jobCancel", () => {
  it("the owner sees progress, result and file; others are refused (NOT_FOUND)", async () => {
    const clerk = app.as("clerk");
    const { jobId } = await start(clerk, 5);
    await until(async () => (await clerk.call(jobDetail, { id: jobId })).state === "done");
    const job = await clerk.call(jobDetail, { id: jobId });
    assert.deepEqual(
      [job.done, job.total, job.messageZh, job.messageEn, job.fileName],
      [5, 5, "数到5", `counted to 5 for ${clerk.actor.account}`, "结果.txt"],
    );
    assert.equal((await clerk.call(jobList, undefined))[0]?.id, jobId);
    const other = app.as("clerk");
    for (const call of [jobDetail, jobResult, jobCancel])
      assert.equal((await other.refused(call, { id: jobId })).errorCode, "NOT_FOUND");
    assert.deepEqual(await other.call(jobList, undefined), []);
    await app.storage.remove(
      (await app.pool.query("select file_key from job where id = $1", [jobId])).rows[0].file_key,
    );
    assert.equal((await clerk.refused(jobResult, { id: jobId })).errorCode, "NOT_FOUND", "a file that went missing");
  });
});

describe("jobDetail", () => {
  it("and jobResult and jobCancel show the owner progress, result and file; others are refused (NOT_FOUND)", async () => {
    const clerk = app.as("clerk");
    const { jobId } = await start(clerk, 2000);
    await until(async () => ((await clerk.call(jobDetail, { id: jobId })).done ?? 0) > 2);
    await clerk.call(jobCancel, { id: jobId });
    await until(async () => (await clerk.call(jobDetail, { id: jobId })).state === "cancelled");
    assert.equal((await clerk.refused(jobResult, { id: jobId })).errorCode, "NOT_FOUND");
    const refused = await app.db
      .transaction()
      .execute((tx) => refusing.start(tx, real, clerk.actor, { zh: "拒绝", en: "Refusal" }, {}));
    await until(async () => (await clerk.call(jobDetail, { id: refused.jobId })).state === "failed");
    assert.equal((await clerk.call(jobDetail, { id: refused.jobId })).messageZh, "班级已开班，不能执行该操作");
  });
});

// Together, because each waits for the queue to take up its job again.
describe("a job that did not succeed", { concurrency: true }, () => {
  it("is tried again", async () => {
    await app.db.transaction().execute((tx) => queue.send(tx, "test.flaky", {}));
    await until(() => seen.includes("second try"), 40);
  });

  it("is marked as failed by abandonedJobs when all attempts have failed", async () => {
    const clerk = app.as("clerk");
    const { jobId } = await app.db
      .transaction()
      .execute((tx) => lost.start(tx, real, clerk.actor, { zh: "失联", en: "Lost" }, {}));
    await until(async () => (await clerk.call(jobDetail, { id: jobId })).state === "failed");
  });

  it("waits while its tenant is closed, without using up its attempts, and ends where its tenant is removed", async () => {
    const send = (tenantId: string) =>
      app.db.transaction().execute((tx) => queue.of(tenantId).send(tx, "test.whose", { word: "job" }));
    for (const tenantId of ["111111", "333333", "444444"]) await send(tenantId);
    await app.db.transaction().execute((tx) => queue.send(tx, "test.whose", { word: "job" }));
    await until(() => ["job of 111111", "job of 000000"].every((word) => seen.includes(word)));
    const getJobs = async (tenantId: string) =>
      (
        await app.pool.query<{ state: string; later: boolean }>(
          `select state, start_after > now() + interval '5 minutes' as later from pgboss.job
            where name = 'test.whose' and data ->> 'ofTenant' = $1 order by created_on`,
          [tenantId],
        )
      ).rows;
    await until(async () => (await getJobs("333333")).at(-1)?.later === true);
    await until(async () => (await getJobs("333333"))[0]?.state === "completed");
    await until(async () => (await getJobs("444444"))[0]?.state === "completed");
    assert.equal((await getJobs("444444")).length, 1);
    assert.ok(!seen.includes("job of 333333") && !seen.includes("job of 444444"));
    opened.push(...closed.splice(0));
    await app.pool.query("update pgboss.job set start_after = now() where name = 'test.whose' and state = 'created'");
    await until(() => seen.includes("job of 333333"), 40);
  });
});
