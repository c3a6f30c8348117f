import type { InputOf, OutputOf } from "@jipei/contract/core/call.ts";
import type { Page } from "@jipei/contract/core/fields/shape.ts";
import { unpaged } from "@jipei/contract/core/fields/shape.ts";
import { findAction } from "@jipei/contract/core/machine.ts";
import type { Seat, examCalls } from "@jipei/contract/exams/exam.calls.ts";
import { examMachine } from "@jipei/contract/exams/exam.machine.ts";
import { Exam, type ExamRow } from "@jipei/contract/exams/exam.ts";
import { sql } from "kysely";
import { lockApplications } from "../../assessment/assessment.queries.ts";
import type { Db, Tx } from "../../core/database/db.ts";
import { lockRow, readRow } from "../../core/database/rows.ts";
import { changedFields } from "../../core/entity/changes.ts";
import { inputColumns, saveRow } from "../../core/entity/crud.ts";
import { toResponse } from "../../core/entity/to-response.ts";
import { transition } from "../../core/entity/transition.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { now } from "../../core/foundation/clock.ts";
import { illegalState, invalidValue } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { listPage } from "../../core/list/list.ts";
import { paperScope } from "./exam.scope.ts";
import { getTotal } from "./blueprint.ts";
import { examLifecycle } from "./exam.lifecycle.ts";
import { examOptions } from "./exam.ts";
import { examScope } from "./exam.scope.ts";
import { compareWithBank } from "./pool.ts";

/** 9.1: saves a draft; publishes, grades or voids where the wanted state is another. What is sent as it stands stays as it is. @throws STATE_ILLEGAL, what the moves refuse */
export async function submitExam(
  tx: Tx,
  actor: Actor,
  { status, reason, ...draft }: InputOf<typeof examCalls.submit>,
  app: Services,
): Promise<{ id: string }> {
  if (status === "1") await lockApplicationOf(tx, draft);
  const old = draft.id ? await lockRow(tx, Exam, examScope, actor, draft.id) : null;
  const isChanged = !old || changedFields(Exam, { ...old, ...inputColumns(Exam, draft) }, old).length > 0;
  const { id } = isChanged ? await saveRow(tx, actor, examOptions, draft, app) : old;
  const present = old?.status ?? "0";
  if (status == null || status === present) return { id };
  const move = findAction(examMachine, present, status, ["publish", "grade", "void"]);
  if (!move) throw illegalState(examMachine.states, present, "改变状态", "move");
  const version = isChanged ? undefined : draft.version;
  await transition(tx, actor, examLifecycle, move, [id], { reason, version }, app);
  return { id };
}

/** The application goes before its exam, so that its scores are not checked while the exam is published (docs/decisions/0369). */
async function lockApplicationOf(tx: Tx, { id, testApplyId }: InputOf<typeof examCalls.submit>): Promise<void> {
  const old = id ? await tx.selectFrom("exam").select("testApplyId").where("id", "=", id).executeTakeFirst() : null;
  await lockApplications(
    tx,
    [testApplyId, old?.testApplyId].filter((one) => one != null),
  );
}

/** What a draft asks for, beside what the bank has. @throws FIELD_INVALID for no such class, or weights that nobody set */
export async function compareDraft(
  db: Db,
  actor: Actor,
  draft: InputOf<typeof examCalls.bank>,
): Promise<OutputOf<typeof examCalls.bank>> {
  const { singleCount, singleScore, multiCount, multiScore, judgeCount, judgeScore } = draft;
  const blueprint = {
    singleCount: singleCount ?? 0,
    singleScore: singleScore ?? "0",
    multiCount: multiCount ?? 0,
    multiScore: multiScore ?? "0",
    judgeCount: judgeCount ?? 0,
    judgeScore: judgeScore ?? "0",
    easyRate: draft.easyRate ?? 30,
    mediumRate: draft.mediumRate ?? 50,
    hardRate: draft.hardRate ?? 20,
  };
  const total = getTotal(blueprint).toFixed(2);
  const found = await db.selectFrom("training").select("courseId").where("id", "=", draft.classId).executeTakeFirst();
  if (!found?.courseId) throw invalidValue(Exam, "classId", "找不到该班级", "is no class");
  const cells = await compareWithBank(db, {
    ...blueprint,
    courseId: found.courseId,
    classificationId: draft.classificationId ?? null,
    byWeight: draft.byWeight ?? "0",
    bankOrgId: actor.audience === "institution" ? actor.orgId : null,
  });
  return { total, cells };
}

/** An exam as its candidate sees it: their papers, and how many attempts are left. @throws NOT_FOUND */
export async function readTrainExam(
  db: Db,
  actor: Actor,
  { id }: { id: string },
  app: Services,
): Promise<OutputOf<typeof examCalls.getTrainExam>> {
  const exam = await readRow(db, Exam, examScope, actor, id);
  const own = actor.audience === "person" && actor.idNumberHash;
  const { rows: papers } = own
    ? await sql<OutputOf<typeof examCalls.getTrainExam>["papers"][number]>`
        select t.id as paper_id, t.times_no, t.status, t.start_time, t.deadline, t.submit_time, t.score, t.is_pass, t.extra_minutes from exam_paper t
        where t.exam_id = ${id} and t.id_number_hash = ${actor.idNumberHash} and t.is_deleted = 0 and ${paperScope(actor)} order by t.times_no`.execute(
        db,
      )
    : { rows: [] };
  const used = papers.filter(({ status }) => status !== "9" && status !== "0").length;
  return {
    ...toResponse(Exam, actor, app.cipher, exam, "detail"),
    serverTime: now(),
    papers,
    seat: own ? await findSeat(db, id, own) : null,
    timesLeft: own ? Math.max(0, exam.maxTimes - used) : 0,
  };
}

/** Where a candidate sits: their seat is the same for all their papers. */
async function findSeat(db: Db, examId: string, idNumberHash: string): Promise<Seat | null> {
  const { rows } = await sql<Seat>`
    select r.room_name, r.place, p.seat_no, r.start_time, r.end_time from exam_paper p join exam_room r on r.id = p.exam_room_id
    where p.exam_id = ${examId} and p.id_number_hash = ${idNumberHash} and p.is_deleted = 0 order by p.times_no desc limit 1`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** The exams of a class that somebody sees, the newest first. */
export async function listOfClass(actor: Actor, classId: string, app: Services): Promise<ExamRow[]> {
  const page: Page<ExamRow> = await listPage(app, actor, Exam, unpaged, {
    scope: examScope,
    where: [sql`t.class_id = ${classId}`],
  });
  return page.records;
}
