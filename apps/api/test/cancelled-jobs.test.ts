// Slow: cancels every kind of background job at many moments, and cuts off its database at many moments.
import { workersOf } from "../src/core/http/implement.ts";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { after, afterEach, before, describe, it } from "node:test";
import { jobCancel } from "@jipei/contract/core/job.ts";
import { reportCalls } from "@jipei/contract/reports/report.ts";
import { departmentCalls } from "@jipei/contract/users/department.ts";
import { writeXlsx } from "hucre/xlsx";
import { sql } from "kysely";
import { createAuthenticator } from "../src/auth/token/authenticate.ts";
import { createEnvelope } from "../src/auth/client/envelope.ts";
import { domains } from "../src/domains.ts";
import { sweepFiles } from "../src/files/sweep.ts";
import { localStorage } from "../src/core/storage/storage.local.ts";
import { createSites } from "../src/sites.ts";
import { aCertifiedClass } from "./factories/assessment.ts";
import { anAttachment } from "./factories/attachment.ts";
import { somebody } from "./factories/enrolment.ts";
import { anOpenClass } from "./factories/open-class.ts";
import { findTaken } from "./support/answers/taken.ts";
import { filesIn, type Moments, listMoments } from "./support/moments.ts";
import { type TestApp, type TestUser, startTestApp } from "./support/test-app.ts";

/** Every kind of background job, cancelled at every moment, and with its database connection cut at every moment. */
let app: TestApp;
let moments: Moments;
let closeSites: () => Promise<void>;
const [folder, elsewhere] = [mkdtempSync(join(tmpdir(), "jipei-jobs-")), mkdtempSync(join(tmpdir(), "jipei-jobs-"))];

before(async () => {
  app = await startTestApp();
  const { connectionString: url } = app.pool.options as unknown as { connectionString: string };
  moments = listMoments(url, folder);
  const { services } = moments;
  ownPlace = services.storage.place;
  const sites = createSites(
    { services, authenticate: createAuthenticator(services), envelope: createEnvelope(services) },
    { url, queue: { of: () => app.jobs }, storageOf: () => services.storage },
  );
  services.tenants = sites;
  closeSites = () => sites.close();
});
after(async () => {
  await closeSites();
  await moments.close();
  await app.close();
  for (const path of [folder, elsewhere]) rmSync(path, { recursive: true, force: true });
});

/** Input of a job, and a check of what it writes: returns whether everything or nothing is there, throws where only a part is. */
interface Task {
  user: TestUser;
  input: object;
  isWritten(): Promise<boolean>;
}
interface Kind {
  task(): Promise<Task>;
  /** How many of all moments are tried. */
  some: (count: number) => number[];
  /** Each step commits by itself, so a cancelled job keeps the steps that it finished. */
  stepwise?: true;
}

/** `npm run chaos` tries every moment. */
const isLong = process.env.CHAOS_LONG === "1";
const everyMoment = (count: number) => Array.from({ length: count }, (_, n) => n);
const few = (most: number) => (count: number) =>
  isLong ? everyMoment(count) : everyMoment(most).map((n) => Math.floor((n * (count - 1)) / (most - 1)));

const kinds: Record<string, Kind> = {
  "import.User": { task: userImport, some: few(5) },
  "import.Student": { task: rosterImport, some: few(5) },
  "import.CandidateSource": { task: sourceImport, some: few(4) },
  "exams.certificates": { task: certificates, some: few(4) },
  "files.copy": { task: copy, some: few(8), stepwise: true },
  // Each of these takes seconds, so they are made once, before the job's schema.
  // The list of one application.
  "export.TestCandidate.roster": {
    task: () => listExport([{ field: "testApplyId", operator: "equal", value: "1" }]),
    some: few(3),
  },
  "reports.scheduled": { task: scheduledReport, some: few(4) },
  "tenants.prepare": { task: tenant, some: () => [4] },
};
/** All exports run the same code: the first is tried at every moment, the others at a few. */
const findKind = (name: string, index: number): Kind | undefined =>
  kinds[name] ??
  (name.startsWith("export.") ? { task: () => listExport(), some: index > 0 ? few(3) : everyMoment } : undefined);

/** Imports that save their rows by forms run the same code too: one of them is tried for all. */
const byForm: ReadonlySet<string> = new Set(
  domains.flatMap(({ importers = [] }) => importers).map(({ entity }) => `import.${entity.name}`),
);

