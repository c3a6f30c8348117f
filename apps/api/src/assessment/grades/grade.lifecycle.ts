import { now } from "../../core/foundation/clock.ts";
import { columns } from "../../core/entity/columns.ts";
import { gradeMachine } from "@jipei/contract/assessment/grade.machine.ts";
import { Grade } from "@jipei/contract/assessment/grade.ts";
import { Refusal, aboutRows, worded } from "../../core/foundation/refusal.ts";
import { type BatchEffect, type BatchGuard, type Guard, lifecycle } from "../../core/entity/transition.ts";
import { gradeScope } from "../assessment.scope.ts";
import { examIsOpen } from "./grade.holds.ts";
import { publishRows } from "./grade.publish.ts";
import { showOnApplications } from "./grade.store.ts";
import { findIncomplete } from "./parts-owed.ts";
import { getApplications, assertMayScore } from "./scoring.ts";

/** Nobody who entered a score of the row may check it, also where somebody else entered the last one. @throws SELF_REVIEW */
const anotherChecker: Guard<typeof Grade> = (_tx, actor, row) => {
  if (row.scorerIds.includes(actor.userId)) throw new Refusal("SELF_REVIEW");
};

const applicationIds = (rows: readonly { testApplyId: string }[]): string[] => [
  ...new Set(rows.map((row) => row.testApplyId)),
];

/** An assessor may check only what they are assigned to. @throws NOT_ASSIGNED */
const assignedChecker: BatchGuard<typeof Grade> = async (tx, actor, rows) => {
  if (actor.audience !== "person") return;
  for (const application of (await getApplications(tx, applicationIds(rows))).values())
    await assertMayScore(tx, actor, application);
};

/** Every row of the applications must be complete before any is checked; those that are not are named. @throws GRADE_INCOMPLETE */
const sheetComplete: BatchGuard<typeof Grade> = async (tx, _actor, rows) => {
  const open = await findIncomplete(tx, applicationIds(rows));
  if (open.length === 0) return;
  const refusal = new Refusal("GRADE_INCOMPLETE", { n: open.length });
  throw aboutRows(
    refusal,
    open.map(({ id }) => id),
  );
};

/** What an exam finds reaches a sheet in entry alone, so one that is checked before could never be graded. @throws GRADE_INCOMPLETE */
const examsGraded: BatchGuard<typeof Grade> = async (tx, _actor, rows, _input, app) => {
  for (const id of applicationIds(rows))
    if (await app.ports.holds(tx, examIsOpen, id))
      throw worded("GRADE_INCOMPLETE", [
        "该考核的考试尚未完成阅卷，不能复核成绩",
        "An exam of this assessment is not graded yet; its scores cannot be checked",
      ]);
};

const shownOnApplication: BatchEffect<typeof Grade> = (tx, _actor, rows) =>
  showOnApplications(tx, applicationIds(rows));

/** What each move of a grade checks and does; a class is checked and published as a whole. */
export const gradeLifecycle = lifecycle({
  machine: gradeMachine,
  entity: Grade,
  scope: gradeScope,
  moves: {
    check: {
      guards: [anotherChecker],
      batchGuards: [assignedChecker, examsGraded, sheetComplete],
      batchSet: (actor) => columns(Grade, { checkerId: actor.userId }),
      batchEffects: [shownOnApplication],
    },
    uncheck: { batchSet: () => columns(Grade, { checkerId: null }), batchEffects: [shownOnApplication] },
    publish: {
      batchSet: () => columns(Grade, { publishTime: now() }),
      batchEffects: [publishRows, shownOnApplication],
    },
  },
});
