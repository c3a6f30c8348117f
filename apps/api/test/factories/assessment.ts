import { certificateCalls } from "@jipei/contract/assessment/certificate.calls.ts";
import { gradeCalls } from "@jipei/contract/assessment/grade.calls.ts";
import { testApplicationCalls } from "@jipei/contract/assessment/test-application.calls.ts";
import { claimSave } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { sql } from "kysely";
import { addDays, today } from "../../src/core/foundation/clock.ts";
import type { TestApp } from "../support/test-app.ts";
import { anAttachment } from "./attachment.ts";
import { type BuiltClass, type HeldOptions, aHeldClass } from "./class.ts";
import { aRoster } from "./enrolment.ts";
import { aStandard } from "./teaching.ts";
import { aTrainingBase } from "./training-base.ts";

/** Assessments, certificates and claims in every stage, built on classes whose lessons have ended. */

let count = 0;

/** A candidate source; test candidates need one. */
export async function aCandidateSource(app: TestApp): Promise<string> {
  const found = await sql<{
    id: string;
  }>`insert into candidate_source (source_no, source_name, sort, is_valid, create_user, update_user) values (${`CS${++count}${Date.now() % 100000}`}, ${`来源${count}-${Date.now()}`}, 1, 'isValid', 1, 1) returning id`.execute(
    app.db,
  );
  return found.rows[0]?.id as string;
}

export interface TestedClass extends BuiltClass {
  applyId: string;
}

const application = (classId: string, overrides: Record<string, unknown> = {}) => ({
  classId,
  testKind: "1",
  testMode: "4",
  wishTestDate: addDays(today(), 10),
  testPlace: "考核楼1号",
  subjects: ["1", "2"],
  ...overrides,
});

/** An application for the final assessment (mode 4, scored by the institution), not submitted. */
export async function aTestApplication(
  app: TestApp,
  options: HeldOptions & { application?: Record<string, unknown> } = {},
): Promise<TestedClass> {
  const built = await aHeldClass(app, {
    ...options,
    base: options.base ?? (await aTrainingBase(app, { course: { certKind: "4" } })),
  });
  await aCandidateSource(app);
  const saved = await built.base.orgAdmin.call(testApplicationCalls.submit, {
    testApplyDTO: application(built.classId, options.application),
  } as never);
  return { ...built, applyId: (saved as { id: string }).id };
}

/** Approved by the bureau: score rows are open. */
export async function anApprovedTest(
  app: TestApp,
  options: HeldOptions & { application?: Record<string, unknown> } = {},
): Promise<TestedClass> {
  const built = await aTestApplication(app, options);
  await built.base.orgAdmin.call(testApplicationCalls.confirm, {
    ids: built.applyId,
    confirmType: "unConfirm",
  } as never);
  await app.as("clerk").call(testApplicationCalls.confirm, {
    ids: built.applyId,
    confirmType: "Confirm",
    testDate: addDays(today(), 10),
  } as never);
  return built;
}

/** Adds people to an approved assessment of a class, however many its room holds. */
export async function addExaminees(app: TestApp, { applyId, classId }: TestedClass, count: number): Promise<void> {
  const ids = (await aRoster(app, classId, count)).map(({ id }) => id);
  await sql`
    insert into grade (student_id, name, id_number, id_number_hash, class_id, org_id, test_apply_id, course_id, course_name, level, result, is_absent, is_cheat, test_times, examinee_no, grade_status, create_user, update_user)
    select s.id, s.name, s.id_number, s.id_number_hash, g.class_id, g.org_id, g.test_apply_id, g.course_id, g.course_name, g.level, '0', '0', '0', 1, left(g.examinee_no, -3) || lpad((100 + row_number() over (order by s.id))::text, 3, '0'), '0', 1, 1
    from student s cross join (select * from grade where test_apply_id = ${applyId} order by id limit 1) g where s.id = any(${ids}::bigint[])`.execute(
    app.db,
  );
}

/** A make-up of the parts, ten days after the first assessment, approved. @returns id of its application */
export async function anApprovedMakeUp(
  app: TestApp,
  { base, classId }: BuiltClass,
  subjects: readonly string[],
): Promise<string> {
  const day = addDays(today(), 20);
  const { id } = (await base.orgAdmin.call(testApplicationCalls.submit, {
    testApplyDTO: application(classId, { testKind: "2", wishTestDate: day, subjects }),
  } as never)) as { id: string };
  await base.orgAdmin.call(testApplicationCalls.confirm, { ids: id, confirmType: "unConfirm" } as never);
  await app.as("clerk").call(testApplicationCalls.confirm, { ids: id, confirmType: "Confirm", testDate: day } as never);
  return id;
}