async function listExport(filters: object[] = []): Promise<Task> {
  const user = app.as("sysAdmin");
  const query = { current: 1, size: null, all: true, sort: [], filters, extra: { purpose: "年度检查核对数据" } };
  const isWritten = async () =>
    (await sql`select from audit_record where action = 'export' and operator_id = ${user.actor.userId}`.execute(app.db))
      .rows.length === 1;
  return { user, input: { query, language: "zh" }, isWritten };
}

let reportId: string | undefined;

/** The result of a schedule, the message that tells of it and the history: all or nothing. */
async function scheduledReport(): Promise<Task> {
  const user = app.as("clerk");
  reportId ??= (
    await user.call(reportCalls.submit, {
      name: "机构一览",
      kind: "list",
      dataSet: "Organisation",
      sharedWith: ["clerk"],
      layout: { columns: ["orgName"], filters: [], sort: null, pivot: null },
    })
  ).id;
  return {
    user,
    input: { reportId, format: "xlsx", asked: [] },
    async isWritten() {
      const { rows } = await sql<{ results: string; messages: string; taken: string }>`
        select (select count(*) from report_result where user_id = ${user.actor.userId}) as results,
          (select count(*) from message where target_kind = 'user' and target = ${user.actor.userId}) as messages,
          (select count(*) from audit_record where action = 'export' and operator_id = ${user.actor.userId}) as taken`.execute(
        app.db,
      );
      const [found] = rows;
      assert.deepEqual([found?.messages, found?.taken], [found?.results, found?.results]);
      return found?.results === "1";
    },
  };
}

async function getImport(
  user: TestUser,
  rows: unknown[][],
  input: object,
  written: () => Promise<number>,
): Promise<Task> {
  const key = `imports/${randomUUID()}`;
  const bytes = await writeXlsx({ sheets: [{ name: "导入", rows: rows as never }] });
  await moments.services.storage.put(
    key,
    (async function* () {
      yield bytes;
    })(),
  );
  return {
    user,
    input: { key, name: "导入.xlsx", input, mapping: [], corrections: [] },
    async isWritten() {
      const n = await written();
      assert.ok(n === 0 || n === rows.length - 1, `${n} of ${rows.length - 1} rows are half done`);
      return n > 0;
    },
  };
}

let made = 0;
let dept: string | undefined;

async function userImport(): Promise<Task> {
  const user = app.as("sysAdmin");
  dept ??= (await user.call(departmentCalls.submit, { orgName: "引才科", deptCategory: "1", sort: 1 } as never)).id;
  const prefix = `cut${++made}x`;
  const people = [1, 2].map((n) => [
    `${prefix}${n}`,
    "赵一",
    `137${String(made * 10 + n).padStart(8, "0")}`,
    "引才科",
    "培训科经办",
  ]);
  const count = async () =>
    Number(
      (
        await sql<{
          n: string;
        }>`select count(*) as n from app_user u where account like ${`${prefix}%`} and exists (select from user_role r where r.user_id = u.id)`.execute(
          app.db,
        )
      ).rows[0]?.n,
    );
  return getImport(user, [["账号", "姓名", "手机", "所属部门", "角色"], ...people], {}, count);
}

async function rosterImport(): Promise<Task> {
  const { classId, admin } = await anOpenClass(app);
  const people = [1, 2]
    .map(somebody)
    .map(({ name, idNumber, phone }) => [name, idNumber, "高中", phone, "农村", "农村转移就业劳动者"]);
  const count = async () =>
    Number(
      (await sql<{ n: string }>`select count(*) as n from student where class_id = ${classId}`.execute(app.db)).rows[0]
        ?.n,
    );
  return getImport(
    admin,
    [["姓名", "身份证号", "文化程度", "手机号", "户口性质", "人员类别"], ...people],
    { classId },
    count,
  );
}

async function sourceImport(): Promise<Task> {
  const names = [1, 2].map((n) => `来源${++made}之${n}`);
  const count = async () =>
    (
      await app.db
        .selectFrom("candidateSource")
        .select("id")
        .where("sourceName", "in", names)
        .where("isDeleted", "=", 0)
        .execute()
    ).length;
  const rows = names.map((name, n) => [`Q${made}${n}`, name, "1", "有效"]);
  return getImport(app.as("clerk"), [["来源编号", "来源名称", "排序", "是否有效"], ...rows], {}, count);
}

