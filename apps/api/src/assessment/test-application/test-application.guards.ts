import { TestApplication } from "@jipei/contract/assessment/test-application.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import { getConditions } from "../../catalogue/catalogue.queries.ts";
import { classIs, getClassStanding, getClassHours, lockClass } from "../../training/training.queries.ts";
import { addDays, today } from "../../core/foundation/clock.ts";
import type { Db } from "../../core/database/db.ts";
import { type Failure, Refusal, getFailure, invalidValue, throwAll } from "../../core/foundation/refusal.ts";
import { parameter, getParameters } from "../../settings/settings.queries.ts";
import { getEvaluationBody, levelCertificate } from "../certificates/certificate-number.ts";
import type { OfApplication } from "./application-side.ts";
import { getApplicants, meets } from "./condition.ts";
import { type Attempts, getAttempts, isAfterPeriod, noMakeUp } from "./make-up/make-up.ts";
import { type ApprovalInput, getRefused, getTestDay } from "./test-application.input.ts";

export const firstTest = "1";
export const makeUp = "2";

/**
 * All lessons must be over and held; a make-up may follow while the class is in assessment or later. The class is locked, as it is when a student
 * leaves it, so nobody leaves while the move runs. @throws CLASS_NOT_ENDED
 */
export const classEnded: OfApplication = async (tx, _actor, row) => {
  await lockClass(tx, row.classId);
  const { runState, status } = await getClassStanding(tx, row.classId);
  const reached = row.testKind === firstTest ? ["ended", "testing"] : ["testing", "graded", "certified"];
  const { allHeld } = await getClassHours(tx, row.classId);
  if (!classIs(status, "isConfirmed") || !reached.includes(runState) || !allHeld) throw new Refusal("CLASS_NOT_ENDED");
};

export interface CandidateFacts extends Attempts {
  id: string;
  studentId: string;
  name: string;
  confirmStatus: string;
  attendanceRate: string | null;
  conditionId: string | null;
  isEligible: string;
  otherApplication: string | null;
}

/** Candidates of an application with their attendance and earlier attempts. */
export async function getCandidates(db: Db, applyId: string): Promise<CandidateFacts[]> {
  const found = await sql<CandidateFacts>`
    select c.id, c.student_id, s.name, s.confirm_status, s.attendance_rate, c.condition_id, c.is_eligible,
      so_far.*,
      (select o.test_apply_no from test_candidate oc join test_application o on o.id = oc.test_apply_id and o.is_deleted = 0 and o.confirm_type in ('unConfirm', 'Confirm')
        where oc.student_id = c.student_id and oc.is_deleted = 0 and o.id <> a.id and o.test_kind = a.test_kind
          and not exists (select from grade g where g.test_apply_id = o.id and g.student_id = c.student_id and g.grade_status = '2') limit 1) as other_application
    from test_candidate c
      join test_application a on a.id = c.test_apply_id
      join trainee s on s.id = c.student_id
      cross join lateral (${getAttempts(sql`c.student_id`)}) so_far
    where c.test_apply_id = ${applyId} and c.is_deleted = 0 order by c.id`.execute(db);
  return found.rows;
}

/** Those of them whom an approval admits. */
async function getAdmitted(db: Db, applyId: string, input: ApprovalInput): Promise<CandidateFacts[]> {
  const refused = getRefused(input);
  return (await getCandidates(db, applyId)).filter((one) => one.isEligible !== "0" && !refused.has(one.id));
}

/**
 * At least one student, each checked, with enough attendance, and in no other application; a make-up only for those that `noMakeUp` admits.
 * @throws CLASS_NO_STUDENT, STUDENT_UNCHECKED, ATTENDANCE_LOW, TEST_DUP, TEST_NOT_FAILED, RESIGN_BARRED, RESIGN_LIMIT, RESIGN_EXPIRED
 */
export const candidatesEligible: OfApplication<ApprovalInput> = async (tx, _actor, row, input) => {
  const limits = await getParameters(tx, ["attendance.min", "test.makeup.months"]);
  const candidates = await getCandidates(tx, row.id);
  if (candidates.length === 0) throw new Refusal("CLASS_NO_STUDENT", { n: 1 });
  const failures: Failure[] = [];
  for (const one of candidates) {
    const refuse = (refusal: Refusal) => failures.push(getFailure(refusal, one.studentId));
    if (one.confirmStatus !== "Confirm") refuse(new Refusal("STUDENT_UNCHECKED", { n: 1 }));
    if (one.attendanceRate === null || new Decimal(one.attendanceRate).lt(limits["attendance.min"]))
      refuse(
        new Refusal("ATTENDANCE_LOW", {
          name: one.name,
          a: one.attendanceRate ?? "0",
          b: limits["attendance.min"].toString(),
        }),
      );
    if (one.otherApplication) refuse(new Refusal("TEST_DUP"));
    const barred =
      row.testKind === makeUp ? noMakeUp(one.name, one, limits["test.makeup.months"], getTestDay(row, input)) : null;
    if (barred) refuse(barred);
  }
  throwAll(failures);
};

