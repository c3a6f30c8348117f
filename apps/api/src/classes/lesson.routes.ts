import { Attendance } from "@jipei/contract/classes/attendance.ts";
import { Lesson, lessonCalls as calls } from "@jipei/contract/classes/lesson.ts";
import { TrainingClass } from "@jipei/contract/classes/training-class.ts";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import { type CrudOptions, crud, removeRows } from "../core/crud.ts";
import type { Db, Tx } from "../core/db.ts";
import { exporter } from "../core/excel/export.ts";
import { ownFiles } from "../core/files.ts";
import { reads, writes } from "../core/implement.ts";
import { listPage } from "../core/list.ts";
import { lockRow, lockRows, readRow, splitIds } from "../core/rows.ts";
import type { Services } from "../core/services.ts";
import { shownRows } from "../core/shown-rows.ts";
import { rosterFaults } from "../enrolment/enrolment.queries.ts";
import { attendanceSheetOf, lessonsShown } from "./attendance-sheet.ts";
import { stateIllegal } from "./class-state.ts";
import { copyWeek } from "./lesson-week.ts";
import { submitLesson } from "./lesson.save.ts";
import { type Slot, timetableFaults } from "./timetable.ts";
import { attendanceScope, classScope, lessonScope } from "./training-class.scope.ts";

ownFiles(Attendance, attendanceScope, "attendance");

const options: CrudOptions = {
  entity: Lesson,
  resource: "class_schedule",
  scope: lessonScope,
  async detail(db, actor, lesson, app) {
    return {
      attendanceList: await shownRows(db, actor, app, Attendance, {
        scope: attendanceScope,
        where: sql`t.schedule_id = ${lesson["id"]}`,
        order: sql`t.student_id`,
        view: "list",
      }),
    };
  },
};

const timetable = (db: Db, actor: Actor, { classId }: { classId: string }, app: Services): Promise<any> =>
  lessonsShown(db, actor, app, classId);

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
  const closed = owners.find((row) => row["status"] !== "unCommit");
  if (closed) throw stateIllegal(closed["status"], "删除课次", "remove lessons");
  await removeRows(tx, actor, Lesson, ids);
}

async function checkClash(db: Db, actor: Actor, input: { classId: string; lessons: Record<string, any>[] }) {
  const cls = await readRow(db, TrainingClass, classScope, actor, input.classId);
  // What a half-filled form leaves open cannot clash yet.
  const complete = input.lessons
    .map((lesson, index) => ({ ...lesson, index }))
    .filter((lesson: any) => lesson.lessonDate && lesson.startTime && lesson.endTime && lesson.teacherId);
  const slots = complete as unknown as Slot[];
  const faults = [
    ...(await timetableFaults(db, cls as never, slots)),
    ...(await rosterFaults(db, input.classId, slots)),
  ];
  return faults.map(({ index, refusal }) => ({
    index: complete[index]?.index ?? 0,
    errorCode: refusal.code,
    msg: refusal.zh,
    msgEn: refusal.en,
  }));
}

const { list, detail } = crud(options);
export const lessonExport = exporter(Lesson, calls.export, options);
export const attendanceExport = exporter(Attendance, calls.attendanceExport, { scope: attendanceScope });
export const lessonRoutes = [
  lessonExport.route,
  attendanceExport.route,
  reads(calls.list, list as never),
  reads(calls.detail, detail as never),
  writes(calls.submit, submitLesson as never),
  writes(calls.remove, remove),
  reads(calls.usedByOrg, timetable),
  reads(calls.usedByManage, timetable),
  reads(calls.usedByPerson, timetable),
  reads(calls.checkClash, checkClash as never),
  writes(calls.copyWeek, async (tx, actor, input) => {
    await lockRow(tx, TrainingClass, classScope, actor, input.classId);
    return copyWeek(tx, actor, input);
  }),
  reads(calls.attendanceSheet, async (db, actor, { classId }, app) => {
    const sheet = await attendanceSheetOf(db, actor, app, classId);
    if (sheet.lessons.length === 0) await readRow(db, TrainingClass, classScope, actor, classId);
    return sheet;
  }),
  reads(
    calls.attendance,
    (_db, actor, query, app) => listPage(app, actor, Attendance, query, { scope: attendanceScope }) as never,
  ),
];
