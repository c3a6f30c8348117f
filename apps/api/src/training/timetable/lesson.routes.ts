import { Attendance } from "@jipei/contract/training/attendance.ts";
import { Lesson, lessonCalls as calls } from "@jipei/contract/training/lesson.ts";
import { TrainingClass } from "@jipei/contract/training/training-class.ts";
import type { InputOf } from "@jipei/contract/core/call.ts";
import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import { type CrudOptions, crud } from "../../core/entity/crud.ts";
import { removeRows } from "../../core/database/write-rows.ts";
import type { Db, Tx } from "../../core/database/db.ts";
import { exporter } from "../../core/excel/export.ts";
import { reads, writes } from "../../core/http/implement.ts";
import { listPage } from "../../core/list/list.ts";
import { lockRow, lockRows, readRow, splitIds } from "../../core/database/rows.ts";
import type { Services } from "../../core/foundation/services.ts";
import { readChildRows } from "../../core/entity/child-rows.ts";
import { getClassFacts } from "../roster/class-facts.ts";
import { findRosterIssues } from "../roster/roster.ts";
import { getAttendanceSheet, readLessons } from "../attendance/attendance-sheet.ts";
import { assertDraft } from "../classes/class-state.ts";
import { planPattern, previewPattern } from "./lesson-pattern.ts";
import { copyDay, copyWeek } from "./lesson-copies.ts";
import { submitLesson } from "./lesson.save.ts";
import { findTimetableIssues } from "./timetable.ts";
import { attendanceScope, classScope, lessonScope } from "../classes/training-class.scope.ts";

export const attendanceRows = { entity: Attendance, scope: attendanceScope, resource: "attendance" as const };

export const lessonRows = {
  entity: Lesson,
  resource: "class_schedule" as const,
  scope: lessonScope,
  async detail(db, actor, lesson, app) {
    return {
      attendanceList: await readChildRows(db, actor, app, Attendance, {
        scope: attendanceScope,
        where: sql`t.schedule_id = ${lesson.id}`,
        order: sql`t.student_id`,
        view: "list",
      }),
    };
  },
} satisfies CrudOptions<typeof Lesson>;

const timetable = (db: Db, actor: Actor, { classId }: { classId: string }, app: Services) =>
  readLessons(db, actor, app, classId);

async function remove(tx: Tx, actor: Actor, input: { ids: string }): Promise<void> {
  const ids = splitIds(input.ids);
  const classes = await sql<{
    classId: string;
  }>`select distinct class_id from lesson where id = any(${ids}::bigint[]) and is_deleted = 0 order by class_id`.execute(
    tx,
  );
  const owners = await lockRows(
    tx,
    TrainingClass,
    classScope,
    actor,
    classes.rows.map((row) => row.classId),
  );
  await lockRows(tx, Lesson, lessonScope, actor, ids);
  for (const owner of owners) assertDraft(owner, "删除课次", "remove lessons");
  await removeRows(tx, actor, Lesson, ids);
}

async function checkClash(db: Db, actor: Actor, input: InputOf<typeof calls.checkClash>) {
  const { id: classId } = await readRow(db, TrainingClass, classScope, actor, input.classId);
  // What a half-filled form leaves open cannot clash yet.
  const complete = input.lessons.flatMap((lesson, index) => {
    const { lessonDate, startTime, endTime, teacherId } = lesson;
    return lessonDate && startTime && endTime && teacherId
      ? [{ ...lesson, lessonDate, startTime, endTime, teacherId, index }]
      : [];
  });
  const issues = [
    ...(await findTimetableIssues(db, await getClassFacts(db, classId), complete)),
    ...(await findRosterIssues(db, classId, complete)),
  ];
  return issues.map(({ index, refusal }) => ({
    index: complete[index]?.index ?? 0,
    errorCode: refusal.code,
    msg: refusal.zh,
    msgEn: refusal.en,
  }));
}

const { list, detail } = crud(lessonRows);
const lessonExport = exporter(Lesson, calls.export, lessonRows);
const attendanceExport = exporter(Attendance, calls.attendanceExport, { scope: attendanceScope });
export const lessonRoutes = [
  lessonExport,
  attendanceExport,
  reads(calls.list, list),
  reads(calls.detail, detail),
  writes(calls.submit, submitLesson),
  writes(calls.remove, remove),
  reads(calls.usedByOrg, timetable),
  reads(calls.usedByManage, timetable),
  reads(calls.usedByPerson, timetable),
  reads(calls.checkClash, checkClash),
  writes(calls.copyWeek, async (tx, actor, input) => {
    await lockRow(tx, TrainingClass, classScope, actor, input.classId);
    return copyWeek(tx, actor, input);
  }),
  writes(calls.copyDay, async (tx, actor, input) => {
    await lockRow(tx, TrainingClass, classScope, actor, input.classId);
    return copyDay(tx, actor, input);
  }),
  reads(calls.previewPattern, async (db, actor, pattern) => {
    await readRow(db, TrainingClass, classScope, actor, pattern.classId);
    return previewPattern(db, pattern);
  }),
  writes(calls.planPattern, async (tx, actor, pattern) => {
    await lockRow(tx, TrainingClass, classScope, actor, pattern.classId);
    return planPattern(tx, actor, pattern);
  }),
  reads(calls.attendanceSheet, async (db, actor, { classId }, app) => {
    const sheet = await getAttendanceSheet(db, actor, app, classId);
    if (sheet.lessons.length === 0) await readRow(db, TrainingClass, classScope, actor, classId);
    return sheet;
  }),
  reads(calls.attendance, (_db, actor, query, app) =>
    listPage(app, actor, Attendance, query, { scope: attendanceScope }),
  ),
];
