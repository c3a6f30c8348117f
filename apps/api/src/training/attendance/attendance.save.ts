import { Attendance } from "@jipei/contract/training/attendance.ts";
import type { Save } from "@jipei/contract/core/entity.ts";
import { sql } from "kysely";
import { type Actor, assertPermission } from "../../core/foundation/actor.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import { addDays, now, today } from "../../core/foundation/clock.ts";
import type { Tx } from "../../core/database/db.ts";
import { type Failure, InvalidFields, Refusal, invalidField, notPossible } from "../../core/foundation/refusal.ts";
import { storeAttendance } from "../roster/roster.ts";
import { parameter } from "../../settings/settings.queries.ts";
import { countedHours, late, leftEarly, makeup, makeupLimit } from "./attendance.rules.ts";
import { type FilingStatus, classIs, runIllegal, stateIllegal } from "../classes/class-state.ts";
import { getRunState } from "../classes/classes.ts";

/** The attendance of one student as it is sent. */
export type Entry = Pick<
  Save<typeof Attendance>,
  "studentId" | "attendStatus" | "signInTime" | "signOutTime" | "makeupReason"
>;

interface HeldLesson {
  id: string;
  classId: string;
  lessonDate: string;
  startTime: string;
  endTime: string;
  hours: string;
  isHeld: string;
}

/**
 * Saves the attendance of a lesson, which makes it held, and works out the rates of the whole roster in the same transaction. Students not
 * named keep what they have. Both class and lesson are locked by the caller.
 * @throws STATE_ILLEGAL outside a running class or after the window, REASON_REQUIRED for the bureau's late edit, FIELD_INVALID
 */
export async function saveAttendance(
  tx: Tx,
  actor: Actor,
  status: FilingStatus,
  lesson: HeldLesson,
  entries: readonly Entry[],
  reason: string | null,
): Promise<void> {
  assertPermission(actor, actor.audience === "bureau" || lesson.isHeld === "1" ? "attendance_edit" : "attendance_add");
  await assertOpen(tx, actor, status, lesson, reason);
  await assertMembers(tx, lesson.classId, entries);
  assertComplete(lesson, entries);
  const before = await getEntries(tx, lesson.id);
  await writeEntries(tx, actor, lesson, entries);
  await assertCountedOnce(tx, lesson);
  await sql`update lesson set is_held = '1', update_user = ${actor.userId}, update_time = now(), version = version + 1 where id = ${lesson.id}`.execute(
    tx,
  );
  const makeups = entries.filter((entry) => entry.attendStatus === makeup);
  await assertKeepsMakeupLimit(
    tx,
    lesson.classId,
    makeups.map((entry) => entry.studentId),
  );
  await storeAttendance(tx, lesson.classId);
  const again = lesson.isHeld === "1";
  await writeAudit(tx, actor, [
    {
      bizType: "Lesson",
      bizId: lesson.id,
      action: again ? "attendanceChanged" : "attendance",
      opinion: reason,
      ...(again ? { before, after: await getEntries(tx, lesson.id) } : {}),
    },
  ]);
}

/** No device reports to the product: what the call brings was entered by somebody, whatever method it names. */
const byHand = "4" as const;

/** Inserts the entries of a lesson; those that are there are replaced. */
async function writeEntries(tx: Tx, actor: Actor, lesson: HeldLesson, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return;
  const fullMinutes = await parameter(tx, "attendance.lateFullMinutes");
  const rows = entries.map((entry) => ({
    scheduleId: lesson.id,
    studentId: entry.studentId,
    attendStatus: entry.attendStatus,
    attendMethod: byHand,
    signInTime: entry.signInTime ?? null,
    signOutTime: entry.signOutTime ?? null,
    makeupReason: entry.attendStatus === makeup ? (entry.makeupReason ?? null) : null,
    countedHours: countedHours(entry, lesson, fullMinutes).toFixed(2),
    createUser: actor.userId,
    createDept: actor.deptId,
    updateUser: actor.userId,
    tenantId: actor.tenantId,
  }));
  await tx
    .insertInto("attendance")
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(["scheduleId", "studentId"])
        .where("isDeleted", "=", 0)
        .doUpdateSet((set) => ({
          attendStatus: set.ref("excluded.attendStatus"),
          attendMethod: set.ref("excluded.attendMethod"),
          signInTime: set.ref("excluded.signInTime"),
          signOutTime: set.ref("excluded.signOutTime"),
          makeupReason: set.ref("excluded.makeupReason"),
          countedHours: set.ref("excluded.countedHours"),
          updateUser: set.ref("excluded.updateUser"),
          updateTime: sql`now()`,
          version: sql`attendance.version + 1`,
        })),
    )
    .execute();
}

const getEntries = async (tx: Tx, lessonId: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    (
      await sql<{
        studentId: string;
        status: string;
      }>`select student_id, attend_status as status from attendance where schedule_id = ${lessonId} and is_deleted = 0 order by student_id`.execute(
        tx,
      )
    ).rows.map((row) => [row.studentId, row.status]),
  );

const openRuns = new Set(["running", "ended"]);
async function assertOpen(
  tx: Tx,
  actor: Actor,
  status: FilingStatus,
  lesson: HeldLesson,
  reason: string | null,
): Promise<void> {
  if (!classIs(status, "isHeld")) throw stateIllegal(status, "登记考勤", "take attendance");
  const run = await getRunState(tx, lesson.classId);
  if (!openRuns.has(run)) throw runIllegal(run, "登记考勤", "take attendance");
  if (`${lesson.lessonDate} ${lesson.startTime}` > now())
    throw invalidField("attendanceList", "考勤", "Attendance", "课次尚未开始", "the lesson has not begun");
  const days = await parameter(tx, "attendance.edit.days");
  if (today() <= addDays(lesson.lessonDate, days)) return;
  if (actor.audience !== "bureau")
    throw notPossible({
      status: { zh: `上课满${days}天`, en: `more than ${days} days after the lesson` },
      action: { zh: "登记考勤", en: "take attendance" },
    });
  if (!reason) throw new Refusal("REASON_REQUIRED");
}

