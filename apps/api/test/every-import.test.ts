// Slow: walks the imports of all lists, each from its template to its undoing.
import assert from "node:assert/strict";
import { buffer } from "node:stream/consumers";
import { after, before, describe, it } from "node:test";
import { assessorTypeCalls } from "@jipei/contract/assessment/assessors/assessor-type.ts";
import { capability, type ResourceKey } from "@jipei/contract/capabilities.ts";
import type { Call } from "@jipei/contract/core/call.ts";
import { importBatchCalls, importList } from "@jipei/contract/core/import-batch.ts";
import type { ImportReport, ImportResult } from "@jipei/contract/core/import.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import { cellText } from "@jipei/xlsx/cell-text.ts";
import { readWorkbook } from "@jipei/xlsx/read-workbook.ts";
import { writeWorkbook } from "@jipei/xlsx/write-workbook.ts";
import { startupTypeCalls } from "@jipei/contract/catalogue/startup-type.ts";
import { competitionCalls } from "@jipei/contract/competitions/competition.ts";
import { competitionRegisterCalls } from "@jipei/contract/competitions/registration.ts";
import { technicianCalls } from "@jipei/contract/talents/technician.ts";
import { studentCalls } from "@jipei/contract/training/student.ts";
import { sql } from "kysely";
import { getKeys } from "../src/core/access/access-check.ts";
import { today } from "../src/core/foundation/clock.ts";
import { calls, domains } from "../src/domains.ts";
import { aHeldClass } from "./factories/class.ts";
import { aFiledEnterprise } from "./factories/enterprise-class.ts";
import { anOpenClass } from "./factories/open-class.ts";
import { aCompetition, aContestant } from "./factories/competition.ts";
import { aClassification } from "./factories/question.ts";
import { aSkilledWorker } from "./factories/technician.ts";
import { aCourse } from "./factories/teaching.ts";
import { sendWorkbook } from "./support/send-workbook.ts";
import { type TestApp, type TestUser, startTestApp } from "./support/test-app.ts";

/** Every list that an office fills by hand can be filled from a workbook: template, check, import, record, undo. */
const importers = domains.flatMap(({ importers: own = [] }) => own);
/** These have rules, factories and tests of their own. */
const ofTheirOwn = new Set(["EnterpriseStudent", "SignUp", "Student", "User"]);

/** What a call saves: the entity of its name, where a user of the bureau or an institution adds rows by it. */
const saved = ({ name, method, access, audience }: Call): string | null =>
  method === "POST" &&
  /\.(submit|save)$/.test(name) &&
  [...getKeys(access)].some((key) => key.endsWith("_add")) &&
  (!audience || audience.includes("bureau") || audience.includes("institution"))
    ? (name.split(".")[0] ?? null)
    : null;

/** Entities whose rows are added by a form and not by a workbook, and why. */
const without: Readonly<Record<string, string>> = {
  SerialRule: "comes with the software",
  Parameter: "comes with the software",
  Attachment: "is uploaded",
  CourseSubsidyFile: "is uploaded",
  OrganisationDocument: "is uploaded",
  StorageProvider: "holds a secret, and is tried before it is used",
  SmsProvider: "holds a secret, and is tried before it is used",
  IdentityProvider: "holds a secret, and is tried before it is used",
  Client: "holds a secret, and is tried before it is used",
  Datasource: "holds a secret, and is tried before it is used",
  Exam: "is held for a class of its own, with the questions of that day",
  ExamRoom: "is typed beside its exam, a few at most",
  Notice: "is a text with pictures and files",
  FileNotice: "is a text with pictures and files",
  SecondaryInfo: "is a text with pictures and files",
  TrainNews: "is a text with pictures and files",
  DeskNotice: "is a text with pictures and files",
  FlowModel: "is opened as a file in its designer",
  FlowStandIn: "is one person's own, for some days",
  Report: "is designed, and its template is uploaded there",
  Role: "gives rights, and is previewed",
  Menu: "gives rights, and is previewed",
  TopMenu: "gives rights, and is previewed",
  DataScope: "gives rights, and is previewed",
  ApiScope: "gives rights, and is previewed",
  Tenant: "is set up step by step",
  Code: "is a tool of developers",
  SubsidyStandard: "is decided by two people, each by itself",
  TrainingSubsidyKind: "is decided by two people, each by itself",
  EnterpriseTotal: "is filed with its account, from the registers",
  EnterpriseCourse: "is the catalogue, read only",
  Organisation: "is filed with its documents",
  OrganisationTeacher: "is filed with its documents",
  TeacherEngagement: "is filed with its documents",
  TeacherHire: "is filed with its documents",
  OrganisationPlan: "is a step of a case",
  EnterpriseSubsidyApplication: "is a step of a case",
  EnterpriseSubsidyLine: "is filled from the roster",
  EnterpriseTestApplication: "is a step of a case",
  EnterpriseTest: "is filled from the roster",
  CompetitionNotice: "is a step of a case",
  TrainEvaluation: "is said by each person",
  EnterpriseClass: "is a step of a case",
  TrainingClass: "is a step of a case",
  TestApplication: "is a step of a case",
  AssessorAssignment: "is a step of a case",
  Investigation: "is a step of a case",
  SubsidyApplication: "is a step of a case",
  SubsidyLine: "is a step of a case",
  Lesson: "is made from a pattern",
  SignUpAgain: "is done by the person, the roster has an import",
};

