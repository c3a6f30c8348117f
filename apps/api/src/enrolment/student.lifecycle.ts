import { studentMachine } from "@jipei/contract/enrolment/student.machine.ts";
import { Student } from "@jipei/contract/enrolment/student.ts";
import { sql } from "kysely";
import { now, today } from "../core/clock.ts";
import type { Tx } from "../core/db.ts";
import { type Effect, decidedBy, lifecycle } from "../core/transition.ts";
import { notify, sendSms } from "../notices/notices.queries.ts";
import type { ClassFacts } from "./class-facts.ts";
import { callOf, classOf } from "./class-facts.ts";
import { memberScope } from "./enrolment.scope.ts";
import { factsOf, type StudentEvidence } from "./student-evidence.ts";
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

const left = (_tx: unknown, _actor: unknown, _row: unknown, input: Record<string, any>) => ({
  quitDate: today(),
  quitReason: input["quitReason"] ?? input["reason"] ?? null,
});

const tellInstitution: Effect = async (tx, _actor, row, input) => {
  const facts = await classOf(tx, row["classId"]);
  await notify(tx, {
    to: { orgId: row["orgId"] },
    title: { zh: `学员${row["name"]}被退回`, en: `Student ${row["name"]} was returned` },
    text: { zh: `${callOf(facts)}：${input["reason"]}`, en: `${callOf(facts)}: ${input["reason"]}` },
    link: `/class/detail/${row["classId"]}`,
  });
};

const tellStudent: Effect = async (tx, _actor, row, input, app) => {
  const facts = await classOf(tx, row["classId"]);
  await sendSms(tx, app, {
    template: "STUDENT_QUIT",
    phone: row["phone"],
    params: { name: row["name"], className: facts.className, reason: input["reason"] },
    bizType: "Student",
    bizId: row["id"],
  });
};

/** Roster rows and their moves. */
export const studentLifecycle = lifecycle({
  machine: studentMachine,
  entity: Student,
  scope: memberScope,
  moves: {
    commit: {
      set: async (tx, _actor, row, input) => ({
        commitTime: now(),
        studentNo: row["studentNo"] ?? (await nextStudentNo(tx, input["classNo"])),
      }),
    },
    check: {
      guards: [identityConfirmed, categoryProven, entitled, noPublicStaff],
      set: (_tx, actor, row, input) => ({
        ...factsOf((input["evidence"] as Map<string, StudentEvidence>).get(row["id"]) as StudentEvidence),
        ...decidedBy(actor),
        confirmOpinion: input["reason"]?.trim() || null,
        backReason: null,
      }),
    },
    back: {
      set: (_tx, actor, _row, input) => ({ ...decidedBy(actor), backReason: input["reason"]?.trim() }),
      effects: [tellInstitution],
    },
    changeClass: {
      guards: changeClassGuards,
      // Attendance of the old class stays with its lessons; the new class starts from nothing.
      set: async (tx, _actor, _row, input) => {
        const target = (input["classes"] as Map<string, ClassFacts>).get(input["classId"]) as ClassFacts;
        return {
          classId: target.id,
          studentNo: await nextStudentNo(tx, target.classNo),
          attendHours: null,
          attendanceRate: null,
        };
      },
    },
    invalidate: { guards: [withoutResult, beforeAssessment], set: left, effects: [tellStudent] },
    drop: { set: left },
    discard: { set: left },
    terminate: { set: left },
  },
});
