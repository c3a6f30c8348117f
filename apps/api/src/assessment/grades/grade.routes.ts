import { gradeCalls as calls } from "@jipei/contract/assessment/grade.calls.ts";
import { Grade } from "@jipei/contract/assessment/grade.ts";
import type { ValueOfShape } from "@jipei/contract/core/fields/shape.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import { type DerivedField, derived } from "../../core/database/sql.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { withHistory } from "../../core/entity/audit.ts";
import { crud } from "../../core/entity/crud.ts";
import { type Route, reads, writes } from "../../core/http/implement.ts";
import { listPage } from "../../core/list/list.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import { lockRow } from "../../core/database/rows.ts";
import { gradeScope } from "../assessment.scope.ts";
import type { Entry } from "./grade-columns.ts";
import { enterScores } from "./grade.store.ts";
import { moveSheet, submitScores } from "./grade.submit.ts";

export const gradeRows = { entity: Grade, resource: "grade" as const, scope: gradeScope, detail: withHistory(Grade) };
const { list, detail } = crud(gradeRows);

/** As a filter the side is looked up for the grades alone that other filters leave. */
const isOfSide = (side: string) => `exists (select from training c where c.id = t.class_id and c.side = '${side}')`;
export const gradeDerived: readonly DerivedField[] = [
  derived(Grade, "unitSide", "select c.side from training c where c.id = t.class_id", {
    "1": isOfSide("1"),
    "2": isOfSide("2"),
  }),
  derived(Grade, "isExamCheat", "case when t.exam_cheat then '1' else '0' end"),
];

type Input = ValueOfShape<typeof calls.submit.input>;

export const gradeRoutes: Route[] = [
  reads(calls.list, list),
  reads(calls.listOfOrg, list),
  reads(calls.listOfPerson, list),
  reads(calls.listOfBureau, list),
  reads(calls.classSign, (_db, actor, query, app) =>
    listPage(app, actor, Grade, query, { scope: gradeScope, where: [sql`t.grade_status = '2'`] }),
  ),
  reads(calls.detail, detail),

  // Scores belong to the application that opened them, and are removed with it, never one by one.
  writes(calls.remove, async () => {
    throw new Refusal("DEPENDENCY_IN_USE");
  }),

  writes(calls.submit, async (tx, actor, input, app) => {
    const { id, scores, gradeStatus, reason } = input;
    if (gradeStatus) {
      await moveSheet(tx, actor, await findApplication(tx, actor, input), gradeStatus, reason, app);
      return { id: id ?? null };
    }
    if (scores) {
      await enterScores(tx, actor, scores.map(getEntry));
      return { id: null };
    }
    const entry = getEntry(input);
    await submitScores(tx, actor, [entry], reason, app);
    return { id: entry.id };
  }),
];

/** @throws NOT_FOUND without an id */
function getEntry(input: Partial<Omit<Entry, "id">> & { id?: string | null }): Entry {
  const { id, version, theoryScore, practiceScore, reviewScore, isAbsent, isCheat } = input;
  if (!id) throw new Refusal("NOT_FOUND");
  return { id, version, theoryScore, practiceScore, reviewScore, isAbsent, isCheat };
}

/** The application whose scores move together: named by its id, or by one of its scores. @throws NOT_FOUND */
async function findApplication(tx: Tx, actor: Actor, { id, testApplicationId, testApplyId }: Input): Promise<string> {
  const named = testApplicationId ?? testApplyId;
  if (!named && !id) throw new Refusal("NOT_FOUND");
  return named ?? (await lockRow(tx, Grade, gradeScope, actor, id ?? "")).testApplyId;
}