describe("lists that an office fills", () => {
  it("have an import, or stand here with the reason", () => {
    const imported = new Set(importers.map(({ entity }) => entity.name));
    const names = new Set(calls.flatMap((call) => saved(call) ?? []));
    assert.deepEqual(
      [...names].filter((name) => !imported.has(name) && !Object.hasOwn(without, name)),
      [],
    );
    assert.deepEqual(
      Object.keys(without).filter((name) => imported.has(name) || !names.has(name)),
      [],
      "an excuse without need",
    );
  });

  it("are named in the record of imports", () => {
    assert.deepEqual(Object.keys(importList.codes).toSorted(), importers.map(({ entity }) => entity.name).toSorted());
  });
});

describe("imports of the product", () => {
  let app: TestApp;
  let institution: TestUser;
  /** Cells that name rows of other lists, by entity and label. */
  let named: Readonly<Record<string, Readonly<Record<string, string>>>>;
  before(async () => {
    app = await startTestApp();
    const { admin, orgId, base } = await anOpenClass(app);
    institution = admin;
    const course = await aCourse(app);
    await sql`update organisation set train_scope = train_scope || '、' || ${course.occupationName} where id = ${orgId}`.execute(
      app.db,
    );
    const type = { typeNo: "T9", typeName: "企业考评员", allowLevels: ["1"], sort: 1, isValid: "isValid" };
    await app.as("clerk").call(assessorTypeCalls.submit, type as never);
    const startup = {
      typeNo: "T8",
      typeName: "网络创业培训",
      minHours: "56.0",
      maxClassSize: 30,
      rank: 2,
      isValid: "isValid",
    };
    await app.as("clerk").call(startupTypeCalls.submit, startup as never);
    const competitionId = await aCompetition(app);
    const contestant = await aContestant(app, institution, competitionId);
    const { competitionName } = await app.as("clerk").call(competitionCalls.detail, { id: competitionId });
    const { studentIds } = await aHeldClass(app, { base, students: 1 });
    const { studentNo } = await app.as("clerk").call(studentCalls.detail, { id: studentIds[0] ?? "" });
    const enterprise = await aFiledEnterprise(app);
    const { registerNo } = await app.as("clerk").call(competitionRegisterCalls.detail, { id: contestant });
    await aClassification(app, course.id, { name: "焊接安全" });
    const certNo = "S000032000001262000777";
    await app.as("clerk").call(technicianCalls.submit, aSkilledWorker({ certNo }));
    const { courseName } = course;
    named = {
      QuestionClassification: { 课程: courseName, 上级分类: "焊接安全" },
      JsyxRecord: { 技能人才: certNo },
      Question: { 课程: courseName, 知识点: `${courseName}/焊接安全`, 答案: "B" },
      CompetitionRecord: { 报名: registerNo ?? "" },
      CompetitionRegister: { 竞赛: competitionName, 项目编号: "A" },
      StudentFee: { 学员: studentNo ?? "", 金额: "2" },
      TrainEmployment: { 学员: studentNo ?? "", 就业形式: "灵活就业", 跟踪日期: today() },
      InjuryRecord: { 企业: enterprise.name, 损失工作日: "3" },
      OrganisationCourse: { 课程: course.courseNo ?? "", 收费标准: "1200" },
      Assessor: { 考评员类别: type.typeName },
      SafetyTraining: { 培训学时: "24.0" },
      StartupTraining: { 创业培训类型: startup.typeName, 结业人次: "3" },
      // Else the row would be the example itself.
      ...Object.fromEntries(["WorkReport", "PreJobTraining"].map((name) => [name, { 结业人次: "3" }])),
    };
  });
  after(() => app.close());

  /** Whoever may import: the clerk before the administrator; an institution where it is its list. */
  function importingUser(entity: string, permission: string): TestUser {
    if (entity === "OrganisationCourse") return institution;
    const resource = permission.replace(/_import$/, "") as ResourceKey;
    const role = (["clerk", "sysAdmin"] as const).find((one) => capability(resource, one).includes("C"));
    return role ? app.as(role) : institution;
  }

  const path = (entity: Entity, what: string): string => {
    const found = calls.find(({ name }) => name === `${entity.name}.${what}`);
    assert.ok(found, `${entity.name}.${what}`);
    return found.path;
  };

  /** The template's header and its example row. */
  async function template(user: TestUser, entity: Entity): Promise<{ headers: string[]; example: string[] }> {
    const answer = await app.http.inject({
      method: "GET",
      url: path(entity, "importTemplate"),
      headers: { token: user.token },
    });
    assert.equal(answer.statusCode, 200, answer.body.slice(0, 300));
    const rows: string[][] = [];
    for await (const { values } of readWorkbook(answer.rawPayload))
      rows.push(values.map((value) => cellText(value).text));
    const [headers = [], example = []] = rows;
    return { headers, example: headers.map((_, i) => example[i] ?? "") };
  }

  const sheet = (headers: readonly string[], row: readonly string[]) =>
    buffer(
      writeWorkbook({
        sheet: {
          name: "导入",
          columns: headers.map((header) => ({ header, width: 12, format: "text" as const })),
          rows: [row],
        },
      }),
    );
  const countOf = async ({ table }: Entity) =>
    Number(
      (await sql<{ n: string }>`select count(*) as n from ${sql.table(table)} where is_deleted = 0`.execute(app.db))
        .rows[0]?.n,
    );

  for (const { entity, permission } of importers)
    if (!ofTheirOwn.has(entity.name))
      it(`into ${entity.en} takes its template as it is filled in, keeps a record, and is undone`, async () => {
        const user = importingUser(entity.name, permission);
        const { headers, example } = await template(user, entity);
        const title = headers.findIndex((header) => header.replace("*", "") === entity.fields[entity.title]?.zh);
        const row = example.map((text, i) => {
          const known = named[entity.name]?.[headers[i]?.replace("*", "") ?? ""];
          return known ?? (i === title && text ? `${text}甲` : text);
        });
        const send = <T>(what: string, cells: readonly string[]) =>
          sheet(headers, cells).then((file) => sendWorkbook<T>(app.http, user.token, path(entity, what), file));
        const before = await countOf(entity);

        const { data: report } = await send<ImportReport>("importDryRun", row);
        assert.deepEqual([report?.rows, report?.bad, report?.notices.length], [1, 0, 0], JSON.stringify(report));
        assert.equal(await countOf(entity), before, "a check writes nothing");

        const needed = headers.findIndex((header, i) => header.endsWith("*") && row[i] !== "");
        const lacking = await send<ImportReport>("importDryRun", row.with(needed, ""));
        assert.equal(lacking.data.bad > 0, true, `nothing is said of ${headers[needed]}`);
        assert.equal((await send("importCommit", row.with(needed, ""))).errorCode, "IMPORT_BAD");

        const { data: done, ...refused } = await send<ImportResult>("importCommit", row);
        assert.deepEqual([done?.inserted, done?.updated], [1, 0], JSON.stringify(refused));
        assert.equal(await countOf(entity), before + 1);
        const batchId = done.batchId as string;
        const [batch] = (await user.list<any>(importBatchCalls.list, { listName: entity.name })).records;
        assert.deepEqual([batch?.id, batch?.inserted, batch?.state], [batchId, 1, "done"]);
        const history = await sql`select 1 from audit_record a join import_row r on r.row_id::text = a.biz_id
          where r.batch_id = ${batchId} and a.biz_type = ${entity.name} and a.action = 'import'`.execute(app.db);
        assert.equal(history.rows.length, 1);

        await user.call(importBatchCalls.undo, { id: batchId });
        assert.equal(await countOf(entity), before);
        assert.equal((await user.refused(importBatchCalls.undo, { id: batchId })).errorCode, "IMPORT_UNDONE");
      });
});
