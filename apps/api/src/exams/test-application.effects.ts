import { Grade } from "@jipei/contract/exams/grade.ts";
import { TestCandidate } from "@jipei/contract/exams/test-candidate.ts";
import { sql } from "kysely";
import { insertRow, updateRow } from "../core/crud.ts";
import type { Tx } from "../core/db.ts";
import type { Effect, Move } from "../core/transition.ts";
import { notify, sendSmsEach } from "../notices/notices.queries.ts";
import { nextNumber } from "../settings/settings.queries.ts";
import { lastGrade } from "./exams.queries.ts";

/** Columns set with the submission: the number once, who and when. */
export const submission: NonNullable<Move["set"]> = async (tx, actor, row) => ({
  testApplyNo: row["testApplyNo"] ?? (await nextNumber(tx, "TEST_NO")),
  commitTime: sql`now()`,
  commitUser: actor.userId,
  backReason: null,
});

/** Columns set with the approval: day and place of the assessment, who and when; scoring opens. */
export const approval: NonNullable<Move["set"]> = (_tx, actor, row, input) => ({
  testDate: input["testDate"] ?? row["testDate"] ?? row["wishTestDate"],
  testPlace: input["testPlace"] ?? row["testPlace"],
  confirmOpinion: input["confirmOpinion"] ?? null,
  confirmUser: actor.userId,
  confirmTime: sql`now()`,
  gradeStatus: "0",
});

/** Candidates whom the clerk does not admit. */
export const setIneligible: Effect = async (tx, actor, row, input) => {
  for (const one of (input["ineligible"] as { testId: string; reason: string }[] | undefined) ?? []) {
    const candidate = await tx
      .selectFrom("testCandidate")
      .select("id")
      .where("id", "=", one.testId)
      .where("testApplyId", "=", row["id"])
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
}

/** One score row a candidate admitted, numbered in order; parts passed before and still valid come with their scores. */
export const openScoring: Effect = async (tx, actor, row) => {
  const day = row["testDate"] as string;
  const { rows } = await sql<Examinee>`
    select c.student_id, s.name, s.id_number, s.id_number_hash, s.phone, s.account_id, coalesce(last.test_times, 0) as attempts,
      case when last.keep_theory >= ${day} then last.theory_score end as kept_theory, last.keep_theory as kept_theory_until,
      case when last.keep_practice >= ${day} then last.practice_score end as kept_practice, last.keep_practice as kept_practice_until
    from test_candidate c join student s on s.id = c.student_id
      left join lateral ${lastGrade(sql`c.student_id`)} last on true
    where c.test_apply_id = ${row["id"]} and c.is_deleted = 0 and c.is_eligible <> '0' order by s.student_no nulls last, s.id`.execute(
    tx,
  );
  for (const [index, one] of rows.entries())
    await insertRow(tx, actor, Grade, {
      studentId: one.studentId,
      name: one.name,
      idNumber: one.idNumber,
      idNumberHash: one.idNumberHash,
      classId: row["classId"],
      orgId: row["orgId"],
      testApplyId: row["id"],
      courseId: row["courseId"],
      courseName: row["courseName"],
      occupationCode: row["occupationCode"],
      occupationName: row["occupationName"],
      level: row["level"],
      theoryScore: one.keptTheory,
      practiceScore: one.keptPractice,
      keepTheory: one.keptTheory === null ? null : one.keptTheoryUntil,
      keepPractice: one.keptPractice === null ? null : one.keptPracticeUntil,
      result: "0",
      isAbsent: "0",
      isCheat: "0",
      testTimes: one.attempts + 1,
      examineeNo: `${row["testApplyNo"]}${String(index + 1).padStart(3, "0")}`,
      gradeStatus: "0",
    });
};

/** Each examinee learns when, where and with which number. */
export const callExaminees: Effect = async (tx, _actor, row, _input, app) => {
  const examinees = await examineesOf(tx, row["id"]);
  const words = examinees.map((one) => ({
    template: "TEST_OK" as const,
    phone: app.cipher.decrypt(one.phone),
    params: { name: one.name, testDate: row["testDate"], testPlace: row["testPlace"], examineeNo: one.examineeNo },
    bizType: "TestApplication",
    bizId: row["id"],
  }));
  await sendSmsEach(tx, app, words);
  await tellInstitution("考核申请已通过", "Test application approved")(tx, _actor, row, _input, app, row);
};

/** Each examinee learns that he need not come, as long as the score rows say who he is. */
export const callOff: Effect = async (tx, _actor, row, input, app) => {
  const examinees = await examineesOf(tx, row["id"]);
  const words = examinees.map((one) => ({
    template: "TEST_CANCELLED" as const,
    phone: app.cipher.decrypt(one.phone),
    params: { name: one.name, testDate: row["testDate"], courseName: row["courseName"], reason: input["reason"] },
    bizType: "TestApplication",
    bizId: row["id"],
  }));
  await sendSmsEach(tx, app, words);
};

const examineesOf = async (tx: Tx, applyId: string) =>
  (
    await sql<{ name: string; phone: string; examineeNo: string }>`
    select s.name, s.phone, g.examinee_no from grade g join student s on s.id = g.student_id where g.test_apply_id = ${applyId} and g.is_deleted = 0 order by g.examinee_no`.execute(
      tx,
    )
  ).rows;

export const tellInstitution =
  (zh: string, en: string): Effect =>
  (tx, _actor, row, input) =>
    notify(tx, {
      to: { orgId: row["orgId"] },
      title: { zh, en },
      text: {
        zh: `${row["testApplyNo"] ?? ""} ${row["courseName"] ?? ""} ${(input["reason"] as string | undefined) ?? ""}`,
        en: `${row["testApplyNo"] ?? ""} ${row["courseName"] ?? ""} ${(input["reason"] as string | undefined) ?? ""}`,
      },
      link: `/my/test`,
    });

/** A cancelled assessment takes its score rows and assessors along. */
export const cancelScoring: Effect = async (tx, actor, row) => {
  await sql`update grade set is_deleted = 1, update_user = ${actor.userId}, update_time = now() where test_apply_id = ${row["id"]} and is_deleted = 0`.execute(
    tx,
  );
  await sql`update assessor_assignment set is_deleted = 1, update_user = ${actor.userId}, update_time = now() where test_apply_id = ${row["id"]} and is_deleted = 0`.execute(
    tx,
  );
};