/** A make-up is within its period also on the day that the bureau fixes. @throws RESIGN_EXPIRED with each admitted candidate for whom it is not */
export const inPeriod: OfApplication<ApprovalInput> = async (tx, _actor, row, input) => {
  if (row.testKind !== makeUp) return;
  const months = await parameter(tx, "test.makeup.months");
  const late = (await getAdmitted(tx, row.id, input)).filter((one) =>
    isAfterPeriod(one, months, getTestDay(row, input)),
  );
  throwAll(late.map((one) => getFailure(new Refusal("RESIGN_EXPIRED"), one.studentId)));
};

/** A make-up is assessed as the first assessment of its class was. @throws FIELD_INVALID */
export const sameMode: OfApplication = async (tx, _actor, row) => {
  if (row.testKind !== makeUp) return;
  const first = await tx
    .selectFrom("testApplication")
    .select("testMode")
    .where("classId", "=", row.classId)
    .where("testKind", "=", firstTest)
    .where("confirmType", "=", "Confirm")
    .where("isDeleted", "=", 0)
    .executeTakeFirst();
  if (first && first.testMode !== row.testMode)
    throw invalidValue(TestApplication, "testMode", "须与首次考核一致", "must be that of the first assessment");
};

/** @throws TEST_LATE, FIELD_INVALID */
export const inLead: OfApplication = async (tx, _actor, row) => {
  const days = await parameter(tx, "test.apply.leadDays");
  if (row.wishTestDate < addDays(today(), days)) throw new Refusal("TEST_LATE", { n: days });
};

/** Of an enterprise that is filed as an evaluation body for its own staff. */
const ownEvaluation = /^Y\d{12}$/;

/** Modes 1–3, in which an assessment body assesses, need one named; an enterprise that evaluates itself (6) its filed code. @throws EVAL_ORG_REQUIRED */
export const bodyNamed: OfApplication = (_tx, _actor, { testMode, evalOrgName, evalOrgCode }) => {
  if (["1", "2", "3"].includes(testMode) && !evalOrgName) throw new Refusal("EVAL_ORG_REQUIRED");
  if (testMode === "6" && !ownEvaluation.test(evalOrgCode ?? "")) throw new Refusal("EVAL_ORG_REQUIRED");
};

/**
 * Where the class leads to a level certificate, the application or its unit names the body that will number it: asked now, because nobody can
 * add it once the results are published. @throws EVAL_ORG_REQUIRED, FIELD_INVALID for a body of another province
 */
export const numberable: OfApplication = async (tx, _actor, row) => {
  const { rows } = await sql<{ evalOrgCode: string | null; regionCode: string }>`
    select coalesce(${row.evalOrgCode ?? null}, o.eval_org_code) as eval_org_code, o.region_code from training c
      join programme k on k.id = c.course_id join institution o on o.id = c.org_id
    where c.id = ${row.classId} and k.cert_kind = ${levelCertificate}`.execute(tx);
  if (rows[0]) getEvaluationBody(rows[0]);
};

/** @throws FIELD_INVALID unless date and place are fixed */
export const dateFixed: OfApplication<ApprovalInput> = (_tx, _actor, row, input) => {
  if (getTestDay(row, input) < today())
    throw new Refusal("FIELD_INVALID", {
      field: { zh: "核定考核日期", en: "Date fixed" },
      reason: { zh: "不能早于今天", en: "may not be in the past" },
    });
};

/** Modes in which a candidate must meet a condition of the occupational standard. */
const conditional: ReadonlySet<string> = new Set(["1", "2"]);

/** Each admitted candidate must meet the condition named for them, on the day of the assessment. @throws CONDITION_UNMET with each candidate who does not */
export const conditionsMet: OfApplication<ApprovalInput> = async (tx, _actor, row, input) => {
  if (!conditional.has(row.testMode)) return;
  const candidates = await getAdmitted(tx, row.id, input);
  const conditions = new Map(
    (await getConditions(tx, row.occupationCode ?? "", row.level ?? "")).map((one) => [one.id, one]),
  );
  const people = await getApplicants(
    tx,
    candidates.map((one) => one.studentId),
    row.occupationCode ?? "",
  );
  const day = getTestDay(row, input);
  const unmet = candidates.filter(({ conditionId, studentId }) => {
    const condition = conditions.get(conditionId ?? "");
    const person = people.get(studentId);
    return !condition || !person || !meets(condition, person, day);
  });
  throwAll(unmet.map((one) => getFailure(new Refusal("CONDITION_UNMET", { name: one.name }), one.studentId)));
};

/** @throws GRADE_PUBLISHED */
export const nothingPublished: OfApplication = async (tx, _actor, row) => {
  const found =
    await sql`select from grade where test_apply_id = ${row.id} and is_deleted = 0 and grade_status = '2' limit 1`.execute(
      tx,
    );
  if (found.rows.length > 0) throw new Refusal("GRADE_PUBLISHED");
};
