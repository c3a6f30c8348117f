import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Call } from "@jipei/contract/core/call.ts";
import { entities } from "@jipei/contract/entities.ts";
import { machines } from "@jipei/contract/machines.ts";
import { popover } from "@jipei/contract/notices/popover.ts";
import { sql } from "kysely";
import { defaultPermissions } from "../src/core/access/default-rights.ts";
import { readWorkbook } from "@jipei/xlsx/read-workbook.ts";
import { calls } from "../src/domains.ts";
import { notify } from "../src/notices/notices.queries.ts";
import { type TestedClass, aCertifiedClass, fileClaim } from "./factories/assessment.ts";
import { aStandard } from "./factories/teaching.ts";
import { findTeacher, aTrainingBase } from "./factories/training-base.ts";
import { inputWithIds } from "./support/hostile/isolation-input.ts";
import { type TestApp, type TestUser, startTestApp } from "./support/test-app.ts";

/** Teachers read what belongs to the classes that they teach, by any call, even where their role was given every permission of an administrator. */
let app: TestApp;
let own: TestedClass;
let other: TestedClass;
let teacher: TestUser;
let administrator: TestUser;
/** Part of every name of the class that the teacher does not teach: of the class, its people, its certificates and files. */
const mark = "他班";

before(async () => {
  app = await startTestApp();
  const base = await aTrainingBase(app, { course: { certKind: "4" } });
  await aStandard(app, { courseId: base.courseId, subsidyKind: "01" });
  own = await aCertifiedClass(app, { base, sameTeacher: true });
  const colleague = await findTeacher(app, base.orgId, base.courseId);
  other = await aCertifiedClass(app, { base, overrides: { headTeacherId: colleague } });
  await fileClaim(app, other);
  const ofOther = sql`class_id = ${other.classId}`;
  await sql`update training_class set class_name = ${mark} || class_name where id = ${other.classId}`.execute(app.db);
  for (const table of ["student", "sign_up", "certificate", "grade"])
    await sql`update ${sql.table(table)} set name = ${mark} || name where ${ofOther}`.execute(app.db);
  await sql`update test_candidate set name = ${mark} || name where test_apply_id = ${other.applyId}`.execute(app.db);
  await sql`update lesson set content = ${mark} || content where ${ofOther}`.execute(app.db);
  await sql`update subsidy_line set name = ${mark} || name where org_id = ${base.orgId}`.execute(app.db);
  await sql`update attachment set file_name = ${mark} || file_name where id in (select u.attachment_id from attachment_use u where (u.biz_type, u.biz_id) in
    (select 'TrainingClass', ${other.classId}::bigint union select 'Student', id from student where ${ofOther} union select 'Certificate', id from certificate where ${ofOther} union select 'SubsidyApplication', id from subsidy_application where ${ofOther}))`.execute(
    app.db,
  );
  await app.db.transaction().execute((tx) =>
    notify(
      tx as never,
      {
        to: { orgId: base.orgId },
        title: { zh: `${mark}已确认`, en: mark },
        text: { zh: mark, en: mark },
        link: "/",
      } as never,
    ),
  );
  const { idNumberHash } = (await app.db
    .selectFrom("teacher")
    .select("idNumberHash")
    .where("id", "=", base.teacherId)
    .executeTakeFirstOrThrow()) as { idNumberHash: string };
  const permissions = new Set([
    ...defaultPermissions("orgTeacher", machines),
    ...defaultPermissions("orgAdmin", machines),
  ]);
  teacher = app.as("orgTeacher", { orgId: base.orgId, idNumberHash, permissions });
  administrator = app.as("orgAdmin", { orgId: base.orgId });
});
after(() => app.close());

