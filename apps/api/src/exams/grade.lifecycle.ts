import { gradeMachine } from "@jipei/contract/exams/grade.machine.ts";
import { Grade } from "@jipei/contract/exams/grade.ts";
import { sql } from "kysely";
import { Refusal } from "../core/refusal.ts";
import { type BatchEffect, type BatchGuard, type Guard, lifecycle } from "../core/transition.ts";
import { gradeScope } from "./exams.scope.ts";
import { applicationsOf, mayScore, publishRows, showOnApplications } from "./grade.store.ts";

/** Whoever typed a score does not check it. @throws SELF_REVIEW */
const anotherChecker: Guard = (_tx, actor, row) => {
  if (row["scorerId"] === actor.userId) throw new Refusal("SELF_REVIEW");
};

const applicationIds = (rows: readonly { [column: string]: any }[]): string[] => [
  ...new Set(rows.map((row) => row["testApplyId"] as string)),
];

/** An assessor checks what he is assigned to. @throws NOT_ASSIGNED */
const assignedChecker: BatchGuard = async (tx, actor, rows) => {
  if (actor.audience !== "person") return;
  for (const application of (await applicationsOf(tx, applicationIds(rows))).values())
    await mayScore(tx, actor, application);
};

/** Every row of the applications has a result before any is checked. @throws GRADE_INCOMPLETE */
const sheetComplete: BatchGuard = async (tx, _actor, rows) => {
  const found = await sql<{
    n: string;
  }>`select count(*) as n from grade where test_apply_id = any(${applicationIds(rows)}::bigint[]) and is_deleted = 0 and result = '0'`.execute(
    tx,
  );
  const open = Number(found.rows[0]?.n ?? 0);
  if (open > 0) throw new Refusal("GRADE_INCOMPLETE", { n: open });
};

const shownOnApplication: BatchEffect = (tx, _actor, rows) => showOnApplications(tx, applicationIds(rows));

/** What each move of a grade checks and does; a class is checked and published as a whole. */
export const gradeLifecycle = lifecycle({
  machine: gradeMachine,
  entity: Grade,
  scope: gradeScope,
  moves: {
    check: {
      guards: [anotherChecker],
      batchGuards: [assignedChecker, sheetComplete],
      batchSet: (actor) => ({ checkerId: actor.userId }),
      batchEffects: [shownOnApplication],
    },
    uncheck: { batchSet: () => ({ checkerId: null }), batchEffects: [shownOnApplication] },
    publish: { batchSet: () => ({ publishTime: sql`now()` }), batchEffects: [publishRows, shownOnApplication] },
  },
});
