import { columns } from "../../core/entity/columns.ts";
import { studentMachine } from "@jipei/contract/training/student.machine.ts";
import { Student } from "@jipei/contract/training/student.ts";
import { sql } from "kysely";
import { now, today } from "../../core/foundation/clock.ts";
import type { Tx } from "../../core/database/db.ts";
import { type Effect, type Settings, decidedBy, lifecycle } from "../../core/entity/transition.ts";
import { notify, sendSms } from "../../notices/notices.queries.ts";
import { getClassLabel, getClassFacts } from "./class-facts.ts";
import { studentScope } from "./roster.scope.ts";
import { type RosterInput, getClass, getEvidence } from "./roster-input.ts";
import { getFacts } from "./student-evidence.ts";
import {
  beforeAssessment,
  categoryProven,
  changeClassGuards,
  entitled,
  identityConfirmed,
  noPublicStaff,
  withoutResult,
} from "./student.guards.ts";

/** classNo and three digits; a number once given in a class is not given again. Null while the class has no number. */
async function nextStudentNo(tx: Tx, classNo: string | null): Promise<string | null> {
  if (!classNo) return null;
  const found = await sql<{ last: number }>`
    select coalesce(max(right(student_no, 3)::int), 0) as last from student where student_no like ${`${classNo}___`} and student_no ~ '^.*[0-9]{3}$'`.execute(
    tx,
  );
  return classNo + String(Number(found.rows[0]?.last ?? 0) + 1).padStart(3, "0");
}

const left: Settings<typeof Student, RosterInput> = (_tx, _actor, _row, input) =>
  columns(Student, { quitDate: today(), quitReason: input.quitReason ?? input.reason ?? null });

const notifyInstitution: Effect<typeof Student> = async (tx, _actor, row, input) => {
  const facts = await getClassFacts(tx, row.classId);
  await notify(tx, {
    to: { orgId: row.orgId },
    title: { zh: `学员${row.name}被退回`, en: `Student ${row.name} was returned` },
    text: { zh: `${getClassLabel(facts)}：${input.reason}`, en: `${getClassLabel(facts)}: ${input.reason}` },
    link: `/class/detail/${row.classId}`,
  });
};

const notifyStudent: Effect<typeof Student> = async (tx, _actor, row, input, app) => {
  const facts = await getClassFacts(tx, row.classId);
  await sendSms(tx, app, {
    template: "STUDENT_QUIT",
    phone: row.phone,
    params: { name: row.name, className: facts.className, reason: input.reason },
    bizType: "Student",
    bizId: row.id,
  });
};

/** Roster rows and their moves. */
export const studentLifecycle = lifecycle({
  machine: studentMachine,
  entity: Student,
  scope: studentScope,
  moves: {
    commit: {
      set: async (tx, _actor, row, input) =>
        columns(Student, {
          commitTime: now(),
          studentNo: row.studentNo ?? (await nextStudentNo(tx, input.classNo ?? null)),
        }),
    },
    recall: {},
    release: {},
    check: {
      guards: [identityConfirmed, categoryProven, entitled, noPublicStaff],
      set: (_tx, actor, row, input) =>
        columns(Student, {
          ...getFacts(getEvidence(row, input)),
          ...decidedBy(actor),
          confirmOpinion: input.reason?.trim() || null,
          backReason: null,
        }),
    },
    back: {
      set: (_tx, actor, _row, input) => columns(Student, { ...decidedBy(actor), backReason: input.reason?.trim() }),
      effects: [notifyInstitution],
    },
    changeClass: {
      guards: changeClassGuards,
      // Attendance of the old class stays with its lessons; the new class starts from nothing.
      set: async (tx, _actor, _row, input) => {
        const target = getClass(input, input.classId);
        return columns(Student, {
          classId: target.id,
          studentNo: await nextStudentNo(tx, target.classNo),
          attendHours: null,
          attendanceRate: null,
        });
      },
    },
    invalidate: { guards: [withoutResult, beforeAssessment], set: left, effects: [notifyStudent] },
    drop: { set: left },
    discard: { set: left },
    terminate: { set: left },
  },
});
