import { columns } from "../../core/entity/columns.ts";
import { studentMachine } from "@jipei/contract/training/student.machine.ts";
import { Student } from "@jipei/contract/training/student.ts";
import { now, today } from "../../core/foundation/clock.ts";
import { type Effect, type Settings, decidedBy, lifecycle } from "../../core/entity/transition.ts";
import { notify, sendSms } from "../../notices/notices.queries.ts";
import { getClassLabel, getClassFacts } from "./class-facts.ts";
import { studentScope } from "./roster.scope.ts";
import { type RosterInput, getClass, getEvidence } from "./roster-input.ts";
import { getFacts } from "./student-evidence.ts";
import { nextStudentNo } from "./student-numbers.ts";
import {
  beforeAssessment,
  categoryProven,
  changeClassGuards,
  entitled,
  identityConfirmed,
  noPublicStaff,
  withoutResult,
} from "./student.guards.ts";

const reasoned = (input: RosterInput) => ({ quitReason: input.quitReason ?? input.reason ?? null });
/** Who was trained and is not any more. */
const left: Settings<typeof Student, RosterInput> = (_tx, _actor, _row, input) =>
  columns(Student, { quitDate: today(), ...reasoned(input) });
/** Who was on the list of a class and never trained: nothing was left, and their history shows no training. */
const struck: Settings<typeof Student, RosterInput> = (_tx, _actor, _row, input) => columns(Student, reasoned(input));

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
    commit: { batchSet: () => columns(Student, { commitTime: now() }) },
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
          studentNo: await nextStudentNo(tx, target),
          attendHours: null,
          attendanceRate: null,
        });
      },
    },
    invalidate: { guards: [withoutResult, beforeAssessment], set: left, effects: [notifyStudent] },
    drop: { set: struck },
    discard: { set: struck },
    terminate: { set: left },
  },
});
