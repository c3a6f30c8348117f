import { enterpriseCertificateCalls } from "@jipei/contract/assessment/enterprise-certificate.calls.ts";
import { enterpriseTestApplicationCalls as calls } from "@jipei/contract/assessment/enterprise-test-application.calls.ts";
import { enterpriseTestCalls } from "@jipei/contract/assessment/enterprise-test.calls.ts";
import { sql } from "kysely";
import { addDays, today } from "../../src/core/foundation/clock.ts";
import { storeAttendance } from "../../src/training/training.queries.ts";
import type { TestApp } from "../support/test-app.ts";
import { type ScoreList, aCandidateSource } from "./assessment.ts";
import { shiftClass } from "./class.ts";
import { type StaffClass, type StaffClassOptions, anApprovedStaffClass } from "./enterprise-class.ts";

/** Assessments and certificates of the staff of enterprises, in every stage. */

interface HeldOptions extends StaffClassOptions {
  /** Lessons that each person missed, in the order of the roster. */
  missed?: readonly number[];
  /** Kind of the certificate that the course leads to. */
  certKind?: string;
  /** A class that is under way already, whose lessons take place now. */
  running?: StaffClass;
}

/** A class of an enterprise whose lessons all took place. Everybody was present except for `missed`. */
export async function aHeldStaffClass(app: TestApp, options: HeldOptions = {}): Promise<StaffClass> {
  const built = options.running ?? (await anApprovedStaffClass(app, options));
  if (!options.running) await shiftClass(app, built, -60);
  const missed = built.studentIds.map((_, place) => options.missed?.[place] ?? 0);
  await sql`insert into attendance (schedule_id, student_id, attend_status, attend_method, counted_hours, create_user, update_user)
    select l.id, s.id, case when l.place > s.missed then '1' else '5' end, '4', case when l.place > s.missed then l.hours else 0 end, 1, 1
    from unnest(${built.studentIds}::bigint[], ${missed}::int[]) as s (id, missed)
      cross join (select id, hours, row_number() over (order by lesson_date, start_time) as place from lesson where class_id = ${built.classId} and is_deleted = 0) l`.execute(
    app.db,
  );
  await sql`update lesson set is_held = '1' where class_id = ${built.classId}`.execute(app.db);
  await sql`update course set cert_kind = ${options.certKind ?? "4"} where id = (select course_id from training_class where id = ${built.classId})`.execute(
    app.db,
  );
  await app.db.transaction().execute((tx) => storeAttendance(tx, built.classId));
  return built;
}

export interface StaffTestOptions extends HeldOptions {
  application?: Record<string, unknown>;
  scores?: ScoreList;
}
export interface TestedStaffClass extends StaffClass {
  applyId: string;
}

/** Input of an application for the final assessment, which the enterprise scores itself (mode 4). */
export const staffApplication = (classId: string, overrides: Record<string, unknown> = {}) => ({
  classId,
  testKind: "1",
  testMode: "4",
  wishTestDate: addDays(today(), 10),
  testPlace: "一号车间",
  subjects: ["1", "2"],
  ...overrides,
});

/** An application for the final assessment of a class, not submitted. */
export async function aStaffApplication(app: TestApp, options: StaffTestOptions = {}): Promise<TestedStaffClass> {
  const built = await aHeldStaffClass(app, options);
  await aCandidateSource(app);
  const saved = await built.enterprise.admin.call(calls.submit, {
    enterpriseTestApplyDTO: staffApplication(built.classId, options.application),
  } as never);
  return { ...built, applyId: (saved as { id: string }).id };
}

/** Approved by the bureau: score rows are open. */
export async function anApprovedStaffTest(app: TestApp, options: StaffTestOptions = {}): Promise<TestedStaffClass> {
  const built = await aStaffApplication(app, options);
  await built.enterprise.admin.call(calls.submit, { id: built.applyId, confirmType: "unConfirm" } as never);
  await app.as("clerk").call(calls.submit, {
    id: built.applyId,
    confirmType: "Confirm",
    testDate: addDays(today(), 10),
  } as never);
  return built;
}

/** The candidates of an application, in the order of their examinee numbers. */
export const candidatesOf = async (app: TestApp, applyId: string): Promise<{ id: string; studentId: string }[]> =>
  (
    await sql<{ id: string; studentId: string }>`
      select c.id, c.student_id from test_candidate c join grade g on g.test_apply_id = c.test_apply_id and g.student_id = c.student_id and g.is_deleted = 0
      where c.test_apply_id = ${applyId} and c.is_deleted = 0 order by g.examinee_no`.execute(app.db)
  ).rows;

/** Entered by the enterprise, checked and published by the clerk. */
export async function aPublishedStaffTest(app: TestApp, options: StaffTestOptions = {}): Promise<TestedStaffClass> {
  const built = await anApprovedStaffTest(app, options);
  const scores = (await candidatesOf(app, built.applyId)).map(({ id }, index) => ({
    id,
    theoryScore: "85.00",
    practiceScore: "90.00",
    ...options.scores?.[index],
  }));
  const testApplyId = built.applyId;
  await built.enterprise.admin.call(enterpriseTestCalls.submit, { testApplyId, scores } as never);
  for (const gradeStatus of ["1", "2"])
    await app.as("clerk").call(enterpriseTestCalls.submit, { testApplyId, gradeStatus } as never);
  return built;
}

/** With certificates for everybody who passed. */
export async function aCertifiedStaffClass(app: TestApp, options: StaffTestOptions = {}): Promise<TestedStaffClass> {
  const built = await aPublishedStaffTest(app, options);
  await app.as("clerk").call(enterpriseCertificateCalls.issue, { classId: built.classId, applyId: built.applyId });
  return built;
}
