import type { FlowFollow } from "@jipei/contract/workflow/flow-follow.ts";
import { sql } from "kysely";
import type { Db } from "../../../core/database/db.ts";
import type { StoredRow } from "../../../core/database/tables.ts";
import type { Activity, Execution, InstanceState, Task, Timer, Value, Variables, Wait } from "../../engine/state.ts";

export type InstanceRow = StoredRow<typeof FlowFollow>;

/** A moment as the number of its milliseconds: as text it would lose parts of a second, by which the history is ordered. */
type Moment = number;
const toDate = (moment: Moment): Date => new Date(moment);
const toDateOrNull = (moment: Moment | null): Date | null => (moment === null ? null : new Date(moment));

/** Names in JSON stay as they are: the plugin that makes names of columns camel case must not read it. */
const parse = (json: string): Variables => JSON.parse(json) as Variables;

/**
 * Reads what the interpreter needs to know of a process.
 * @param completing key of the task that this step completes, whose row says already that it is done
 */
export async function loadState(
  db: Db,
  { id, status, startUser, error, nextKey }: InstanceRow,
  completing: string | null = null,
): Promise<InstanceState> {
  return {
    status: status === "running" || status === "suspended" ? "running" : "finished",
    starter: startUser,
    error,
    next: nextKey,
    variables: await loadVariables(db, id),
    executions: await loadExecutions(db, id),
    tasks: await loadTasks(db, id, completing),
    timers: await loadTimers(db, id),
    waits: await loadWaits(db, id),
    activities: await loadActivities(db, id),
  };
}

/** The variables of a process by their names. */
export async function loadVariables(db: Db, instanceId: string): Promise<Variables> {
  const { rows } = await sql<{ name: string; value: string }>`
    select name, value::text as value from flow_variable where instance_id = ${instanceId} order by name`.execute(db);
  return Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value)]));
}

async function loadExecutions(db: Db, id: string): Promise<Execution[]> {
  const { rows } = await sql<Omit<Execution, "variables" | "items"> & { variables: string; items: string | null }>`
    select key, parent, element, kind, variables::text as variables, arrived_by, items::text as items, return_to from flow_execution where instance_id = ${id} order by ${inOrder}`.execute(
    db,
  );
  return rows.map(({ variables, items, ...row }) => ({
    ...row,
    variables: parse(variables),
    items: items === null ? null : (JSON.parse(items) as Value[]),
  }));
}

async function loadTasks(db: Db, id: string, completing: string | null): Promise<Task[]> {
  const { rows } = await sql<Omit<Task, "due"> & { due: Moment | null }>`
    select task_key as key, execution, task_definition_key as element, task_name as name, assignee, candidate_users, candidate_groups,
      form_key, ${milliseconds("due_time")} as due, priority
    from flow_task where process_instance_id = ${id} and (status <> '2' or task_key = ${completing}) and is_deleted = 0 order by id`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, due: toDateOrNull(row.due) }));
}

async function loadTimers(db: Db, id: string): Promise<Timer[]> {
  const { rows } = await sql<Omit<Timer, "due"> & { due: Moment }>`
    select key, execution, element, ${milliseconds("due")} as due, repeats, cycle from flow_timer where instance_id = ${id} order by ${inOrder}`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, due: toDate(row.due) }));
}

async function loadWaits(db: Db, id: string): Promise<Wait[]> {
  const { rows } = await sql<Wait>`
    select key, execution, element, kind, name from flow_wait where instance_id = ${id} order by ${inOrder}`.execute(
    db,
  );
  return rows;
}

async function loadActivities(db: Db, id: string): Promise<Activity[]> {
  const { rows } = await sql<Omit<Activity, "start" | "end"> & { start: Moment; end: Moment | null }>`
    select key, execution, element, name, type, task_key as task, ${milliseconds("start_time")} as start, ${milliseconds("end_time")} as "end", outcome
    from flow_activity where instance_id = ${id} order by ${inOrder}`.execute(db);
  return rows.map((row) => ({ ...row, start: toDate(row.start), end: toDateOrNull(row.end) }));
}

const milliseconds = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;
/** Keys are numbers that grow, perhaps behind a letter. */
const inOrder = sql`length(key), key`;
