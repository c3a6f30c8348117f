import { sql } from "kysely";
import { lessonHours, getMinutes } from "@jipei/contract/training/lesson-hours.ts";
import { Lesson } from "@jipei/contract/training/lesson.ts";
import { Decimal } from "decimal.js";
import type { Db, Tx } from "../../core/database/db.ts";
import { Refusal, because, invalidField, invalidValue } from "../../core/foundation/refusal.ts";
import { rosterCounts } from "../roster/roster.ts";
import { type ClassroomFacts, getClassrooms, getDuties, teacherNames } from "../../providers/providers.queries.ts";
import { getParameters } from "../../settings/settings.queries.ts";

/** The class a timetable belongs to, as far as its rules need it. */
export interface TimetableClass {
  id: string;
  /** Its unit, of either side. */
  orgId: string;
  side: "1" | "2";
  /** The institution that trains the staff of an enterprise. */
  trainerId: string | null;
  startDate: string;
  endDate: string;
}

/** A lesson as it is or as it shall be; without an id it is not saved yet. */
export interface Slot {
  id?: string | null;
  lessonDate: string;
  startTime: string;
  endTime: string;
  lessonType?: string | null;
  /** Without a record only a teacher of an enterprise, who has a name. */
  teacherId: string | null;
  trainerName?: string | null;
  assistTeacherId?: string | null;
  classroomId?: string | null;
}

/** The institution whose teachers and rooms a class uses. */
const getHost = ({ side, orgId, trainerId }: TimetableClass): string | null => (side === "1" ? orgId : trainerId);

export interface SlotIssue {
  /** Place of the lesson among those asked about. */
  index: number;
  refusal: Refusal;
}

/** The order in which they are reported. */
const order = [
  "FIELD_INVALID",
  "SCHEDULE_RANGE",
  "LESSON_CLASH",
  "TEACHER_CLASH",
  "CLASSROOM_CLASH",
  "TEACHER_NOT_HIRED",
];

/**
 * Everything that keeps lessons from standing where they are put: period of the class and hours of the day, another lesson of the class at
 * that time, teachers and rooms taken elsewhere, rooms too small or unsafe, teachers not hired that day. Lessons of the class that are not
 * named count too.
 */
export async function findTimetableIssues(db: Db, cls: TimetableClass, slots: readonly Slot[]): Promise<SlotIssue[]> {
  const groups = await Promise.all([
    findRangeIssues(db, cls, slots),
    findOverlaps(db, cls, slots),
    findTakenIssues(db, cls, slots),
    findRoomIssues(db, cls, slots),
    findHireIssues(db, cls, slots),
  ]);
  return groups
    .flat()
    .sort((a, b) => order.indexOf(a.refusal.code) - order.indexOf(b.refusal.code) || a.index - b.index);
}

/**
 * Lets nobody else place a lesson with these teachers and rooms until the transaction ends, so that of many writers for one hour the others
 * learn who has it. Taken in one order everywhere; the exclusion constraints of lesson_booking stand behind it.
 */
