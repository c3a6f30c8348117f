import { lessonHours } from "@jipei/contract/training/lesson-hours.ts";
import { Lesson, type lessonCalls } from "@jipei/contract/training/lesson.ts";
import { TrainingClass } from "@jipei/contract/training/training-class.ts";
import type { InputOf } from "@jipei/contract/core/call.ts";
import { sql } from "kysely";
import { type Actor, assertPermission } from "../../core/foundation/actor.ts";
import { changedFields } from "../../core/entity/changes.ts";
import { addDays, today } from "../../core/foundation/clock.ts";
import type { Columns, StoredRow } from "../../core/database/tables.ts";
import type { Draft } from "../../core/entity/columns.ts";
import type { SaveInput } from "../../core/entity/crud.ts";
import { insertRow, updateRow } from "../../core/database/write-rows.ts";
import type { Tx } from "../../core/database/db.ts";
import { Refusal, getFailure, invalidValue, notPossible } from "../../core/foundation/refusal.ts";
import { checkVersion, lockRow } from "../../core/database/rows.ts";
import type { Services } from "../../core/foundation/services.ts";
import { assertRosterHasNoClash } from "../roster/roster.ts";
import { parameter } from "../../settings/settings.queries.ts";
import { saveAttendance } from "../attendance/attendance.save.ts";
import { assertDraft, classIs, isDraft, runIllegal, stateIllegal } from "../classes/class-state.ts";
import { getRunState } from "../classes/classes.ts";
import { assertLessonComplete } from "../classes/commit-measures.ts";
import { keepHours } from "./planned-hours.ts";
import { notifyOfMove } from "./lesson.effects.ts";
import { type TimetableClass, lockResources, findTimetableIssues } from "./timetable.ts";
import { classScope, lessonScope } from "../classes/training-class.scope.ts";

type Class = StoredRow<typeof TrainingClass>;
type StoredLesson = StoredRow<typeof Lesson>;
type Changes = SaveInput<typeof Lesson>;
/** A lesson as somebody plans it; the server fills the rest. */
type Planned = Pick<
  Draft<typeof Lesson>,
  | "id"
  | "classId"
  | "lessonDate"
  | "startTime"
  | "endTime"
  | "lessonType"
  | "content"
  | "teacherId"
  | "assistTeacherId"
  | "classroomId"
  | "onlineUrl"
  | "remark"
>;

/** Saves a lesson, its attendance, or both; the class is locked first, so that hours of a day and rates are counted by one writer at a time. */
export async function submitLesson(
  tx: Tx,
  actor: Actor,
  input: InputOf<typeof lessonCalls.submit>,
  app: Services,
): Promise<{ id: string }> {
  const { id, version, attendanceList, ...values } = input;
  if (!id) {
    const created = await createLesson(tx, actor, values);
    if (attendanceList) throw stateIllegal("unCommit", "登记考勤", "take attendance");
    return created;
  }
  const classId = await classOfLesson(tx, id);
  const cls = await lockClassRow(tx, actor, classId);
  const lesson = await lockRow(tx, Lesson, lessonScope, actor, id);
  checkVersion(lesson, version);
  const changes = changedFields(Lesson, { ...lesson, ...values, changeReason: lesson.changeReason }, lesson);
  // Hours are counted of the lesson as it is saved.
  const saved =
    changes.length > 0 || !attendanceList ? await changeLesson(tx, actor, cls, lesson, values, app) : lesson;
  if (attendanceList)
    await saveAttendance(tx, actor, cls.status, saved, attendanceList, values.changeReason?.trim() || null);
  return { id };
}

/** @throws NOT_FOUND */
async function classOfLesson(tx: Tx, lessonId: string): Promise<string> {
  const found = await sql<{
    classId: string;
  }>`select class_id from lesson where id = ${lessonId} and is_deleted = 0`.execute(tx);
  const row = found.rows[0];
  if (!row) throw new Refusal("NOT_FOUND");
  return row.classId;
}

const lockClassRow = (tx: Tx, actor: Actor, classId: string) => lockRow(tx, TrainingClass, classScope, actor, classId);

