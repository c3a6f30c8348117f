import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import type { ProcessModel } from "../engine/model.ts";
import { findStartersStep } from "../instance/starter-step.ts";
import { followsAll } from "../tasks/task.scope.ts";

/** The steps whose forms everybody sees who sees the process: those with which it was started. */
export function getOpenSteps(model: ProcessModel): string[] {
  const starters = findStartersStep(model);
  return [...(model.scopes.get(model.key)?.starts ?? []), ...(starters ? [starters.id] : [])];
}

/** The steps whose forms somebody sees without a task of theirs: those that they did and the open ones; all of them, for who follows processes. */
export async function getSeenSteps(db: Db, actor: Actor, instanceId: string, model: ProcessModel): Promise<string[]> {
  if (followsAll(actor)) return [...model.elements.keys()];
  const { rows } = await sql<{ step: string }>`
    select distinct f.task_definition_key as step from flow_task f where f.process_instance_id = ${instanceId} and f.done_by = ${actor.userId}`.execute(
    db,
  );
  return [...getOpenSteps(model), ...rows.map(({ step }) => step)];
}
