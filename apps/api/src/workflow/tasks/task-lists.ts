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
import { formConditions, formValues } from "../listed/listed.ts";
import { candidateNames, claimable, done, taskScope, todo } from "./task.scope.ts";

/** The decision as true or false, beside its code. */
const decision = sql<{ pass: boolean | null }>`(t.passed = '1') as "pass"`;
/** The tasks that are open in a process (alias `t`). */
export const openTasks = sql<{ currentTasks: OutputOf<typeof calls.sendList>["records"][number]["currentTasks"] }>`
  coalesce((select jsonb_agg(jsonb_build_object('taskId', f.id::text, 'taskName', f.task_name,
      'assigneeName', (select a.real_name from account a where a.id = f.assignee)) order by f.id)
    from (select * from flow_task where process_instance_id = t.id and status <> '2' and is_deleted = 0 order by id limit 200) f), '[]'::jsonb) as "currentTasks"`;

export const ofProcess = formConditions(sql`t.id`);
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

const taskList = (options: ListOptions<OfTask>) => (_db: Db, actor: Actor, query: ListQuery, app: Services) =>
  listPage(app, actor, FlowTask, query, options);

/** The newest active version of each process that an actor may start: a model may say who may. */
export const startable: Scope = (actor): Condition => sql`t.state = 'active'
  and (t.starters = '{}' or t.starters && ${candidateNames(actor)}::text[])
  and not exists (select from flow_definition l where l.key = t.key and l.definition_version > t.definition_version and l.state = 'active' and l.is_deleted = 0)`;

/** Copies that were sent to an actor. */
export const copyScope: Scope = ({ userId }) => sql`t.user_id = ${userId}`;

async function count(db: Db, actor: Actor): Promise<OutputOf<typeof calls.count>> {
  const { rows } = await sql<OutputOf<typeof calls.count>>`
    select (select count(*)::int from flow_task t where t.is_deleted = 0 and ${todo(actor)}) as todo,
      (select count(*)::int from flow_task t where t.is_deleted = 0 and ${todo(actor)} and t.due_time < now()) as overdue,
      (select count(*)::int from (select from flow_task t where t.is_deleted = 0 and ${claimable(actor)} limit ${mostCounted}) c) as claimable,
      (select count(*)::int from flow_copy t where t.is_deleted = 0 and ${copyScope(actor)} and t.read_time is null) as copied`.execute(
    db,
  );
  return rows[0] ?? { todo: 0, claimable: 0, overdue: 0, copied: 0 };
}
/** Nobody reads a larger number, and counting it takes long. */
const mostCounted = 1000;

const sentPage = (_db: Db, actor: Actor, query: ListQuery, app: Services): Promise<Page<FollowRow>> =>
  listPage<typeof FlowFollow, OfProcess>(app, actor, FlowFollow, query, sentOptions);

export const taskListRoutes: readonly Route[] = [
  reads(calls.startList, (_db, actor, query, app) => listPage(app, actor, FlowDefinition, query, { scope: startable })),
  reads(calls.claimList, taskList(claimOptions)),
  reads(calls.todoList, taskList(todoOptions)),
  reads(calls.doneList, taskList(doneOptions)),
  reads(calls.sendList, sentPage),
  reads(calls.copyList, (_db, actor, query, app) => listPage(app, actor, FlowCopy, query, { scope: copyScope })),
  reads(calls.count, count),
  exporter(FlowTask, calls.exportTasks, { scope: taskScope, whereOf: ofTask }),
  exporter(FlowFollow, calls.exportSent, { scope: sentOptions.scope, whereOf: ofProcess }),
  exporter(FlowCopy, calls.exportCopies, { scope: copyScope }),
];
