import { examStatus } from "@jipei/contract/core/fields/codes.ts";
import { ExamRoom } from "@jipei/contract/exams/exam-room.ts";
import { Exam } from "@jipei/contract/exams/exam.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import { type Scope, lockRow } from "../../core/database/rows.ts";
import { derived, everything, nothing } from "../../core/database/sql.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { getAudit } from "../../core/entity/audit.ts";
import { changedFields } from "../../core/entity/changes.ts";
import { type Draft, columns } from "../../core/entity/columns.ts";
import type { CrudOptions } from "../../core/entity/crud.ts";
import { type Actor, hasRole } from "../../core/foundation/actor.ts";
import { now } from "../../core/foundation/clock.ts";
import { Refusal, illegalState, invalidValue } from "../../core/foundation/refusal.ts";
import { assertMaker } from "../exam/exam.ts";
import { examScope } from "../exam/exam.scope.ts";
import { assertSession } from "./session.ts";
import { tellSeats } from "./tell-seats.ts";

/** Those who see an exam see its rooms; candidates see theirs with the exam. */
const examRoomScope: Scope = (actor) => {
  if (actor.audience === "bureau") return everything;
  const sees = actor.audience === "institution" || hasRole(actor, "assessor");
  return sees ? sql`t.exam_id in (select t.id from exam t where ${examScope(actor)})` : nothing;
};

/** The exam of a room, locked, so that its rooms and seats change one after the other. @throws NOT_FOUND, NOT_OWNER, ROLE_DENIED */
export async function lockExam(tx: Tx, actor: Actor, examId: string): Promise<StoredRow<typeof Exam>> {
  const exam = await lockRow(tx, Exam, examScope, actor, examId);
  assertMaker(actor, exam);
  return exam;
}

/** What may still change while the exam runs. */
const lateFields: ReadonlySet<string> = new Set(["place", "invigilators"]);

/** @throws STATE_ILLEGAL once the exam has begun, except for place and invigilators while it runs */
function assertOpen(exam: StoredRow<typeof Exam>, changed: readonly string[] | null): void {
  const isRunning = exam.status === "2" || (exam.status === "1" && exam.startTime <= now());
  const isOpen = exam.status === "0" || exam.status === "1";
  if (isOpen && !isRunning) return;
  if (isRunning && changed?.every((name) => lateFields.has(name))) return;
  throw illegalState(examStatus, isRunning ? "2" : exam.status, "修改考场", "change rooms");
}

/** @throws FIELD_INVALID for a room that would be smaller than the seats given out */
async function assertCapacity(tx: Tx, { id, capacity }: Draft<typeof ExamRoom>): Promise<void> {
  const { rows } = await sql<{ last: number | null }>`
    select max(seat_no) as last from exam_paper where exam_room_id = ${id} and is_deleted = 0`.execute(tx);
  const last = rows[0]?.last ?? 0;
  if (capacity < last)
    throw invalidValue(ExamRoom, "capacity", `已安排到${last}号座位`, `is below seat ${last}, which is given out`);
}

/** What candidates were told about their room. */
const toldFields = ["roomName", "place", "startTime", "endTime"] as const;

export const examRoomOptions = {
  entity: ExamRoom,
  resource: "exam",
  scope: examRoomScope,
  audited: true,
  /** @throws NOT_FOUND, NOT_OWNER, ROLE_DENIED, STATE_ILLEGAL, FIELD_INVALID */
  async beforeSave(tx, actor, merged, old) {
    if (old && merged.examId !== old.examId) throw invalidValue(ExamRoom, "examId", "不能修改", "cannot be changed");
    const exam = await lockExam(tx, actor, merged.examId);
    const startTime = merged.startTime || exam.startTime;
    const endTime = merged.endTime || exam.endTime;
    assertOpen(exam, old && changedFields(ExamRoom, { ...merged, startTime, endTime }, old));
    assertSession({ startTime, endTime }, exam);
    if (old) await assertCapacity(tx, merged);
    return columns(ExamRoom, { startTime, endTime });
  },
  async afterSave(tx, _actor, room, old) {
    if (old && toldFields.some((name) => room[name] !== old[name]))
      await tellSeats(tx, sql`p.exam_room_id = ${room.id}`, { zh: "考场变更", en: "Your exam room has changed" });
  },
  /** @throws ROLE_DENIED, STATE_ILLEGAL, DEPENDENCY_IN_USE for a room with candidates */
  async beforeRemove(tx, actor, rooms) {
    for (const examId of new Set(rooms.map((room) => room.examId))) assertOpen(await lockExam(tx, actor, examId), null);
    const { rows } = await sql`
      select from exam_paper where exam_room_id = any(${rooms.map(({ id }) => id)}::bigint[]) and is_deleted = 0 limit 1`.execute(
      tx,
    );
    if (rows.length > 0) throw new Refusal("DEPENDENCY_IN_USE");
  },
  detail: async (db, actor, { id }) => ({ auditList: await getAudit(db, actor, ExamRoom.name, id) }),
} satisfies CrudOptions<typeof ExamRoom>;

export const examRoomDerived = [
  derived(
    ExamRoom,
    "seated",
    "select count(distinct p.student_id)::integer from exam_paper p where p.exam_room_id = t.id and p.status <> '9' and p.is_deleted = 0",
  ),
];
