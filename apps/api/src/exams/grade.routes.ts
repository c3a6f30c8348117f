import { gradeCalls as calls } from "@jipei/contract/exams/grade.calls.ts";
import { Grade } from "@jipei/contract/exams/grade.ts";
import { sql } from "kysely";
import { withHistory } from "../core/audit.ts";
import { crud } from "../core/crud.ts";
import { type Route, reads, writes } from "../core/implement.ts";
import { listPage } from "../core/list.ts";
import { Refusal } from "../core/refusal.ts";
import { lockRow } from "../core/rows.ts";
import { transition } from "../core/transition.ts";
import { gradeScope } from "./exams.scope.ts";
import { gradeLifecycle } from "./grade.lifecycle.ts";
import { type Entry, correct, enterScores, rowsOfApplication } from "./grade.store.ts";

const { list, detail } = crud({ entity: Grade, resource: "grade", scope: gradeScope, detail: withHistory(Grade) });
/** Target state of the wire → move. */
const moves: Readonly<Record<string, "check" | "uncheck" | "publish">> = {
  "1": "check",
  "0": "uncheck",
  "2": "publish",
};

export const gradeRoutes: Route[] = [
  reads(calls.list, list as never),
  reads(calls.listOfOrg, list as never),
  reads(calls.listOfPerson, list as never),
  reads(calls.listOfBureau, list as never),
  reads(
    calls.classSign,
    (_db, actor, query, app) =>
      listPage(app, actor, Grade, query, { scope: gradeScope, where: [sql`t.grade_status = '2'`] }) as never,
  ),
  reads(calls.detail, detail),

  // Scores belong to the application that opened them: they go with it, never one by one.
  writes(calls.remove, async () => {
    throw new Refusal("DEPENDENCY_IN_USE");
  }),

  writes(calls.submit, async (tx, actor, input, app) => {
    const { id, scores, gradeStatus, testApplicationId, reason, ...entry } = input as Record<string, any>;
    if (gradeStatus !== undefined && gradeStatus !== null) {
      const applyId = testApplicationId ?? entry["testApplyId"] ?? (await applyIdOf(id));
      const rows = await rowsOfApplication(tx, actor, applyId);
      await transition(
        tx,
        actor,
        gradeLifecycle,
        moves[gradeStatus] as "check",
        rows.map((row) => row["id"]),
        { reason },
        app,
      );
      return { id: id ?? null };
    }
    if (scores) {
      if (scores.some((one: Partial<Entry>) => !one.id)) throw new Refusal("NOT_FOUND");
      await enterScores(tx, actor, scores as Entry[]);
      return { id: null };
    }
    if (!id) throw new Refusal("NOT_FOUND");
    const row = await lockRow<Record<string, any>>(tx, Grade, gradeScope, actor, id);
    if (row["gradeStatus"] === "2")
      await correct(tx, actor, row, { ...entry, id } as Entry, (reason as string | null)?.trim() ?? "", app);
    else await enterScores(tx, actor, [{ ...entry, id } as Entry]);
    return { id };

    async function applyIdOf(gradeId: string | undefined): Promise<string> {
      if (!gradeId) throw new Refusal("NOT_FOUND");
      return (await lockRow<Record<string, any>>(tx, Grade, gradeScope, actor, gradeId))["testApplyId"];
    }
  }),
];