let certified: Promise<{ classId: string }> | undefined;

async function certificates(): Promise<Task> {
  // Enough rows for progress to be reported in the middle of the document; the photos lie where the job looks for them.
  certified ??= aCertifiedClass({ ...app, storage: moments.services.storage }, { students: 21 });
  const { classId } = await certified;
  const user = app.as("clerk");
  const isWritten = async () => (await findTaken(app.db, user, "Certificate")).length === 21;
  return { user, input: { classId }, isWritten };
}

/** Two files, moved from the folder to the storage that takes new files. */
async function copy(): Promise<Task> {
  const { services } = moments;
  const fromId = await builtIn();
  const user = app.as("sysAdmin");
  const inFolder = { ...app, storage: services.storage };
  const files = [await anAttachment(inFolder, user), await anAttachment(inFolder, user)];
  const added = await sql<{
    id: string;
  }>`insert into storage_provider (oss_code, category, endpoint, bucket_name, access_key, secret_key, create_user, update_user)
    values (${`copy${++made}`}, '1', 'http://x.example', 'b', ${app.cipher.encrypt("k")}, ${app.cipher.encrypt("s")}, 1, 1) returning id`.execute(
    app.db,
  );
  const toId = added.rows[0]?.id as string;
  await use(toId);
  const target = localStorage(elsewhere);
  services.storage.place = async (id) => (id === toId ? target : ownPlace(id));
  return {
    user,
    input: { fromId, toId, removeSource: true },
    async isWritten() {
      const found = await sql<{
        key: string;
        providerId: string;
      }>`select o.key, o.provider_id from stored_object o join attachment a on a.storage_key = o.key where o.state = 'kept' and a.id = any(${files}::bigint[])`.execute(
        app.db,
      );
      assert.equal(found.rows.length, files.length, "each file lies in one place");
      for (const { key, providerId } of found.rows)
        assert.ok(filesIn(providerId === toId ? elsewhere : folder).includes(key), `${key} is where it is said to be`);
      const moved = found.rows.filter((row) => row.providerId === toId).length;
      // What the next job moves belongs to that job.
      await sql`delete from stored_object where provider_id = ${toId}`.execute(app.db);
      await sql`delete from attachment where id = any(${files}::bigint[])`.execute(app.db);
      await useBuiltIn();
      return moved === files.length;
    },
  };
}

let ownPlace: Moments["services"]["storage"]["place"];
const builtIn = async () =>
  (await sql<{ id: string }>`select id from storage_provider where category = '5'`.execute(app.db)).rows[0]
    ?.id as string;

async function useBuiltIn(): Promise<void> {
  moments.services.storage.place = ownPlace;
  await use(await builtIn());
}

const use = (id: string) =>
  app.db.transaction().execute(async (tx) => {
    await sql`update storage_provider set status = '1' where status = '2'`.execute(tx);
    await sql`update storage_provider set status = '2' where id = ${id}`.execute(tx);
  });

async function tenant(): Promise<Task> {
  const tenantId = String(910000 + ++made);
  await sql`insert into tenant (tenant_id, tenant_name, status, create_user, update_user) values (${tenantId}, ${`分局${made}`}, '0', 1, 1)`.execute(
    app.db,
  );
  await sql`insert into tenant_preparation (tenant_id, admin_hash) values (${tenantId}, 'x')`.execute(app.db);
  return {
    user: app.as("sysAdmin"),
    input: { tenantId },
    async isWritten() {
      const { rows } = await sql<{
        schema: string | null;
        open: string;
        left: string;
      }>`select to_regnamespace(${`t_${tenantId}`})::text as schema, (select count(*) from tenant where tenant_id = ${tenantId} and status = '1' and is_deleted = 0) as open,
        (select count(*) from tenant_preparation where tenant_id = ${tenantId}) as left`.execute(app.db);
      const { schema, open, left } = rows[0] ?? {};
      assert.equal(schema !== null, open === "1", "a schema exactly where there is a tenant");
      assert.equal(left, "0");
      return open === "1";
    },
  };
}

interface Ended {
  state: string;
  isWritten: boolean;
  hasFile: boolean;
}

const workers = domains.flatMap(workersOf).filter((worker) => worker.cancellable);

