import { now } from "../../core/foundation/clock.ts";
import { type ApprovalInput, getTestDay } from "./test-application.input.ts";
import { columns } from "../../core/entity/columns.ts";
import { TestApplication } from "@jipei/contract/assessment/test-application.ts";
import { Grade } from "@jipei/contract/assessment/grade.ts";
import { TestCandidate } from "@jipei/contract/assessment/test-candidate.ts";
import { sql } from "kysely";
import { insertRows, updateRow } from "../../core/database/write-rows.ts";
import type { Tx } from "../../core/database/db.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { getUnitReceivers } from "../../providers/providers.queries.ts";
import { notify, sendSmsEach } from "../../notices/notices.queries.ts";
import { nextNumber } from "../../settings/settings.queries.ts";
import { lastGrade } from "../grades/last-grade.ts";
import { type AnyApplication, type ApplicationSide, type OfApplication, getUnit } from "./application-side.ts";

/** Columns set with the submission: the number (once), the user and the time. */
export const submission = (side: ApplicationSide) => async (tx: Tx, actor: Actor, row: AnyApplication) =>
  columns(TestApplication, {
    testApplyNo: row.testApplyNo ?? (await nextNumber(tx, side.serial)),
    commitTime: now(),
    commitUser: actor.userId,
    backReason: null,
  });

/** Columns set with the approval: day and place of the assessment, the user and the time; scoring opens. */
export const approval = (_tx: Tx, actor: Actor, row: AnyApplication, input: ApprovalInput) =>
  columns(TestApplication, {
    testDate: getTestDay(row, input),
    testPlace: input.testPlace ?? row.testPlace,
    confirmOpinion: input.confirmOpinion ?? null,
    confirmUser: actor.userId,
    confirmTime: now(),
    gradeStatus: "0",
  });

/** Marks the candidates that the clerk does not admit. */
export const setIneligible: OfApplication<ApprovalInput> = async (tx, actor, row, input) => {
  for (const one of input.ineligible ?? []) {
    const candidate = await tx
      .selectFrom("testCandidate")
      .select("id")
      .where("id", "=", one.testId)
      .where("testApplyId", "=", row.id)
      .executeTakeFirst();
    if (candidate)
      await updateRow(tx, actor, TestCandidate, one.testId, { isEligible: "0", unEligibleReason: one.reason });
  }
};

interface Examinee {
  studentId: string;
  name: string;
  idNumber: string;
  idNumberHash: string;
  phone: string;
  accountId: string | null;
  attempts: number;
  keptTheory: string | null;
  keptTheoryUntil: string | null;
  keptPractice: string | null;
  keptPracticeUntil: string | null;
  keptReview: string | null;
  keptReviewUntil: string | null;
}

/** Creates one score row for each admitted candidate, numbered in order; scores of parts passed before and still valid are copied. */
export const openScoring: OfApplication = async (tx, actor, row) => {
  const day = row.testDate as string;
  const { rows } = await sql<Examinee>`
    select c.student_id, s.name, s.id_number, s.id_number_hash, s.phone, s.account_id, coalesce(last.test_times, 0) as attempts,
      case when last.keep_theory >= ${day} then last.theory_score end as kept_theory, last.keep_theory as kept_theory_until,
      case when last.keep_practice >= ${day} then last.practice_score end as kept_practice, last.keep_practice as kept_practice_until,
      case when last.keep_review >= ${day} then last.review_score end as kept_review, last.keep_review as kept_review_until
    from test_candidate c join trainee s on s.id = c.student_id
      left join lateral ${lastGrade(sql`c.student_id`)} last on true
    where c.test_apply_id = ${row.id} and c.is_deleted = 0 and c.is_eligible <> '0' order by s.student_no nulls last, s.id`.execute(
    tx,
  );
  const grades = rows.map((one, index) =>
    columns(Grade, {
      studentId: one.studentId,
      name: one.name,
      idNumber: one.idNumber,
      idNumberHash: one.idNumberHash,
      classId: row.classId,
      orgId: getUnit(row),
      testApplyId: row.id,
      courseId: row.courseId,
      courseName: row.courseName,
      occupationCode: row.occupationCode,
      occupationName: row.occupationName,
      level: row.level,
      theoryScore: one.keptTheory,
      practiceScore: one.keptPractice,
      reviewScore: one.keptReview,
      keepTheory: one.keptTheory === null ? null : one.keptTheoryUntil,
      keepPractice: one.keptPractice === null ? null : one.keptPracticeUntil,
      keepReview: one.keptReview === null ? null : one.keptReviewUntil,
      result: "0",
      isAbsent: "0",
      isCheat: "0",
      testTimes: one.attempts + 1,
      examineeNo: `${row.testApplyNo}${String(index + 1).padStart(3, "0")}`,
      gradeStatus: "0",
    }),
  );
  await insertRows(tx, actor, Grade, grades);
};

/** Sends each examinee a message with day, place and their number. */
export const callExaminees =
  (side: ApplicationSide): OfApplication =>
  async (tx, _actor, row, _input, app) => {
    const examinees = await getExaminees(tx, row.id);
    const words = examinees.map((one) => ({
      template: "TEST_OK" as const,
      phone: app.cipher.decrypt(one.phone),
      params: { name: one.name, testDate: row.testDate, testPlace: row.testPlace, examineeNo: one.examineeNo },
      bizType: side.entity.name,
      bizId: row.id,
    }));
    await sendSmsEach(tx, app, words);
  };

/** Sends each examinee a message that the assessment is cancelled. It reads the score rows, so it runs before they are removed. */
export const callOff =
  (side: ApplicationSide): OfApplication =>
  async (tx, _actor, row, input, app) => {
    const examinees = await getExaminees(tx, row.id);
    const words = examinees.map((one) => ({
      template: "TEST_CANCELLED" as const,
      phone: app.cipher.decrypt(one.phone),
      params: { name: one.name, testDate: row.testDate, courseName: row.courseName, reason: input.reason },
      bizType: side.entity.name,
      bizId: row.id,
    }));
    await sendSmsEach(tx, app, words);
  };

const getExaminees = async (tx: Tx, applyId: string) =>
  (
    await sql<{ name: string; phone: string; examineeNo: string }>`
    select s.name, s.phone, g.examinee_no from grade g join trainee s on s.id = g.student_id where g.test_apply_id = ${applyId} and g.is_deleted = 0 order by g.examinee_no`.execute(
      tx,
    )
  ).rows;

/** Notifies the unit that applied; the reason goes along where there is one. */
export const notifyUnit =
  (side: ApplicationSide, zh: string, en: string): OfApplication =>
  async (tx, _actor, row, { reason }) => {
    const unitId = getUnit(row);
    if (!unitId) return;
    const text = [row.testApplyNo, row.courseName, reason].filter(Boolean).join(" ");
    await notify(tx, {
      to: await getUnitReceivers(tx, unitId),
      title: { zh, en },
      text: { zh: text, en: text },
      link: side.page,
    });
  };

/** Removes the score rows and assignments of a cancelled assessment. */
export const cancelScoring: OfApplication = async (tx, actor, row) => {
  await sql`update grade set is_deleted = 1, update_user = ${actor.userId}, update_time = now() where test_apply_id = ${row.id} and is_deleted = 0`.execute(
    tx,
  );
  await sql`update assessor_assignment set is_deleted = 1, update_user = ${actor.userId}, update_time = now() where test_apply_id = ${row.id} and is_deleted = 0`.execute(
    tx,
  );
};
