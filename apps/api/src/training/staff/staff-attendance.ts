import type { InputOf } from "@jipei/contract/core/call.ts";
import { type StaffSheet, enterpriseClassCalls as calls } from "@jipei/contract/training/enterprise-class.calls.ts";
import { EnterpriseClass } from "@jipei/contract/training/enterprise-class.ts";
import { EnterpriseStudent } from "@jipei/contract/training/enterprise-student.ts";
import { sql } from "kysely";
import { readChildRows } from "../../core/entity/child-rows.ts";
import type { Db, Tx } from "../../core/database/db.ts";
import { lockRow, readRow } from "../../core/database/rows.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { type Route, reads, writes } from "../../core/http/implement.ts";
import { getSheetParts } from "../attendance/attendance-sheet.ts";
import { saveAttendance } from "../attendance/attendance.save.ts";
import { enterpriseClassScope } from "../enterprise-classes/enterprise-class.scope.ts";
import { readSchedules } from "../enterprise-classes/schedules.ts";
import { staffScope } from "./staff.scope.ts";

/** The sheet of a class of an enterprise. @throws NOT_FOUND */
async function getStaffSheet(
  db: Db,
  actor: Actor,
  { classId }: { classId: string },
  app: Services,
): Promise<StaffSheet> {
  await readRow(db, EnterpriseClass, enterpriseClassScope, actor, classId);
  const schedules = await readSchedules(db, classId);
  const students = await readChildRows(db, actor, app, EnterpriseStudent, {
    scope: staffScope,
    where: sql`t.class_id = ${classId} and t.confirm_status = 'Confirm'`,
    order: sql`t.name, t.id`,
    view: "list",
  });
  const ids = schedules.flatMap(({ scheduleId }) => scheduleId ?? []);
  return { ...(await getSheetParts(db, actor, classId, ids, students)), schedules };
}

interface TakenLesson {
  id: string;
  classId: string;
  lessonDate: string;
  startTime: string;
  endTime: string;
  hours: string;
  isHeld: string;
}

/** Takes attendance as institutions do; the class is locked first, so that rates are counted by one writer at a time. */
async function takeAttendance(tx: Tx, actor: Actor, input: InputOf<typeof calls.saveAttendance>): Promise<void> {
  const find = async () =>
    (
      await sql<TakenLesson>`
        select id, class_id, lesson_date, start_time, end_time, hours, is_held from lesson where id = ${input.scheduleId} and side = '2' and is_deleted = 0`.execute(
        tx,
      )
    ).rows[0];
  const named = await find();
  if (!named) throw new Refusal("NOT_FOUND");
  const cls = await lockRow(tx, EnterpriseClass, enterpriseClassScope, actor, named.classId);
  const lesson = (await find()) ?? named;
  await saveAttendance(tx, actor, cls.confirmStatus, lesson, input.attendanceList, input.reason?.trim() || null);
}

export const staffAttendanceRoutes: readonly Route[] = [
  reads(calls.attendanceSheet, getStaffSheet),
  writes(calls.saveAttendance, takeAttendance),
];
