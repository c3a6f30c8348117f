import { Grade } from "@jipei/contract/assessment/grade.ts";
import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import type { gradeStatus } from "@jipei/contract/core/fields/codes.ts";
import type { Tx } from "../../core/database/db.ts";
import { lockRow } from "../../core/database/rows.ts";
import { transition } from "../../core/entity/transition.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import type { Services } from "../../core/foundation/services.ts";
import { gradeScope } from "../assessment.scope.ts";
import { lockApplications } from "../test-application/lock-applications.ts";
import { type Entry, type StoredGrade, isSameScore, scoreOf } from "./grade-columns.ts";
import { correctGrade } from "./grade.correct.ts";
import { gradeLifecycle } from "./grade.lifecycle.ts";
import { enterScores, lockGrades } from "./grade.store.ts";

/** Move by the target state on the wire. */
const moves = { "1": "check", "0": "uncheck", "2": "publish" } as const;

/** Moves all scores of an application together. @param to 1 checked, 0 back to entry (with a reason), 2 published */
export async function moveSheet(
  tx: Tx,
  actor: Actor,
  applyId: string,
  to: CodeOf<typeof gradeStatus>,
  reason: string | null | undefined,
  app: Services,
): Promise<void> {
  await lockApplications(tx, [applyId]);
  const ids = (await lockGrades(tx, actor, applyId)).map((row) => row.id);
  await transition(tx, actor, gradeLifecycle, moves[to], ids, { reason }, app);
}

/** Enters scores, or corrects a single published row with a reason. A single row that is sent as it stands stays as it is. */
export async function submitScores(
  tx: Tx,
  actor: Actor,
  entries: readonly Entry[],
  reason: string | null | undefined,
  app: Services,
): Promise<void> {
  const [entry] = entries;
  if (!entry || entries.length > 1) return enterScores(tx, actor, entries);
  const row = await lockRow(tx, Grade, gradeScope, actor, entry.id);
  if (!changes(row, entry)) return;
  if (row.gradeStatus === "2") await correctGrade(tx, actor, row, entry, reason?.trim() ?? "", app);
  else await enterScores(tx, actor, entries);
}

/** Whether anything that was typed differs from the row. */
function changes(row: StoredGrade, entry: Entry): boolean {
  const scores = Object.values(scoreOf).some(
    (name) => entry[name] !== undefined && !isSameScore(entry[name], row[name]),
  );
  return scores || (["isAbsent", "isCheat"] as const).some((name) => entry[name] != null && entry[name] !== row[name]);
}