/** Moves the grades of an application by clerks: 1 checked, 2 published. */
export async function moveGrades(app: TestApp, testApplicationId: string, ...states: ("1" | "2")[]): Promise<void> {
  for (const gradeStatus of states)
    await app.as("clerk").call(gradeCalls.submit, { testApplicationId, gradeStatus } as never);
}

/** Scores of every examinee in roster order; 85 and 90 where none are given. */
export type ScoreList = {
  theoryScore?: string;
  practiceScore?: string;
  reviewScore?: string;
  isAbsent?: string;
  isCheat?: string;
}[];

/** Entered by the institution, checked and published by clerks. */
export async function aPublishedTest(
  app: TestApp,
  options: HeldOptions & { application?: Record<string, unknown>; scores?: ScoreList } = {},
): Promise<TestedClass> {
  const built = await anApprovedTest(app, options);
  const rows = await app.db
    .selectFrom("grade")
    .select("id")
    .where("testApplyId", "=", built.applyId)
    .where("isDeleted", "=", 0)
    .orderBy("examineeNo")
    .execute();
  const scores = rows.map((row, index) => ({
    id: row.id,
    theoryScore: "85.00",
    practiceScore: "90.00",
    ...options.scores?.[index],
  }));
  await built.base.orgAdmin.call(gradeCalls.submit, { scores } as never);
  await moveGrades(app, built.applyId, "1", "2");
  return built;
}

/** Issues certificates to everybody who passed. */
export async function aCertifiedClass(
  app: TestApp,
  options: Parameters<typeof aPublishedTest>[1] = {},
): Promise<TestedClass> {
  const built = await aPublishedTest(app, options);
  await certify(app, built);
  return built;
}

/** Gives the people of a class their photos, and issues the certificates of one of its assessments. */
export async function certify(app: TestApp, { base, classId, applyId }: TestedClass): Promise<void> {
  const photo = await anAttachment(app, base.orgAdmin, "照片.jpg");
  await sql`update student set photo_att_id = ${photo} where class_id = ${classId}`.execute(app.db);
  await app.as("clerk").call(certificateCalls.issue, { classId, applyId });
}

/** Names of files that a claim needs. */
export const claimDocuments = ["花名册.pdf", "考勤表.pdf", "证书清单.pdf", "签章申请表.pdf", "收费发票.pdf"];

export interface BuiltClaim extends TestedClass {
  claimId: string;
  lines: { id: string; studentId: string; applyAmount: string; payableAmount: string }[];
}

/** A claim for everybody with a certificate, with its documents, not submitted. The standard is 1000 yuan unless `standard` says otherwise. */
export async function aClaim(
  app: TestApp,
  options: Parameters<typeof aPublishedTest>[1] & { standard?: Record<string, unknown>; kind?: string } = {},
): Promise<BuiltClaim> {
  const built = await aCertifiedClass(app, options);
  const subsidyKind = options.kind ?? "01";
  await aStandard(app, {
    courseId: built.base.courseId,
    subsidyKind,
    standardAmount: "1000.00",
    payTarget: "1",
    effectDate: addDays(today(), -400),
    ...options.standard,
  });
  return fileClaim(app, built, subsidyKind);
}

/** Submits a claim for a class with certificates. */
export async function fileClaim(app: TestApp, built: TestedClass, subsidyKind = "01"): Promise<BuiltClaim> {
  const files: string[] = [];
  for (const name of claimDocuments) files.push(await anAttachment(app, built.base.orgAdmin, name));
  const saved = (await built.base.orgAdmin.call(claimSave, {
    subsidyApplyDTO: { classId: built.classId, subsidyKind, attachmentList: files },
  } as never)) as any;
  return { ...built, claimId: saved.id, lines: saved.detailList };
}

/** The grade of the first candidate of an application. */
export const firstGrade = (app: TestApp, applyId: string) =>
  app.db
    .selectFrom("grade")
    .selectAll()
    .where("testApplyId", "=", applyId)
    .where("isDeleted", "=", 0)
    .orderBy("examineeNo")
    .executeTakeFirstOrThrow();