/** The row of an entity that belongs to the other class, where there is one. */
async function rowsOfOther(): Promise<Map<string, string>> {
  const found = new Map<string, string>([
    ["TrainingClass", other.classId],
    ["TestApplication", other.applyId],
  ]);
  const columns = new Map(
    (
      await app.pool.query<{ table: string; columns: string[] }>(
        `select table_name as "table", array_agg(column_name::text) as columns from information_schema.columns where table_schema = current_schema() group by 1`,
      )
    ).rows.map((row) => [row.table, row.columns]),
  );
  const ways: readonly [column: string, ids: ReturnType<typeof sql>][] = [
    ["class_id", sql`select ${other.classId}::bigint`],
    ["test_apply_id", sql`select ${other.applyId}::bigint`],
    ["student_id", sql`select id from student where class_id = ${other.classId}`],
    ["schedule_id", sql`select id from lesson where class_id = ${other.classId}`],
    ["apply_id", sql`select id from subsidy_application where class_id = ${other.classId}`],
  ];
  for (const entity of entities) {
    const way = ways.find(
      ([column]) => columns.get(entity.table)?.includes(column) && columns.get(entity.table)?.includes("is_deleted"),
    );
    if (!way || found.has(entity.name)) continue;
    const { rows } = await sql<{
      id: string;
    }>`select id from ${sql.table(entity.table)} where ${sql.ref(way[0])} in (${way[1]}) and is_deleted = 0 order by id limit 1`.execute(
      app.db,
    );
    if (rows[0]) found.set(entity.name, rows[0].id);
  }
  const file = await sql<{
    id: string;
  }>`select id from attachment where file_name like ${`${mark}%`} order by id limit 1`.execute(app.db);
  return found.set("Attachment", file.rows[0]?.id as string);
}

const reading = calls.filter((call) => call.method === "GET");

/** Everything in the answer of a call, workbooks as their text. */
async function said(user: TestUser, call: Call, input: object): Promise<{ status: number; text: string }> {
  const pairs = Object.entries(input).map(([name, value]): [string, string] => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  const answer = await app.http.inject({
    method: "GET",
    url: `${call.path}?${new URLSearchParams(pairs)}`,
    headers: { token: user.token },
  });
  if (!String(answer.headers["content-type"]).includes("spreadsheetml"))
    return { status: answer.statusCode, text: answer.body };
  const cells: unknown[] = [];
  for await (const { values } of readWorkbook(answer.rawPayload)) cells.push(...values);
  return { status: answer.statusCode, text: cells.join("\n") };
}

describe("teachers", () => {
  it("no list, detail, count or workbook shows a class that they do not teach", async () => {
    const rows = await rowsOfOther();
    assert.ok(rows.size >= 10, [...rows.keys()].join());
    let shown = 0;
    for (const call of reading) {
      const inputs = [
        call.input.shape === "query" ? { size: "200" } : {},
        inputWithIds(call, (entity) => rows.get(entity ?? "") ?? own.classId) ?? {},
      ];
      for (const input of inputs) {
        const answer = await said(teacher, call, input as object);
        assert.ok(!answer.text.includes(mark), `${call.name} ${JSON.stringify(input)}: ${answer.text.slice(0, 600)}`);
        if ((await said(administrator, call, input as object)).text.includes(mark)) shown++;
      }
    }
    assert.ok(shown >= 25, `the administrator sees it in ${shown} answers only: the crawl looks at too little`);
  });

  it("read the rows of their own classes", async () => {
    for (const name of [
      "TrainingClass.list",
      "Lesson.list",
      "Student.list",
      "TestApplication.list",
      "Grade.list",
      "Certificate.list",
    ]) {
      const call = calls.find((one) => one.name === name) as Call;
      assert.ok(((await teacher.list<{ total: number }>(call as never, {})).total ?? 0) > 0, name);
    }
  });

  it("do not read messages to their institution, which are for its administrators", async () => {
    const titles = async (user: TestUser) => JSON.stringify(await user.call(popover as Call, {}));
    assert.ok((await titles(administrator)).includes(mark));
    assert.ok(!(await titles(teacher)).includes(mark));
  });
});
