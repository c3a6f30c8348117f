import type { FlowFollow } from "@jipei/contract/workflow/flow-follow.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../core/database/db.ts";
import type { StoredRow } from "../../../core/database/tables.ts";
import type { Activity, Execution, InstanceState, Task, Timer, Variables, Wait } from "../../engine/state.ts";

export type InstanceRow = StoredRow<typeof FlowFollow>;

/** What the statement answers: one list of each kind of rows, as JSON text, since names in JSON must stay as they are. */
type Lists = Readonly<Record<"variables" | "executions" | "tasks" | "timers" | "waits" | "activities", string>>;

/** A moment as the number of its milliseconds: as text it would lose parts of a second, by which the history is ordered. */
type Moment = number;
const toDate = (moment: Moment): Date => new Date(moment);
const toDateOrNull = (moment: Moment | null): Date | null => (moment === null ? null : new Date(moment));
type Timed<R, K extends keyof R> = Omit<R, K> & { [N in K]: null extends R[N] ? Moment | null : Moment };

/**
 * Reads what the interpreter needs to know of a process, in one statement: six would take longer than all that is worked out from them.
 * @param completing key of the task that this step completes, whose row says already that it is done
 */
export async function loadState(
  db: Db,
  { id, status, startUser, error, nextKey }: InstanceRow,
  completing: string | null = null,
): Promise<InstanceState> {
  const { rows } = await sql<Lists>`select (${variablesOf(id)}) as variables, (${executionsOf(id)}) as executions,
    (${tasksOf(id, completing)}) as tasks, (${timersOf(id)}) as timers, (${waitsOf(id)}) as waits, (${activitiesOf(id)}) as activities`.execute(
    db,
  );
  const [lists] = rows as [Lists];
  return {
    status: status === "running" || status === "suspended" ? "running" : "finished",
    starter: startUser,
    error,
    next: nextKey,
    variables: JSON.parse(lists.variables) as Variables,
    executions: JSON.parse(lists.executions) as Execution[],
    tasks: toTasks(lists.tasks),
    timers: (JSON.parse(lists.timers) as Timed<Timer, "due">[]).map((row) => ({ ...row, due: toDate(row.due) })),
    waits: JSON.parse(lists.waits) as Wait[],
    activities: (JSON.parse(lists.activities) as Timed<Activity, "start" | "end">[]).map((row) => ({
      ...row,
      start: toDate(row.start),
      end: toDateOrNull(row.end),
    })),
  };
}

/** The variables of a process by their names. */
export async function loadVariables(db: Db, instanceId: string): Promise<Variables> {
  const { rows } = await sql<Pick<Lists, "variables">>`select (${variablesOf(instanceId)}) as variables`.execute(db);
  const [{ variables }] = rows as [Pick<Lists, "variables">];
  return JSON.parse(variables) as Variables;
}

/** The variables that an execution sees by their names: its own, then those of what is around it, then those of the process. */
export async function loadVisible(db: Db, instanceId: string, execution: string): Promise<Variables> {
  const { rows } = await sql<{ variables: string }>`
    with recursive around (parent, variables, distance) as (
      select parent, variables, 0 from flow_execution where instance_id = ${instanceId} and key = ${execution}
      union all
      select e.parent, e.variables, a.distance + 1 from around a join flow_execution e on e.instance_id = ${instanceId} and e.key = a.parent)
    select variables::text from around order by distance desc`.execute(db);
  const own = rows.map(({ variables }) => JSON.parse(variables) as Variables);
  return Object.assign({}, await loadVariables(db, instanceId), ...own) as Variables;
}

/** Where a process stands: its executions and open tasks, without what it went through. */
export async function loadTokens(db: Db, instanceId: string): Promise<Pick<InstanceState, "executions" | "tasks">> {
  const { rows } = await sql<Pick<Lists, "executions" | "tasks">>`
    select (${executionsOf(instanceId)}) as executions, (${tasksOf(instanceId, null)}) as tasks`.execute(db);
  const [lists] = rows as [Pick<Lists, "executions" | "tasks">];
  return { executions: JSON.parse(lists.executions) as Execution[], tasks: toTasks(lists.tasks) };
}

const toTasks = (rows: string): Task[] =>
  (JSON.parse(rows) as Timed<Task, "due">[]).map((row) => ({ ...row, due: toDateOrNull(row.due) }));

const variablesOf = (id: string) => sql`
  select coalesce(json_object_agg(name, value order by name), '{}')::text from flow_variable where instance_id = ${id}`;

const executionsOf = (id: string) => sql`
  select ${list(
    sql`'key', key, 'parent', parent, 'element', element, 'kind', kind, 'variables', variables, 'arrivedBy', arrived_by, 'items', items, 'returnTo', return_to`,
  )} from flow_execution where instance_id = ${id}`;

const tasksOf = (id: string, completing: string | null) => sql`
  select ${list(
    sql`'key', task_key, 'execution', execution, 'element', task_definition_key, 'name', task_name, 'assignee', assignee::text, 'candidateUsers', candidate_users,
      'candidateGroups', candidate_groups, 'formKey', form_key, 'due', ${milliseconds("due_time")}, 'priority', priority`,
    sql`id`,
  )} from flow_task where process_instance_id = ${id} and (status <> '2' or task_key = ${completing}) and is_deleted = 0`;

const timersOf = (id: string) => sql`
  select ${list(
    sql`'key', key, 'execution', execution, 'element', element, 'due', ${milliseconds("due")}, 'repeats', repeats, 'cycle', cycle`,
  )} from flow_timer where instance_id = ${id}`;

const waitsOf = (id: string) => sql`
  select ${list(sql`'key', key, 'execution', execution, 'element', element, 'kind', kind, 'name', name`)}
  from flow_wait where instance_id = ${id}`;

const activitiesOf = (id: string) => sql`
  select ${list(
    sql`'key', key, 'execution', execution, 'element', element, 'name', name, 'type', type, 'task', task_key, 'start', ${milliseconds("start_time")},
      'end', ${milliseconds("end_time")}, 'outcome', outcome`,
  )} from flow_activity where instance_id = ${id}`;

/** Rows as JSON. Keys are numbers that grow, perhaps behind a letter. */
const list = (fields: RawBuilder<unknown>, order = sql`length(key), key`) =>
  sql`coalesce(json_agg(json_build_object(${fields}) order by ${order}), '[]')::text`;

const milliseconds = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;
