import { lessonHours } from "@jipei/contract/classes/lesson-hours.ts";
import { Lesson } from "@jipei/contract/classes/lesson.ts";
import { TrainingClass } from "@jipei/contract/classes/training-class.ts";
import { sql } from "kysely";
import { type Actor, mustHold } from "../core/actor.ts";
import { changedFields } from "../core/changes.ts";
import { addDays, today } from "../core/clock.ts";
import { insertRow, updateRow } from "../core/crud.ts";
import type { Tx } from "../core/db.ts";
import { Refusal, failureOf, invalidField } from "../core/refusal.ts";
import { checkVersion, lockRow } from "../core/rows.ts";
import type { Services } from "../core/services.ts";
import { rosterMustNotClash } from "../enrolment/enrolment.queries.ts";
import { parameter } from "../settings/settings.queries.ts";
import { type Entry, saveAttendance } from "./attendance.save.ts";
import { runIllegal, stateIllegal } from "./class-state.ts";
import { runStateOf } from "./classes.queries.ts";
import { tellOfMove } from "./lesson.effects.ts";
import { type Slot, lockResources, timetableFaults } from "./timetable.ts";
import { classScope, lessonScope } from "./training-class.scope.ts";

type Values = Record<string, any>;

/** Saves a lesson, its attendance, or both; the class is locked first, so that hours of a day and rates are counted by one writer at a time. */
export async function submitLesson(
  tx: Tx,
  actor: Actor,
  input: Values & { attendanceList?: Entry[] },
  app: Services,
): Promise<{ id: string }> {
  const { id, scheduleId: _alias, version, attendanceList, ...values } = input;
  if (!id) {
    const created = await createLesson(tx, actor, values);
    if (attendanceList) throw stateIllegal("unCommit", "登记考勤", "take attendance");
    return created;
  }
  const classId = await classOfLesson(tx, id);
  const cls = await lockClassRow(tx, actor, classId);
  const lesson = await lockRow<Values>(tx, Lesson, lessonScope, actor, id);
  checkVersion(lesson as { version: number }, version);
  const changes = changedFields(Lesson, { ...lesson, ...values, changeReason: lesson["changeReason"] }, lesson);
  if (changes.length > 0 || !attendanceList) await changeLesson(tx, actor, cls, lesson, values, app);
  if (attendanceList)
    await saveAttendance(
      tx,
      actor,
      cls["status"],
      { ...lesson, ...values } as never,
      attendanceList,
      values["changeReason"]?.trim() || null,
    );
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

const lockClassRow = (tx: Tx, actor: Actor, classId: string) =>
  lockRow<Values>(tx, TrainingClass, classScope, actor, classId);

/** A new lesson; only while the class is a draft of the institution. */
export async function createLesson(tx: Tx, actor: Actor, values: Values): Promise<{ id: string }> {
  mustHold(actor, "class_schedule_add");
  const cls = await lockClassRow(tx, actor, values["classId"]);
  if (cls["status"] !== "unCommit") throw stateIllegal(cls["status"], "排课", "plan lessons");
  const slot = await placed(tx, cls, values);
  const row = await insertRow(tx, actor, Lesson, { ...slot, isHeld: "0", changeReason: null });
  return { id: row["id"] };
}

async function changeLesson(
  tx: Tx,
  actor: Actor,
  cls: Values,
  lesson: Values,
  values: Values,
  app: Services,
): Promise<void> {
  mustHold(actor, "class_schedule_edit");
  if (actor.audience === "institution") mustHold(actor, "class_schedule_add");
  if (lesson["isHeld"] === "1")
    throw new Refusal("STATE_ILLEGAL", {
      status: { zh: "已上课", en: "Held" },
      action: { zh: "修改课次", en: "change the lesson" },
    });
  const moved = cls["status"] === "Confirm";
  if (moved) await mustBeMovable(tx, cls, lesson, values);
  else if (cls["status"] !== "unCommit" || actor.audience === "bureau")
    throw stateIllegal(cls["status"], "修改课次", "change the lesson");
  const slot = await placed(tx, cls, { ...lesson, ...values, classId: lesson["classId"], id: lesson["id"] });
  const saved = await updateRow(tx, actor, Lesson, lesson["id"], {
    ...slot,
    changeReason: moved ? values["changeReason"].trim() : null,
  });
  if (!moved) return;
  await rosterMustNotClash(tx, cls["id"]);
  await tellOfMove(tx, actor, app, cls, lesson, saved);
}

const { lessonDate } = Lesson.fields;
/** After confirmation a lesson moves only in a class that still runs, with a reason, and some days ahead of both its old and its new day. */
async function mustBeMovable(tx: Tx, cls: Values, lesson: Values, values: Values): Promise<void> {
  const run = await runStateOf(tx, cls["id"]);
  if (run !== "notStarted" && run !== "running") throw runIllegal(run, "调课", "move a lesson");
  if (!values["changeReason"]?.trim()) throw new Refusal("REASON_REQUIRED");
  const days = await parameter(tx, "schedule.change.leadDays");
  const earliest = addDays(today(), days);
  if (lesson["lessonDate"] < earliest || (values["lessonDate"] ?? lesson["lessonDate"]) < earliest)
    throw invalidField(
      "lessonDate",
      lessonDate.zh,
      lessonDate.en,
      `须提前${days}天调课`,
      `a lesson moves ${days} day(s) ahead`,
    );
}

/** The columns of a lesson that may stand where it is put. @throws SCHEDULE_RANGE, TEACHER_CLASH, CLASSROOM_CLASH, TEACHER_NOT_HIRED, FIELD_INVALID */
async function placed(tx: Tx, cls: Values, values: Values): Promise<Values> {
  const online = values["lessonType"] === "3";
  const slot: Values = {
    ...pick(values),
    classroomId: online ? null : (values["classroomId"] ?? null),
    onlineUrl: online ? (values["onlineUrl"] ?? null) : null,
  };
  await lockResources(tx, [slot as unknown as Slot]);
  const faults = await timetableFaults(tx, cls as never, [{ ...slot, id: values["id"] } as unknown as Slot]);
  const [first] = faults;
  if (first)
    throw first.refusal.failures.length > 0
      ? first.refusal
      : Object.assign(first.refusal, {
          failures: faults.map(({ refusal }) => failureOf(refusal, values["id"] ?? null)),
        });
  return { ...slot, hours: lessonHours(slot["startTime"], slot["endTime"], await parameter(tx, "hour.minutes")) };
}

const columns = [
  "classId",
  "lessonDate",
  "startTime",
  "endTime",
  "lessonType",
  "content",
  "teacherId",
  "assistTeacherId",
  "remark",
] as const;
const pick = (values: Values): Values => Object.fromEntries(columns.map((name) => [name, values[name] ?? null]));
