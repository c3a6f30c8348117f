import { isId } from "@jipei/contract/core/fields/check-field.ts";
import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";
import { type Refusal, invalidField } from "../../core/foundation/refusal.ts";
import { findWhole } from "../engine/interpreter/added.ts";
import type { TaskRow } from "../instance/save-tasks.ts";
import { loadTokens } from "../instance/state/load-state.ts";

/** The round of a step in which several people sign: its execution, and the items that it goes through. */
async function findRound(db: Db, { processInstanceId, execution }: TaskRow) {
  const { executions } = await loadTokens(db, processInstanceId);
  const whole = findWhole(executions, execution);
  if (!whole) return null;
  return {
    open: executions.filter(({ parent }) => parent === whole.key).map(({ key }) => key),
    /** Named by their ids, or by their accounts. */
    awaited: (whole.items ?? []).filter((item) => typeof item === "string"),
    signed: Number(whole.variables.nrOfCompletedInstances ?? 0),
  };
}
type Round = NonNullable<Awaited<ReturnType<typeof findRound>>>;

/** Ids of the users who have a task of a round, get it back from a delegate, or have done one, for themselves or for a colleague. */
async function findHolders(
  db: Db,
  { processInstanceId, taskDefinitionKey }: TaskRow,
  { open, signed }: Round,
): Promise<string[]> {
  // Of the tasks that were done at this step the last ones are those of this round: keys are numbers that grow.
  const { rows } = await sql<{ id: string }>`
    with signing as (
      select f.* from flow_task f where f.process_instance_id = ${processInstanceId} and f.is_deleted = 0 and f.status <> '2'
        and f.execution = any(${open})
      union all (
        select f.* from flow_task f where f.process_instance_id = ${processInstanceId} and f.is_deleted = 0 and f.status = '2'
          and f.task_definition_key = ${taskDefinitionKey}
        order by length(f.task_key) desc, f.task_key desc limit ${signed}))
    select distinct p.id::text from signing s cross join lateral unnest(array[s.assignee, s.owner, s.done_by]) p (id) where p.id is not null`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/**
 * Ids of the users who sign the step of a task: who has one of its tasks, or gets it back from a delegate; where several people sign, also who has
 * signed, for themselves or for a colleague, and who is yet to sign. Nobody signs twice.
 */
export async function findStepSigners(db: Db, task: TaskRow): Promise<string[]> {
  const round = await findRound(db, task);
  if (!round) return [task.assignee, task.owner].filter((id) => id !== null);
  const { awaited } = round;
  const { rows } = await sql<{ id: string }>`select id::text from account where account = any(${awaited})`.execute(db);
  return [...(await findHolders(db, task, round)), ...rows.map(({ id }) => id), ...awaited.filter(isId)];
}

/** Whether one of these users has a task of the same round already, or has done one: a task of a pool is for somebody else then. */
export async function hasTaskOfStep(db: Db, task: TaskRow, userIds: readonly string[]): Promise<boolean> {
  const round = await findRound(db, task);
  if (!round) return false;
  const holders = await findHolders(db, task, round);
  return userIds.some((id) => holders.includes(id));
}

export const signsAlready = (field: "userId" | "userIds" | "taskId"): Refusal =>
  invalidField(field, "用户", "User", "已是本环节的办理人", "signs this step already");