/**
 * Runs one job of a kind, with something happening before one moment of it.
 * @param tries how often the queue would retry it
 */
async function run(
  name: string,
  kind: Kind,
  tries: number,
  at?: number,
  happening?: (jobId: string, user: TestUser) => Promise<void>,
): Promise<Ended> {
  const { user, input, isWritten } = await kind.task();
  const actor = JSON.stringify({ ...user.actor, permissions: [...user.actor.permissions] });
  const { id } = await app.db
    .insertInto("job")
    .values({
      kind: name,
      userId: user.actor.userId,
      actor,
      titleZh: name,
      titleEn: name,
      input: JSON.stringify(input),
    } as never)
    .returning("id")
    .executeTakeFirstOrThrow();
  const worker = workers.find((one) => one.name === name);
  moments.watch(at, happening && (() => happening(id, user)));
  for (let left = tries; left > 0; left--)
    try {
      await worker?.run(moments.services, { jobId: id });
      break;
    } catch (error) {
      if (left === 1) throw error;
      await noticed();
    }
  await cancelling;
  const job = await app.db.selectFrom("job").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  assert.notEqual(job.endTime, null, `${job.state} is final`);
  const hasFile = job.fileKey !== null;
  if (hasFile) assert.ok(filesIn(folder).includes(job.fileKey as string), "the file it names is there");
  return { state: job.state, isWritten: await isWritten(), hasFile };
}

/** Cancelling while a job ends waits for the end of the job, so the job must not wait for the cancelling. */
async function cancel(jobId: string, user: TestUser): Promise<void> {
  cancelling = user.call(jobCancel, { id: jobId });
  await Promise.race([cancelling, sleep(100)]);
}
let cancelling: Promise<unknown> | undefined;

/** Ends the sessions of the job, and waits until they are gone. */
async function cutOff(): Promise<void> {
  cut = [...moments.sessions];
  await app.pool.query("select pg_terminate_backend(pid, 10000) from pg_stat_activity where pid = any($1)", [cut]);
}
let cut: number[] = [];

/** The next try of a job comes seconds later: by then the pool has noticed which connections are broken, however busy the process is. */
async function noticed(): Promise<void> {
  for (const end = Date.now() + 10_000; Date.now() < end && cut.some((id) => moments.sessions.has(id));)
    await sleep(10);
}

/** After the nightly cleanup, the folder holds no file that no row names. */
async function hasNoOrphans(): Promise<void> {
  await sql`update stored_object set create_time = create_time - interval '3 days'`.execute(app.db);
  moments.watch();
  await noticed();
  await sweepFiles(moments.services);
  const { rows } = await sql<{
    key: string;
  }>`select storage_key as key from attachment where storage_key <> '' union select file_key from job where file_key is not null union select key from stored_object`.execute(
    app.db,
  );
  const named = new Set(rows.map(({ key }) => key));
  assert.deepEqual(
    filesIn(folder).filter((key) => !named.has(key)),
    [],
  );
}

describe("background jobs", () => {
  afterEach(useBuiltIn);

  it("are all covered here", () => {
    assert.deepEqual(
      workers.map(({ name }) => name).filter((name) => !findKind(name, 0) && !byForm.has(name)),
      [],
    );
    for (const name of Object.keys(kinds))
      assert.ok(
        workers.some((worker) => worker.name === name),
        `${name} is a kind of job`,
      );
  });

  let exports = 0;
  for (const { name } of workers) {
    const kind = findKind(name, name.startsWith("export.") ? exports++ : 0);
    if (!kind) continue;
    it(`${name}: does everything or nothing, whenever it is cancelled or loses its database`, async () => {
      const undisturbed = await run(name, kind, 1);
      assert.deepEqual([undisturbed.state, undisturbed.isWritten], ["done", true]);
      const count = moments.passed();
      for (const at of kind.some(count)) {
        const cancelled = await run(name, kind, 1, at, cancel);
        const expected: Ended =
          cancelled.state === "done"
            ? undisturbed
            : {
                state: "cancelled",
                isWritten: kind.stepwise ? cancelled.isWritten : false,
                hasFile: false,
              };
        assert.deepEqual(cancelled, expected, `cancelled before moment ${at} of ${count}`);
        assert.deepEqual(await run(name, kind, 4, at, cutOff), undisturbed, `cut off before moment ${at} of ${count}`);
      }
      await hasNoOrphans();
    });
  }
});