export async function lockResources(tx: Tx, slots: readonly Slot[]): Promise<void> {
  const names = new Set(
    slots.flatMap(({ teacherId, trainerName, assistTeacherId, classroomId }) => [
      ...(teacherId ? [`teacher ${teacherId}`] : []),
      ...(trainerName ? [`trainer ${trainerName}`] : []),
      ...(assistTeacherId ? [`teacher ${assistTeacherId}`] : []),
      ...(classroomId ? [`classroom ${classroomId}`] : []),
    ]),
  );
  for (const name of [...names].sort())
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 40))`.execute(tx);
}

async function findRangeIssues(db: Db, cls: TimetableClass, slots: readonly Slot[]): Promise<SlotIssue[]> {
  const { "hour.minutes": minutes, "schedule.day.maxHours": max } = await getParameters(db, [
    "hour.minutes",
    "schedule.day.maxHours",
  ]);
  const own = slots.flatMap((slot) => slot.id ?? []);
  const others = await sql<{ lessonDate: string; hours: string }>`select lesson_date, sum(hours) as hours from lesson
    where class_id = ${cls.id} and is_deleted = 0 and lesson_date = any(${slots.map((slot) => slot.lessonDate)}::date[]) and id <> all(${own}::bigint[]) group by lesson_date`.execute(
    db,
  );
  const days = new Map(others.rows.map((row) => [row.lessonDate, new Decimal(row.hours)]));
  for (const slot of slots)
    days.set(
      slot.lessonDate,
      (days.get(slot.lessonDate) ?? new Decimal(0)).plus(lessonHours(slot.startTime, slot.endTime, minutes)),
    );
  return slots.flatMap((slot, index) => {
    const wrong = findTimeIssue(slot, minutes);
    if (wrong) return [{ index, refusal: wrong }];
    const date = slot.lessonDate;
    const { startDate: start, endDate: end } = cls;
    if (date < start || date > end)
      return [{ index, refusal: because("SCHEDULE_RANGE", "outside", { date, start, end }) }];
    const hours = days.get(date);
    return hours?.gt(max)
      ? [
          {
            index,
            refusal: because("SCHEDULE_RANGE", "tooLong", { date, hours: hours.toString(), n: max.toString() }),
          },
        ]
      : [];
  });
}

/** Lessons at a time that another lesson of the class has: its students cannot sit in both, and the hours would count twice. */
async function findOverlaps(db: Db, cls: TimetableClass, slots: readonly Slot[]): Promise<SlotIssue[]> {
  const named = slots.flatMap((slot) => slot.id ?? []);
  const { rows: others } = await sql<Times & Pick<Slot, "lessonDate">>`
    select lesson_date, start_time, end_time from lesson
    where class_id = ${cls.id} and is_deleted = 0 and lesson_date = any(${slots.map((slot) => slot.lessonDate)}::date[]) and id <> all(${named}::bigint[])`.execute(
    db,
  );
  const byDay = Map.groupBy(others, (lesson) => lesson.lessonDate);
  return slots.flatMap((slot, index): SlotIssue[] => {
    const date = slot.lessonDate;
    const there = byDay.get(date) ?? [];
    byDay.set(date, [...there, slot]);
    const met = there.find((lesson) => meets(lesson, slot));
    if (!met) return [];
    const time = `${met.startTime.slice(0, 5)}–${met.endTime.slice(0, 5)}`;
    return [{ index, refusal: new Refusal("LESSON_CLASH", { date, time }) }];
  });
}

type Times = Pick<Slot, "startTime" | "endTime">;
/** Touching ends do not meet. */
const meets = (one: Times, two: Times): boolean =>
  getMinutes(one.startTime) < getMinutes(two.endTime) && getMinutes(two.startTime) < getMinutes(one.endTime);

/** Clock times of a single lesson. */
function findTimeIssue(slot: Slot, hourMinutes: number): Refusal | null {
  if (slot.startTime >= slot.endTime)
    return invalidValue(Lesson, "endTime", "须晚于开始时间", "must be after the start");
  if (getMinutes(slot.startTime) < 6 * 60 || getMinutes(slot.endTime) > 22 * 60)
    return invalidField("startTime", "上课时间", "Time", "须在06:00–22:00之间", "must lie between 06:00 and 22:00");
  if (lessonHours(slot.startTime, slot.endTime, hourMinutes) === "0.0")
    return invalidValue(Lesson, "endTime", "不足0.5课时", "less than half a lesson hour");
  return slot.assistTeacherId && slot.assistTeacherId === slot.teacherId
    ? invalidValue(Lesson, "assistTeacherId", "不能与授课教师相同", "must differ from the teacher")
    : null;
}

interface Taken {
  index: number;
  kind: "teacher" | "trainer" | "classroom";
  resourceId: string;
  name: string;
  label: string;
  lessonDate: string;
  time: string;
}

/** Teachers and rooms that a lesson of another class has at the same time. Drafts of others do not count. */
async function findTakenIssues(db: Db, cls: TimetableClass, slots: readonly Slot[]): Promise<SlotIssue[]> {
  const wanted = slots.flatMap((slot, index) => {
    if (slot.startTime >= slot.endTime) return [];
    const base = {
      index,
      name: null,
      from: `${slot.lessonDate} ${slot.startTime}`,
      to: `${slot.lessonDate} ${slot.endTime}`,
    };
    return [
      ...[slot.teacherId, slot.assistTeacherId].flatMap((id) =>
        id ? [{ ...base, kind: "teacher", resource: id }] : [],
      ),
      ...(slot.classroomId ? [{ ...base, kind: "classroom", resource: slot.classroomId }] : []),
      ...(slot.teacherId || !slot.trainerName
        ? []
        : [{ ...base, kind: "trainer", resource: null, name: slot.trainerName }]),
    ];
  });
  if (wanted.length === 0) return [];
  // One branch an exclusion constraint, so that each can use its index.
  const branch = (condition: string) => sql`
    select w.index, w.kind, w.name, b.resource_id, b.class_id, lower(b.slot) as start, upper(b.slot) as finish from wanted w
    join lesson_booking b on b.resource_id = w.resource and b.slot && w.slot and ${sql.raw(condition)}
    where b.class_id <> ${cls.id}`;
  const found = await sql<Taken>`
    with wanted as (
      select index, kind, name, coalesce(resource, trainer_key(name, ${cls.orgId})) as resource, tsrange(from_time, to_time) as slot
      from unnest(${wanted.map((w) => w.index)}::int[], ${wanted.map((w) => w.kind)}::text[], ${wanted.map((w) => w.resource)}::bigint[], ${wanted.map((w) => w.name)}::text[], ${wanted.map((w) => w.from)}::timestamp[], ${wanted.map((w) => w.to)}::timestamp[])
        as u (index, kind, resource, name, from_time, to_time)
    ), taken as (
      ${branch(`w.kind = 'teacher' and b.kind = 'teacher' and b.binding`)}
      union ${branch(`w.kind = 'teacher' and b.kind = 'teacher'`)} and b.org_id = ${cls.orgId}
      union ${branch(`w.kind = 'classroom' and b.kind = 'classroom'`)}
      union ${branch(`w.kind = 'trainer' and b.kind = 'trainer'`)}
    )
    select distinct on (k.index, k.kind, k.resource_id) k.index, k.kind, k.resource_id,
      case k.kind when 'teacher' then (select name from instructor where id = k.resource_id) when 'classroom' then (select classroom_name from room where id = k.resource_id) else k.name end as name,
      coalesce(c.class_no, c.class_name) as label, to_char(k.start, 'YYYY-MM-DD') as lesson_date, to_char(k.start, 'HH24:MI') || '–' || to_char(k.finish, 'HH24:MI') as time
    from taken k join training_class c on c.id = k.class_id order by k.index, k.kind, k.resource_id, k.start`.execute(
    db,
  );
  return found.rows.map(({ index, kind, name, label, lessonDate, time }) => ({
    index,
    refusal:
      kind === "classroom"
        ? because("CLASSROOM_CLASH", "taken", { room: `${name}（${label}）`, date: lessonDate, time })
        : new Refusal("TEACHER_CLASH", { name, date: lessonDate, time, classNo: label }),
  }));
}

async function findRoomIssues(db: Db, cls: TimetableClass, slots: readonly Slot[]): Promise<SlotIssue[]> {
  const wanted = slots.flatMap((slot) => slot.classroomId ?? []);
  if (wanted.length === 0) return [];
  const rooms = await getClassrooms(db, wanted);
  const { live: students } = await rosterCounts(db, cls.id);
  return slots.flatMap((slot, index) => {
    if (!slot.classroomId) return [];
    const room = rooms.get(slot.classroomId);
    if (!room || room.orgId !== getHost(cls))
      return [
        {
          index,
          refusal: invalidValue(Lesson, "classroomId", "不是本机构的教室", "not a room of the institution"),
        },
      ];
    const refusal = findRoomIssue(room, slot, students);
    return refusal ? [{ index, refusal }] : [];
  });
}

/** In use, safe against fire, leased on that day, and large enough; in practice lessons everybody needs a workstation. */
function findRoomIssue(facts: ClassroomFacts, slot: Slot, students: number): Refusal | null {
  const { classroomName: room, leaseExpireDate, capacity, workstationCount } = facts;
  const date = slot.lessonDate;
  const unusable = (zh: string, en: string) => because("CLASSROOM_CLASH", "unusable", { room, date, why: { zh, en } });
  if (facts.isValid !== "isValid") return unusable("已停用", "out of use");
  if (facts.fireSafe !== "isValid") return unusable("消防未合格", "no fire certificate");
  if (leaseExpireDate !== null && leaseExpireDate < date)
    return unusable(`租赁${leaseExpireDate}到期`, `leased until ${leaseExpireDate}`);
  const places = slot.lessonType === "2" && workstationCount !== null ? Math.min(capacity, workstationCount) : capacity;
  return places >= students ? null : because("CLASSROOM_CLASH", "small", { room, n: places, students });
}

async function findHireIssues(db: Db, cls: TimetableClass, slots: readonly Slot[]): Promise<SlotIssue[]> {
  const pairs = slots.flatMap((slot, index) =>
    [slot.teacherId, slot.assistTeacherId].flatMap((teacher) =>
      teacher ? [{ index, teacher, day: slot.lessonDate }] : [],
    ),
  );
  const teachers = [...new Set(pairs.map((pair) => pair.teacher))];
  const host = getHost(cls);
  const duties = host ? await getDuties(db, host, teachers) : [];
  const missing = pairs.filter(
    ({ teacher, day }) =>
      !duties.some((duty) => duty.teacherId === teacher && duty.startDate <= day && day <= duty.endDate),
  );
  if (missing.length === 0) return [];
  const names = await teacherNames(db, teachers);
  return missing.map(({ index, teacher, day }) => ({
    index,
    refusal: because("TEACHER_NOT_HIRED", "noDuty", { name: names.get(teacher) ?? "—", date: day }),
  }));
}