/** A new lesson; only while the class is a draft of the institution. */
export async function createLesson(tx: Tx, actor: Actor, values: Planned): Promise<{ id: string }> {
  assertPermission(actor, "class_schedule_add");
  const cls = await lockClassRow(tx, actor, values.classId);
  assertDraft(cls, "排课", "plan lessons");
  const slot = await place(tx, cls, values);
  const row = await insertRow(tx, actor, Lesson, { ...slot, isHeld: "0", changeReason: null });
  return { id: row.id };
}

async function changeLesson(
  tx: Tx,
  actor: Actor,
  cls: Class,
  lesson: StoredLesson,
  values: Changes,
  app: Services,
): Promise<StoredLesson> {
  assertPermission(actor, "class_schedule_edit");
  if (actor.audience === "institution") assertPermission(actor, "class_schedule_add");
  if (lesson.isHeld === "1")
    throw notPossible({
      status: { zh: "已上课", en: "Held" },
      action: { zh: "修改课次", en: "change the lesson" },
    });
  const moved = classIs(cls.status, "isHeld");
  if (moved)
    await assertMovable(tx, cls.id, [lesson.lessonDate, values.lessonDate ?? lesson.lessonDate], values.changeReason);
  else if (!isDraft(cls.status) || actor.audience === "bureau")
    throw stateIllegal(cls.status, "修改课次", "change the lesson");
  const slot = await place(tx, cls, { ...lesson, ...values, classId: lesson.classId, id: lesson.id });
  if (!moved) return updateRow(tx, actor, Lesson, lesson.id, { ...slot, changeReason: null });
  const saved = await keepHours(tx, cls, () =>
    updateRow(tx, actor, Lesson, lesson.id, { ...slot, changeReason: (values.changeReason ?? "").trim() }),
  );
  await assertLessonComplete(tx, cls.id, saved);
  await assertRosterHasNoClash(tx, cls.id);
  await notifyOfMove(tx, actor, app, cls, lesson, saved);
  return saved;
}

/**
 * After confirmation a lesson moves only in a class that still runs, with a reason, and some days ahead of both its old and its new day.
 * @param days its old day and its new one @throws STATE_ILLEGAL, REASON_REQUIRED, FIELD_INVALID
 */
export async function assertMovable(
  tx: Tx,
  classId: string,
  days: readonly string[],
  reason: string | null | undefined,
): Promise<void> {
  const run = await getRunState(tx, classId);
  if (run !== "notStarted" && run !== "running") throw runIllegal(run, "调课", "move a lesson");
  if (!reason?.trim()) throw new Refusal("REASON_REQUIRED");
  const lead = await parameter(tx, "schedule.change.leadDays");
  const earliest = addDays(today(), lead);
  if (days.some((day) => day < earliest))
    throw invalidValue(
      Lesson,
      "lessonDate",
      `须提前${lead}天调课`,
      `lessons have to be moved at least ${lead} days in advance`,
    );
}

/** The columns of a lesson that may stand where it is put. @throws SCHEDULE_RANGE, LESSON_CLASH, TEACHER_CLASH, CLASSROOM_CLASH, TEACHER_NOT_HIRED, FIELD_INVALID */
async function place(tx: Tx, cls: TimetableClass, values: Planned): Promise<Columns<typeof Lesson>> {
  const { classId, lessonDate, startTime, endTime, lessonType, content, teacherId } = values;
  const online = lessonType === "3";
  const planned = {
    classId,
    lessonDate,
    startTime,
    endTime,
    lessonType,
    content,
    teacherId,
    assistTeacherId: values.assistTeacherId ?? null,
    classroomId: online ? null : (values.classroomId ?? null),
    onlineUrl: online ? (values.onlineUrl ?? null) : null,
    remark: values.remark ?? null,
  };
  await lockResources(tx, [planned]);
  const issues = await findTimetableIssues(tx, cls, [{ ...planned, id: values.id }]);
  const [first] = issues;
  if (first)
    throw first.refusal.failures.length > 0
      ? first.refusal
      : Object.assign(first.refusal, {
          failures: issues.map(({ refusal }) => getFailure(refusal, values.id ?? null)),
        });
  return { ...planned, hours: lessonHours(startTime, endTime, await parameter(tx, "hour.minutes")) };
}
