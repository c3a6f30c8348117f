import type { InputOf } from "@jipei/contract/core/call.ts";
import type { Schedule, enterpriseClassCalls } from "@jipei/contract/training/enterprise-class.calls.ts";
import { EnterpriseClass } from "@jipei/contract/training/enterprise-class.ts";
import { lessonHours } from "@jipei/contract/training/lesson-hours.ts";
import { sql } from "kysely";
import { writeAudit } from "../../core/entity/audit.ts";
import type { Tx } from "../../core/database/db.ts";
import { lockRow } from "../../core/database/rows.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { Refusal, notPossible } from "../../core/foundation/refusal.ts";
import { notify } from "../../notices/notices.queries.ts";
import { parameter } from "../../settings/settings.queries.ts";
import { classIs, stateIllegal } from "../classes/class-state.ts";
import { keepHours } from "../timetable/planned-hours.ts";
import { getClassFacts } from "../roster/class-facts.ts";
import { assertRosterHasNoClash } from "../roster/roster.ts";
import { assertMovable } from "../timetable/lesson.save.ts";
import { findTimetableIssues, lockResources } from "../timetable/timetable.ts";
import { enterpriseClassScope } from "./enterprise-class.scope.ts";
import { type Planned, assertReachable, assertTaught, getPlanned, readSchedules } from "./schedules.ts";

/**
 * Changes a lesson of an approved class, by the rules of every lesson; the bureau is told. While a class is a draft its whole timetable is saved.
 * @throws NOT_FOUND, NOT_OWNER, STATE_ILLEGAL, REASON_REQUIRED, FIELD_INVALID, SCHEDULE_RANGE, LESSON_CLASH, TEACHER_CLASH, CLASSROOM_CLASH, CLASS_HOURS_SHORT, STUDENT_CLASH
 */
export async function moveLesson(
  tx: Tx,
  actor: Actor,
  input: InputOf<typeof enterpriseClassCalls.moveLesson>,
): Promise<void> {
  const { scheduleId, ...changes } = input;
  if (!scheduleId) throw new Refusal("NOT_FOUND");
  const cls = await lockRow(tx, EnterpriseClass, enterpriseClassScope, actor, await getClassId(tx, scheduleId));
  const before = (await readSchedules(tx, cls.id)).find((lesson) => lesson.scheduleId === scheduleId);
  if (!before) throw new Refusal("NOT_FOUND");
  if (!classIs(cls.confirmStatus, "isHeld")) throw stateIllegal(cls.confirmStatus, "调课", "move a lesson");
  if (before.isHeld === "1")
    throw notPossible({ status: { zh: "已上课", en: "Held" }, action: { zh: "调课", en: "move the lesson" } });
  const after = getChanged(before, changes);
  await assertMovable(tx, cls.id, [before.date, after.date], changes.changeReason);
  const reason = (changes.changeReason ?? "").trim();
  const slot = { ...getPlanned(after), id: scheduleId };
  await assertFits(tx, cls.id, slot);
  await keepHours(tx, cls, () => update(tx, actor, slot, reason));
  await assertRosterHasNoClash(tx, cls.id);
  const time = ({ date, start, end }: Schedule) => `${date} ${start.slice(0, 5)}–${end.slice(0, 5)}`;
  await writeAudit(tx, actor, [
    {
      bizType: "EnterpriseClass",
      bizId: cls.id,
      action: "move",
      opinion: reason,
      before: { time: time(before) },
      after: { time: time(after) },
    },
  ]);
  const text = `${cls.classNo} ${cls.className}: ${time(before)} → ${time(after)}, ${reason}`;
  await notify(tx, {
    to: { role: "clerk" },
    title: { zh: "企业班级课次已调整", en: "A lesson of an enterprise's class was moved" },
    text: { zh: text, en: text },
    link: `/enterprise/class/${cls.id}`,
  });
}

/** The class of a lesson, to be locked before it is read. @throws NOT_FOUND */
async function getClassId(tx: Tx, lessonId: string): Promise<string> {
  const found = await sql<{
    classId: string;
  }>`select class_id from lesson where id = ${lessonId} and side = '2' and is_deleted = 0`.execute(tx);
  const [row] = found.rows;
  if (!row) throw new Refusal("NOT_FOUND");
  return row.classId;
}

/** The lesson as it shall be: what is left out stays. A teacher is named by a record or by name alone, whichever was changed; the other one goes. */
function getChanged(before: Schedule, { changeReason: _reason, ...changes }: Changes): Schedule {
  const { teacher = before.teacher, teacherId = before.teacherId } = changes;
  const isNamed = teacher !== before.teacher && teacherId === before.teacherId;
  return {
    ...before,
    ...changes,
    teacher,
    teacherId: isNamed ? null : teacherId,
    lessonType: changes.lessonType ?? before.lessonType,
  };
}
type Changes = Omit<InputOf<typeof enterpriseClassCalls.moveLesson>, "scheduleId">;

/** @throws what a lesson of an approved class is refused with */
async function assertFits(tx: Tx, classId: string, slot: Planned): Promise<void> {
  assertTaught([slot]);
  assertReachable([slot]);
  await lockResources(tx, [slot]);
  const [issue] = await findTimetableIssues(tx, await getClassFacts(tx, classId), [slot]);
  if (issue) throw issue.refusal;
}

async function update(tx: Tx, actor: Actor, slot: Planned & { id: string }, reason: string): Promise<void> {
  const hours = lessonHours(slot.startTime, slot.endTime, await parameter(tx, "hour.minutes"));
  await sql`
    update lesson set lesson_date = ${slot.lessonDate}, start_time = ${slot.startTime}, end_time = ${slot.endTime}, hours = ${hours}, lesson_type = ${slot.lessonType}, content = ${slot.content},
      teacher_id = ${slot.teacherId}, trainer_name = ${slot.trainerName}, classroom_id = ${slot.classroomId}, online_url = ${slot.onlineUrl}, change_reason = ${reason},
      update_user = ${actor.userId}, update_time = now(), version = version + 1
    where id = ${slot.id}`.execute(tx);
}