/** Everybody named once, and a confirmed member of the class. */
async function assertMembers(tx: Tx, classId: string, entries: readonly Entry[]): Promise<void> {
  const ids = entries.map((entry) => entry.studentId);
  const found = await sql<{
    id: string;
  }>`select id from student where class_id = ${classId} and id = any(${ids}::bigint[]) and is_deleted = 0 and confirm_status = 'Confirm'`.execute(
    tx,
  );
  const members = new Set(found.rows.map((row) => row.id));
  const failures = entries.flatMap((entry, index): Failure[] =>
    members.has(entry.studentId) && ids.indexOf(entry.studentId) === index
      ? []
      : [
          {
            errorCode: "FIELD_INVALID",
            id: entry.studentId,
            field: `attendanceList[${index}].studentId`,
            msg: "学员：不在本班或重复",
            msgEn: "Student: not in the class, or named twice",
          },
        ],
  );
  if (failures.length > 0) throw new InvalidFields(failures);
}

/** A late arrival has its time, an early leaving too, a late entry its reason; times lie on the day of the lesson. */
function assertComplete(lesson: HeldLesson, entries: readonly Entry[]): void {
  const failures = entries.flatMap((entry, index): Failure[] => {
    const missing = findMissing(entry, lesson.lessonDate);
    return missing
      ? [
          {
            errorCode: "FIELD_INVALID",
            id: entry.studentId,
            field: `attendanceList[${index}].${missing}`,
            msg: `${Attendance.fields[missing].zh}：请填写上课当日的内容`,
            msgEn: `${Attendance.fields[missing].en}: required, on the day of the lesson`,
          },
        ]
      : [];
  });
  if (failures.length > 0) throw new InvalidFields(failures);
}

function findMissing(entry: Entry, day: string): "signInTime" | "signOutTime" | "makeupReason" | null {
  if (entry.signInTime ? !entry.signInTime.startsWith(day) : entry.attendStatus === late) return "signInTime";
  if (entry.signOutTime ? !entry.signOutTime.startsWith(day) : entry.attendStatus === leftEarly) return "signOutTime";
  return entry.attendStatus === makeup && !entry.makeupReason ? "makeupReason" : null;
}

/**
 * Nobody is present in two lessons of the class at once. Lessons cannot be planned so; those that were before this was refused meet the rule
 * here, before anything can be claimed for both.
 */
async function assertCountedOnce(tx: Tx, lesson: HeldLesson): Promise<void> {
  const twice = await sql<{ id: string; name: string; time: string }>`
    select s.id, s.name, to_char(min(o.start_time), 'HH24:MI') || '–' || to_char(max(o.end_time), 'HH24:MI') as time
    from lesson l join lesson o on o.class_id = l.class_id and o.id <> l.id and o.lesson_date = l.lesson_date and o.start_time < l.end_time and l.start_time < o.end_time and o.is_deleted = 0
      join attendance mine on mine.schedule_id = l.id and mine.counted_hours > 0 and mine.is_deleted = 0
      join attendance other on other.schedule_id = o.id and other.student_id = mine.student_id and other.counted_hours > 0 and other.is_deleted = 0
      join student s on s.id = mine.student_id
    where l.id = ${lesson.id} group by s.id, s.name order by s.id`.execute(tx);
  const failures = twice.rows.map(({ id, name, time }): Failure => ({
    errorCode: "FIELD_INVALID",
    id,
    field: "attendStatus",
    msg: `${name}：已计入本班同一时间的课次（${time}）`,
    msgEn: `${name}: counted in another lesson of the class at that time (${time})`,
  }));
  if (failures.length > 0) throw new InvalidFields(failures);
}

/** Counts all lessons of the class, held or to come; a student over the limit refuses the whole save. */
async function assertKeepsMakeupLimit(tx: Tx, classId: string, studentIds: readonly string[]): Promise<void> {
  if (studentIds.length === 0) return;
  const maxRate = await parameter(tx, "attendance.makeup.maxRate");
  const lessons = await sql<{
    n: number;
  }>`select count(*)::int as n from lesson where class_id = ${classId} and is_deleted = 0`.execute(tx);
  const limit = makeupLimit(lessons.rows[0]?.n ?? 0, maxRate);
  const over = await sql<{ id: string; name: string; n: number }>`
    select s.id, s.name, count(*)::int as n from attendance a join lesson l on l.id = a.schedule_id join student s on s.id = a.student_id
    where l.class_id = ${classId} and l.is_deleted = 0 and a.is_deleted = 0 and a.attend_status = '6' and a.student_id = any(${[...studentIds]}::bigint[])
    group by s.id, s.name having count(*) > ${limit} order by s.id`.execute(tx);
  const failures = over.rows.map(({ id, name, n }): Failure => ({
    errorCode: "FIELD_INVALID",
    id,
    field: "attendStatus",
    msg: `${name}：补卡${n}次，最多${limit}次`,
    msgEn: `${name}: ${n} late entries, at most ${limit}`,
  }));
  if (failures.length > 0) throw new InvalidFields(failures);
}
