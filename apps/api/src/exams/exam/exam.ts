import type { Row } from "@jipei/contract/core/entity.ts";
import { Exam } from "@jipei/contract/exams/exam.ts";
import { examStatus } from "@jipei/contract/core/fields/codes.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../core/database/db.ts";
import { readRow } from "../../core/database/rows.ts";
import { everything } from "../../core/database/sql.ts";
import { getAudit } from "../../core/entity/audit.ts";
import { type Draft, columns } from "../../core/entity/columns.ts";
import type { CrudOptions } from "../../core/entity/crud.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { toEpoch } from "../../core/foundation/clock.ts";
import { Refusal, illegalState, invalidValue } from "../../core/foundation/refusal.ts";
import { nextNumber, parameter } from "../../settings/settings.queries.ts";
import { ownClasses } from "../../training/training.queries.ts";
import { getTotal } from "./blueprint.ts";
import { followTimes } from "../rooms/session.ts";
import { examScope } from "./exam.scope.ts";

/** An institution changes only what it made itself. @throws ROLE_DENIED */
export function assertMaker(actor: Actor, { bankOrgId }: { bankOrgId?: string | null }): void {
  if (actor.audience === "institution" && bankOrgId !== actor.orgId) throw new Refusal("ROLE_DENIED");
}

/** An exam that the actor conducts: the bureau and its assessors, an institution the practice that it made. @throws NOT_FOUND, ROLE_DENIED */
export async function readConductedExam(db: Db, actor: Actor, examId: string): Promise<Row<typeof Exam>> {
  const exam = await readRow(db, Exam, examScope, actor, examId);
  assertMaker(
    actor,
    await db.selectFrom("exam").select("bankOrgId").where("id", "=", examId).executeTakeFirstOrThrow(),
  );
  return exam;
}

interface ClassOfExam {
  courseId: string;
  orgId: string | null;
}

/** The confirmed class of an exam; for an institution one of its own. @throws FIELD_INVALID */
async function readClass(tx: Tx, actor: Actor, classId: string): Promise<ClassOfExam> {
  const own =
    actor.audience === "institution" ? ownClasses(actor, { org: sql`t.org_id`, class: sql`t.id` }) : everything;
  const { rows } = await sql<ClassOfExam>`
    select t.course_id, t.org_id from training t where t.id = ${classId} and t.is_deleted = 0 and t.status = 'Confirm' and ${own}`.execute(
    tx,
  );
  if (rows[0]) return rows[0];
  throw invalidValue(Exam, "classId", "不是已确认的班级", "is no confirmed class");
}

/** Formal exams and make-ups belong to an approved assessment of the class, practice to none. @throws FIELD_INVALID */
export async function assertApplication(
  tx: Tx,
  { examKind, testApplyId, classId }: Pick<Draft<typeof Exam>, "examKind" | "testApplyId" | "classId">,
): Promise<void> {
  if (examKind === "3") {
    if (testApplyId) throw invalidValue(Exam, "testApplyId", "模拟考试不填", "is left out for practice");
    return;
  }
  const found = testApplyId
    ? await tx
        .selectFrom("examination")
        .select("id")
        .where("id", "=", testApplyId)
        .where("classId", "=", classId)
        .where("confirmType", "=", "Confirm")
        .executeTakeFirst()
    : undefined;
  if (!found)
    throw invalidValue(
      Exam,
      "testApplyId",
      "须为该班级已通过的考核申请",
      "must be an approved application of the class",
    );
}

/** @throws FIELD_INVALID, EXAM_SCORE_SUM */
function assertPlan(merged: Draft<typeof Exam>): void {
  const { startTime, endTime, duration, totalScore, passScore, maxTimes, examKind } = merged;
  const { easyRate, mediumRate, hardRate } = merged;
  if (endTime <= startTime) throw invalidValue(Exam, "endTime", "须晚于开始时间", "is not after the start");
  if (toEpoch(endTime) - toEpoch(startTime) < duration * 60_000)
    throw invalidValue(Exam, "duration", "超过考试起止时间", "is longer than the exam is open");
  if (Number(passScore) > Number(totalScore)) throw invalidValue(Exam, "passScore", "高于总分", "is above the total");
  if (easyRate + mediumRate + hardRate !== 100)
    throw invalidValue(Exam, "easyRate", "易、中、难比例之和须为100", "easy, medium and hard must add up to 100");
  if (examKind !== "3" && maxTimes !== 1)
    throw invalidValue(Exam, "maxTimes", "正式考试和补考只能一次", "is one for formal exams and make-ups");
  if (!getTotal(merged).eq(totalScore)) throw new Refusal("EXAM_SCORE_SUM");
}

/** @throws FIELD_INVALID for a knowledge point of another course */
async function assertPoint(tx: Tx, classificationId: string, courseId: string): Promise<void> {
  const found = await tx
    .selectFrom("questionClassification")
    .select("courseId")
    .where("id", "=", classificationId)
    .where("isDeleted", "=", 0)
    .executeTakeFirst();
  if (found?.courseId !== courseId)
    throw invalidValue(Exam, "classificationId", "不是该课程的知识点", "is no knowledge point of the course");
}

export const examOptions = {
  entity: Exam,
  resource: "exam",
  scope: examScope,
  audited: true,
  /** @throws STATE_ILLEGAL for a published one, ROLE_DENIED, FIELD_FROZEN, FIELD_INVALID, EXAM_SCORE_SUM */
  async beforeSave(tx, actor, merged, old) {
    if (old && old.status !== "0") throw illegalState(examStatus, old.status, "修改", "edit");
    if (old) assertMaker(actor, old);
    // What an institution drew from its own questions stays practice, whoever saves it (decision 304).
    if (old?.bankOrgId && merged.examKind !== "3") throw new Refusal("FIELD_FROZEN", { field: Exam.fields.examKind });
    // Teachers and institutions hold practice exams only (states.md 9.1-1).
    if (actor.audience === "institution" && merged.examKind !== "3") throw new Refusal("ROLE_DENIED");
    const { courseId, orgId } = await readClass(tx, actor, merged.classId);
    await assertApplication(tx, merged);
    assertPlan(merged);
    if (merged.classificationId) await assertPoint(tx, merged.classificationId, courseId);
    return columns(Exam, {
      courseId,
      orgId,
      identityCheck: merged.identityCheck || ((await parameter(tx, "exam.identity.check")) ? "1" : "0"),
      examNo: old?.examNo ?? (await nextNumber(tx, "EXAM_NO")),
      ...(!old && { status: "0", bankOrgId: actor.audience === "institution" ? actor.orgId : null }),
    });
  },
  /** @throws FIELD_INVALID for a room that does not fit any more */
  async afterSave(tx, _actor, exam, old) {
    if (old) await followTimes(tx, exam, old);
  },
  /** @throws STATE_ILLEGAL, ROLE_DENIED */
  async beforeRemove(_tx, actor, rows) {
    for (const row of rows) {
      assertMaker(actor, row);
      if (row.status !== "0") throw illegalState(examStatus, row.status, "删除", "remove");
    }
  },
  detail: async (db, actor, { id }) => ({
    auditList: actor.audience === "person" ? [] : await getAudit(db, actor, Exam.name, id),
  }),
} satisfies CrudOptions<typeof Exam>;
