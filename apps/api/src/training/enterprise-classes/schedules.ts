import type { Schedule } from "@jipei/contract/training/enterprise-class.calls.ts";
import { Lesson } from "@jipei/contract/training/lesson.ts";
import { lessonHours } from "@jipei/contract/training/lesson-hours.ts";
import { sql } from "kysely";
import { removeRows } from "../../core/database/write-rows.ts";
import type { Db, Tx } from "../../core/database/db.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { type Failure, InvalidFields, getFailure } from "../../core/foundation/refusal.ts";
import { parameter } from "../../settings/settings.queries.ts";
import { lockClass } from "../roster/class-facts.ts";
import { type Slot, findTimetableIssues, lockResources } from "../timetable/timetable.ts";

/** The timetable of an enterprise class, in its order. */
export async function readSchedules(db: Db, classId: string): Promise<Schedule[]> {
  const { rows } = await sql<Schedule>`
    select l.id as schedule_id, l.lesson_date as date, l.start_time as start, l.end_time as end, l.hours, l.lesson_type, l.content,
      coalesce((select i.name from instructor i where i.id = l.teacher_id), l.trainer_name) as teacher, l.teacher_id, l.classroom_id, l.online_url, l.is_held
    from lesson l where l.class_id = ${classId} and l.is_deleted = 0 order by l.lesson_date, l.start_time, l.id`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, start: row.start.slice(0, 5), end: row.end.slice(0, 5) }));
}

/** A lesson as it is stored. */
export interface Planned extends Slot {
  lessonType: string;
  content: string;
  trainerName: string | null;
  classroomId: string | null;
  onlineUrl: string | null;
}

/** The columns of a lesson as a client says them. */
export function getPlanned(lesson: Omit<Schedule, "scheduleId" | "isHeld">): Planned {
  const teacherId = lesson.teacherId ?? null;
  const online = lesson.lessonType === "3";
  return {
    lessonDate: lesson.date,
    startTime: lesson.start.slice(0, 5),
    endTime: lesson.end.slice(0, 5),
    lessonType: lesson.lessonType ?? "1",
    content: lesson.content,
    teacherId,
    trainerName: teacherId ? null : lesson.teacher?.trim() || null,
    classroomId: online ? null : (lesson.classroomId ?? null),
    onlineUrl: online ? (lesson.onlineUrl ?? null) : null,
  };
}

/** Two lessons are the same where everything that is planned of them is. */
const keyOf = ({ lessonDate, startTime, endTime, lessonType, content, ...of }: Planned): string =>
  JSON.stringify([
    lessonDate,
    startTime,
    endTime,
    lessonType,
    content,
    of.teacherId,
    of.trainerName,
    of.classroomId,
    of.onlineUrl,
  ]);

/**
 * Makes the timetable of a draft what is sent: lessons that are there already stay as they are, others are added, the rest is removed.
 * @throws FIELD_INVALID, SCHEDULE_RANGE, LESSON_CLASH, TEACHER_CLASH, CLASSROOM_CLASH, TEACHER_NOT_HIRED
 */
export async function saveSchedules(
  tx: Tx,
  actor: Actor,
  classId: string,
  schedules: readonly Schedule[],
): Promise<void> {
  const cls = await lockClass(tx, classId);
  const there = new Map((await readSchedules(tx, classId)).map((one) => [keyOf(getPlanned(one)), one.scheduleId]));
  const slots = schedules.map((lesson) => {
    const planned = getPlanned(lesson);
    return { ...planned, id: there.get(keyOf(planned)) ?? null };
  });
  assertTaught(slots);
  const kept = new Set(slots.map(({ id }) => id));
  await removeRows(
    tx,
    actor,
    Lesson,
    [...there.values()].flatMap((id) => (id && !kept.has(id) ? [id] : [])),
  );
  await lockResources(tx, slots);
  const issues = await findTimetableIssues(tx, cls, slots);
  const [first] = issues;
  if (first)
    throw Object.assign(first.refusal, {
      failures: issues.map(({ index, refusal }) => ({ ...getFailure(refusal, null), field: `schedules.${index}` })),
    });
  await insertLessons(
    tx,
    actor,
    classId,
    slots.filter(({ id }) => id === null),
  );
}

/** Each lesson has a teacher. @throws FIELD_INVALID */
export function assertTaught(slots: readonly Planned[]): void {
  const failures = slots.flatMap(({ lessonDate, startTime, teacherId, trainerName }, index): Failure[] =>
    teacherId || trainerName
      ? []
      : [
          {
            errorCode: "FIELD_INVALID",
            id: null,
            field: `schedules.${index}`,
            msg: `${lessonDate} ${startTime}：授课教师不能为空`,
            msgEn: `${lessonDate} ${startTime} needs a teacher`,
          },
        ],
  );
  if (failures.length > 0) throw new InvalidFields(failures);
}

/** Online lessons have their address, by their submission at the latest. @throws FIELD_INVALID */
export function assertReachable(
  lessons: readonly (Pick<Planned, "lessonDate" | "startTime" | "lessonType" | "onlineUrl"> & { id?: string | null })[],
): void {
  const failures = lessons
    .filter(({ lessonType, onlineUrl }) => lessonType === "3" && !onlineUrl)
    .map(({ id = null, lessonDate, startTime }): Failure => {
      const when = `${lessonDate} ${startTime.slice(0, 5)}`;
      return {
        errorCode: "FIELD_INVALID",
        id,
        field: "schedules",
        msg: `${when} 线上地址：不能为空`,
        msgEn: `${when} Web address: required`,
      };
    });
  if (failures.length > 0) throw new InvalidFields(failures);
}

async function insertLessons(tx: Tx, actor: Actor, classId: string, slots: readonly Planned[]): Promise<void> {
  if (slots.length === 0) return;
  const minutes = await parameter(tx, "hour.minutes");
  const rows = slots.map((slot) => ({
    ...slot,
    hours: lessonHours(slot.startTime, slot.endTime, minutes),
  }));
  await sql`
    insert into lesson (side, class_id, lesson_date, start_time, end_time, hours, lesson_type, content, teacher_id, trainer_name, classroom_id, online_url, create_user, create_dept, update_user, tenant_id)
    select '2', ${classId}, l.day, l.starts, l.ends, l.hours, l.type, l.content, l.teacher, l.trainer, l.room, l.url, ${actor.userId}, ${actor.deptId}, ${actor.userId}, ${actor.tenantId}
    from jsonb_to_recordset(${JSON.stringify(
      rows.map((row) => ({
        day: row.lessonDate,
        starts: row.startTime,
        ends: row.endTime,
        hours: row.hours,
        type: row.lessonType,
        content: row.content,
        teacher: row.teacherId,
        trainer: row.trainerName,
        room: row.classroomId,
        url: row.onlineUrl,
      })),
    )}::jsonb) as l (day date, starts time, ends time, hours numeric, type text, content text, teacher bigint, trainer text, room bigint, url text)
    order by l.day, l.starts`.execute(tx);
}
