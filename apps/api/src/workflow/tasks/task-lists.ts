import type { OutputOf } from "@jipei/contract/core/call.ts";
import type { ListQuery, Page } from "@jipei/contract/core/fields/shape.ts";
import { FlowCopy } from "@jipei/contract/workflow/flow-copy.ts";
import { FlowDefinition } from "@jipei/contract/workflow/flow-definition.ts";
import { FlowFollow, type FlowFollowRow } from "@jipei/contract/workflow/flow-follow.ts";
import type { ListedValues } from "@jipei/contract/workflow/flow-form.ts";
import { FlowTask } from "@jipei/contract/workflow/flow-task.ts";
import { workCalls as calls } from "@jipei/contract/workflow/work.calls.ts";
import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";
import type { Scope } from "../../core/database/rows.ts";
import type { Condition } from "../../core/database/sql.ts";
import { exporter } from "../../core/excel/export.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import type { Services } from "../../core/foundation/services.ts";
import { type Route, reads } from "../../core/http/implement.ts";
import { listPage } from "../../core/list/list.ts";
import type { ListOptions } from "../../core/list/list-source.ts";
import { type OrderKey, descending } from "../../core/list/order.ts";
import { withCalled } from "../instance/called-processes.ts";
import { formColumns, formConditions, formValues } from "../listed/listed.ts";
import { actedFor, candidateNames, claimable, done, todo } from "./task.scope.ts";

/** The decision as true or false, beside its code. */
const decision = sql<{ pass: boolean | null }>`(t.passed = '1') as "pass"`;
/** The tasks that are open in a process (alias `t`), and in those that it called. */
export const openTasks = sql<{ currentTasks: OutputOf<typeof calls.sendList>["records"][number]["currentTasks"] }>`
  coalesce((select jsonb_agg(jsonb_build_object('taskId', f.id::text, 'taskName', f.task_name,
      'assigneeName', (select a.real_name from account a where a.id = f.assignee)) order by f.id)
    from (select * from flow_task where process_instance_id in ${withCalled(sql`t.id`)} and status <> '2' and is_deleted = 0 order by id limit 200) f), '[]'::jsonb) as "currentTasks"`;

const ofProcess = formConditions(sql`t.id`);
const ofTask = formConditions(sql`t.process_instance_id`);
type OfProcess = Pick<FollowRow, "currentTasks" | "formValues">;
type OfTask = { pass: boolean | null; formValues: ListedValues };

/** How lists show processes. */
export const followOptions = (scope: Scope): ListOptions<OfProcess> => ({
  scope,
  columns: sql<OfProcess>`${openTasks}, ${formValues(sql`t.id`)}`,
  whereOf: ofProcess,
});
type FollowRow = FlowFollowRow & OutputOf<typeof calls.sendList>["records"][number];

const taskOptions = (scope: Scope, order?: readonly OrderKey[]): ListOptions<OfTask> => ({
  scope,
  columns: sql<OfTask>`${decision}, ${formValues(sql`t.process_instance_id`)}`,
  whereOf: ofTask,
  ...(order && { order }),
});
const claimOptions: ListOptions<OfTask> = {
  ...taskOptions(claimable),
  sparse: true,
  estimated: true,
};
const todoOptions = taskOptions(todo);
const doneOptions = taskOptions(done, [descending(sql`t.end_time`), descending(sql`t.id`)]);
const sentOptions = followOptions(({ userId }) => sql`t.start_user = ${userId} and t.parent_id is null`);

/** A search by title among the rows of one person. @param own the scope once more, as the index over people and titles has it */
const ownTitles = <X>(options: ListOptions<X>, own: Scope, actor: Actor, { filters }: ListQuery): ListOptions<X> =>
  filters.some(({ field }) => field === "title") ? { ...options, where: [own(actor)] } : options;

const taskList =
  (options: ListOptions<OfTask>, own?: Scope) => (_db: Db, actor: Actor, query: ListQuery, app: Services) =>
    listPage(app, actor, FlowTask, query, own ? ownTitles(options, own, actor, query) : options);
const ownTodo: Scope = ({ userId }) => sql`array[t.assignee] && ${actedFor(userId)}`;
const ownDone: Scope = ({ userId }) => sql`array[t.done_by] && array[${userId}::bigint]`;
const ownStarted: Scope = ({ userId }) => sql`array[t.start_user] && array[${userId}::bigint]`;

/** The newest active version of each process that an actor may start: a model may say who may. */
export const startable: Scope = (actor): Condition => sql`t.state = 'active'
  and (t.starters = '{}' or t.starters && ${candidateNames(actor)}::text[])
  and not exists (select from flow_definition l where l.key = t.key and l.definition_version > t.definition_version and l.state = 'active' and l.is_deleted = 0)`;

/** Copies that were sent to an actor. */
export const copyScope: Scope = ({ userId }) => sql`t.user_id = ${userId}`;

async function count(db: Db, actor: Actor): Promise<OutputOf<typeof calls.count>> {
  const { rows } = await sql<OutputOf<typeof calls.count>>`
    select (select count(*)::int from (select from flow_task t where t.is_deleted = 0 and ${todo(actor)} limit ${mostCounted}) c) as todo,
      (select count(*)::int from (select from flow_task t where t.is_deleted = 0 and ${todo(actor)} and t.due_time < now() limit ${mostCounted}) c) as overdue,
      (select count(*)::int from (select from flow_task t where t.is_deleted = 0 and ${claimable(actor)} limit ${mostCounted}) c) as claimable,
      (select count(*)::int from flow_copy t where t.is_deleted = 0 and ${copyScope(actor)} and t.read_time is null) as copied`.execute(
    db,
  );
  return rows[0] ?? { todo: 0, claimable: 0, overdue: 0, copied: 0 };
}
/** Nobody reads a larger number, and counting it takes long. */
const mostCounted = 1000;

const sentPage = (_db: Db, actor: Actor, query: ListQuery, app: Services): Promise<Page<FollowRow>> =>
  listPage<typeof FlowFollow, OfProcess>(
    app,
    actor,
    FlowFollow,
    query,
    ownTitles(sentOptions, ownStarted, actor, query),
  );

/** The export of a list of processes, with its filters. */
export const followExporter = (asked: typeof calls.exportSent, scope: Scope): Route =>
  exporter(FlowFollow, asked, { scope, whereOf: ofProcess, extraOf: formColumns(sql`t.id`) });

const taskExporter = (asked: typeof calls.exportTodo, { scope, order }: ListOptions<OfTask>): Route =>
  exporter(FlowTask, asked, { scope, order, whereOf: ofTask, extraOf: formColumns(sql`t.process_instance_id`) });

export const taskListRoutes: readonly Route[] = [
  reads(calls.startList, (_db, actor, query, app) => listPage(app, actor, FlowDefinition, query, { scope: startable })),
  reads(calls.claimList, taskList(claimOptions)),
  reads(calls.todoList, taskList(todoOptions, ownTodo)),
  reads(calls.doneList, taskList(doneOptions, ownDone)),
  reads(calls.sendList, sentPage),
  reads(calls.copyList, (_db, actor, query, app) => listPage(app, actor, FlowCopy, query, { scope: copyScope })),
  reads(calls.count, count),
  taskExporter(calls.exportClaimable, claimOptions),
  taskExporter(calls.exportTodo, todoOptions),
  taskExporter(calls.exportDone, doneOptions),
  followExporter(calls.exportSent, sentOptions.scope),
  exporter(FlowCopy, calls.exportCopies, { scope: copyScope }),
];
