import type { InputOf } from "@jipei/contract/core/call.ts";
import type { enterpriseClassCalls } from "@jipei/contract/training/enterprise-class.calls.ts";
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
import { getClassFacts } from "../roster/class-facts.ts";
import { assertRosterHasNoClash } from "../roster/roster.ts";
import { assertMovable } from "../timetable/lesson.save.ts";
import { findTimetableIssues, lockResources } from "../timetable/timetable.ts";
import { enterpriseClassScope } from "./enterprise-class.scope.ts";
import { getPlanned } from "./schedules.ts";

interface Moved {
  classId: string;
  lessonDate: string;
  startTime: string;
  endTime: string;
  isHeld: string;
}

/**
 * Puts a lesson of an approved class elsewhere, by the rules of every lesson; the bureau is told. While a class is a draft its whole timetable is saved.
 * @throws NOT_FOUND, NOT_OWNER, STATE_ILLEGAL, REASON_REQUIRED, FIELD_INVALID, SCHEDULE_RANGE, LESSON_CLASH, TEACHER_CLASH, CLASSROOM_CLASH, STUDENT_CLASH
 */
export async function moveLesson(
  tx: Tx,
  actor: Actor,
  input: InputOf<typeof enterpriseClassCalls.moveLesson>,
): Promise<void> {
  const { scheduleId, changeReason } = input;
  const found = await sql<Moved>`
    select class_id, lesson_date, start_time, end_time, is_held from lesson where id = ${scheduleId} and side = '2' and is_deleted = 0`.execute(
    tx,
  );
  const [before] = found.rows;
  if (!before) throw new Refusal("NOT_FOUND");
  const cls = await lockRow(tx, EnterpriseClass, enterpriseClassScope, actor, before.classId);
  if (!classIs(cls.confirmStatus, "isHeld")) throw stateIllegal(cls.confirmStatus, "调课", "move a lesson");
  if (before.isHeld === "1")
    throw notPossible({ status: { zh: "已上课", en: "Held" }, action: { zh: "调课", en: "move the lesson" } });
  await assertMovable(tx, cls.id, [before.lessonDate, input.date], changeReason);
  const slot = { ...getPlanned(input), id: scheduleId };
  await lockResources(tx, [slot]);
  const [issue] = await findTimetableIssues(tx, await getClassFacts(tx, cls.id), [slot]);
  if (issue) throw issue.refusal;
  const hours = lessonHours(slot.startTime, slot.endTime, await parameter(tx, "hour.minutes"));
  await sql`
    update lesson set lesson_date = ${slot.lessonDate}, start_time = ${slot.startTime}, end_time = ${slot.endTime}, hours = ${hours}, lesson_type = ${slot.lessonType}, content = ${slot.content},
      teacher_id = ${slot.teacherId}, trainer_name = ${slot.trainerName}, classroom_id = ${slot.classroomId}, online_url = ${slot.onlineUrl}, change_reason = ${changeReason.trim()},
      update_user = ${actor.userId}, update_time = now(), version = version + 1
    where id = ${scheduleId}`.execute(tx);
  await assertRosterHasNoClash(tx, cls.id);
  const time = ({ lessonDate, startTime, endTime }: Omit<Moved, "classId" | "isHeld">) =>
    `${lessonDate} ${startTime.slice(0, 5)}–${endTime.slice(0, 5)}`;
  await writeAudit(tx, actor, [
    {
      bizType: "EnterpriseClass",
      bizId: cls.id,
      action: "move",
      opinion: changeReason.trim(),
      before: { time: time(before) },
      after: { time: time(slot) },
    },
  ]);
  const text = `${cls.classNo} ${cls.className}: ${time(before)} → ${time(slot)}, ${changeReason.trim()}`;
  await notify(tx, {
    to: { role: "clerk" },
    title: { zh: "企业班级课次已调整", en: "A lesson of an enterprise's class was moved" },
    text: { zh: text, en: text },
    link: `/enterprise/class/${cls.id}`,
  });
}
