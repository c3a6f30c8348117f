import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import { lastDecision } from "@jipei/contract/workflow/expression/names.ts";
import type { flowEnding } from "@jipei/contract/workflow/flow-codes.ts";
import type { FlowDefinition } from "@jipei/contract/workflow/flow-definition.ts";
import { FlowFollow } from "@jipei/contract/workflow/flow-follow.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import { liveRow } from "../../core/database/rows.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { insertRow } from "../../core/database/write-rows.ts";
import { transition } from "../../core/entity/transition.ts";
import { type Actor, system } from "../../core/foundation/actor.ts";
import { moment, now } from "../../core/foundation/clock.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import type { Ending, Host } from "../engine/host.ts";
import { childEnded } from "../engine/interpreter/deliver.ts";
import { start } from "../engine/interpreter/start.ts";
import { terminate } from "../engine/interpreter/terminate.ts";
import type { ProcessModel } from "../engine/model.ts";
import type { InstanceState, Variables } from "../engine/state.ts";
import { WorkflowError } from "../engine/workflow-error.ts";
import { computeValues } from "../forms/compute-values.ts";
import { saveListed } from "../listed/save-listed.ts";
import { getProcess } from "../models/read-process.ts";
import { createHost } from "./host.ts";
import { instanceLifecycle } from "./instance.lifecycle.ts";
import { saveTasks } from "./save-tasks.ts";
import { isStartersStep } from "./starter-step.ts";
import { type InstanceRow, loadState, loadVariables } from "./state/load-state.ts";
import { saveState } from "./state/save-state.ts";
import { tellTasks } from "./tell.ts";
import { cut } from "../../core/foundation/texts/cut.ts";

/** Who makes a step, and within what. */
export interface Stepping {
  tx: Tx;
  actor: Actor;
  app: Services;
  /** Elements that the step has entered so far, where it is part of another process’s. */
  entered?: { count: number };
}

/** What a step does to the state of a process. */
type Act = (model: ProcessModel, state: InstanceState, host: Host) => Promise<InstanceState>;

/**
 * Locks a process for the rest of the transaction, so that its steps follow one another. Processes that call each other are locked by the
 * first of them, and cannot wait for each other in a circle. @throws NOT_FOUND
 */
export async function lockInstance(tx: Tx, id: string): Promise<InstanceRow> {
  await sql`select from flow_instance where id = (select coalesce(root_id, id) from flow_instance where id = ${id}) for update`.execute(
    tx,
  );
  const row = await liveRow(tx, FlowFollow, id);
  if (!row) throw new Refusal("NOT_FOUND");
  return row;
}

/** The process goes on, is at its end, or waits while its definition is suspended. @throws FLOW_SUSPENDED, STATE_ILLEGAL */
export function assertRunning({ status }: InstanceRow): void {
  if (status === "suspended") throw new Refusal("FLOW_SUSPENDED");
  if (status !== "running")
    throw new Refusal("STATE_ILLEGAL", {
      status: { zh: "流程已结束", en: "Ended" },
      action: { zh: "办理", en: "act on it" },
    });
}

/** What is started, by whom and about what. */
export interface Beginning {
  definition: StoredRow<typeof FlowDefinition>;
  title: string;
  variables: Variables;
  business?: { type: string; id: string };
  /** The start event; that without a trigger where none is named. */
  startElement?: string;
  parent?: InstanceRow;
}

/** Starts a process, whoever starts it: the formulas of its form are computed first. @returns its row after the first step; it may have ended. @throws FLOW_SUSPENDED, FLOW_FAILED */
export async function startInstance(on: Stepping, beginning: Beginning): Promise<InstanceRow> {
  const { definition, title, variables, business, parent } = beginning;
  if (definition.state === "suspended") throw new Refusal("FLOW_SUSPENDED");
  const row = await insertRow(on.tx, on.actor, FlowFollow, {
    processDefinitionId: definition.id,
    processDefinitionKey: definition.key,
    processDefinitionName: definition.name,
    category: definition.category,
    businessType: business?.type ?? parent?.businessType ?? null,
    businessId: business?.id ?? parent?.businessId ?? null,
    title: cut(title, 200),
    startUser: parent?.startUser ?? on.actor.userId,
    startTime: now(),
    status: "running",
    rootId: parent ? (parent.rootId ?? parent.id) : null,
    parentId: parent?.id ?? null,
    nextKey: 0,
  });
  const model = await getProcess(on.app, on.tx, definition.id);
  const starter = row.startUser === system.userId ? null : row.startUser;
  const computed = { ...variables, ...computeValues(model, variables) };
  const state = await reasoned(() =>
    start(model, { starter, variables: computed, startElement: beginning.startElement }, hostOf(on, row)),
  );
  await store(on, row, model, null, state, null);
  const after = { ...row, nextKey: state.next };
  return state.status === "running" ? after : ((await liveRow(on.tx, FlowFollow, row.id)) ?? after);
}

/**
 * One step of a locked process.
 * @param completed key of the task that the step completes
 * @throws FLOW_FAILED where the process cannot go on: nothing has happened then
 */
export async function advance(
  on: Stepping,
  instance: InstanceRow,
  act: Act,
  completed: string | null = null,
): Promise<void> {
  const model = await getProcess(on.app, on.tx, instance.processDefinitionId);
  const before = await loadState(on.tx, instance, completed);
  const after = await reasoned(() => act(model, before, hostOf(on, instance)));
  await store(on, instance, model, before, after, completed);
}

/** Ends a process before its end: everything that is open in it and in those that it called is cancelled. */
export async function cutShort(
  on: Stepping,
  instance: InstanceRow,
  move: "withdraw" | "terminate" | "delete" | "cancel",
  reason: string | null,
): Promise<void> {
  const model = await getProcess(on.app, on.tx, instance.processDefinitionId);
  const before = await loadState(on.tx, instance);
  const host = hostOf(on, instance);
  for (const { kind, name } of before.waits) if (kind === "call") await host.cancelChild(name);
  const after = terminate(before, host.now);
  await write(on, instance, model, before, after, null);
  await transition(on.tx, on.actor, instanceLifecycle, move, [instance.id], { reason }, on.app);
  // A process that cancels one which it called knows of that, and has yet to store its own step.
  if (move !== "cancel") await tellParent(on, instance);
}

async function store(
  on: Stepping,
  instance: InstanceRow,
  model: ProcessModel,
  before: InstanceState | null,
  after: InstanceState,
  completed: string | null,
): Promise<void> {
  await write(on, instance, model, before, after, completed);
  if (after.status === "running") return;
  const ending = await findEnding(on.tx, instance.id, model, after);
  await transition(on.tx, system, instanceLifecycle, "finish", [instance.id], { ending }, on.app);
  await tellParent(on, instance);
}

/** How a process has ended by itself. Where somebody was asked it is passed by a decision alone; where nobody was, there is nothing to decide. */
async function findEnding(
  tx: Tx,
  id: string,
  model: ProcessModel,
  { error, variables, activities }: InstanceState,
): Promise<CodeOf<typeof flowEnding>> {
  if (error !== null) return "failed";
  const { [lastDecision]: decision } = variables;
  if (decision === true) return "passed";
  if (decision === false) return "refused";
  const isAsked = activities.some(({ type, element }) => type === "userTask" && !isStartersStep(model, element));
  return decision === null || isAsked || (await isAskedInCalls(tx, id)) ? "undecided" : "passed";
}

/** Whether somebody other than the starter had a task in a process that this one called. */
async function isAskedInCalls(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    with recursive called (id) as (
      select id from flow_instance where parent_id = ${id}
      union all
      select i.id from called c join flow_instance i on i.parent_id = c.id)
    select from called c join flow_task f on f.process_instance_id = c.id where not f.is_starters limit 1`.execute(tx);
  return rows.length > 0;
}

async function write(
  { tx, actor }: Stepping,
  instance: InstanceRow,
  model: ProcessModel,
  before: InstanceState | null,
  after: InstanceState,
  completed: string | null,
): Promise<void> {
  await saveState(tx, instance.id, before, after);
  await saveListed(tx, instance.id, model, before?.variables ?? {}, after.variables);
  await tx
    .updateTable("flowInstance")
    .set({ nextKey: after.next, error: after.error?.slice(0, 200) ?? null, updateTime: moment() })
    .where("id", "=", instance.id)
    .execute();
  await tellTasks(tx, actor, await saveTasks(tx, actor, { instance, model, completed }, before?.tasks ?? [], after));
}

/** The process that called this one goes on. While it is suspended, what came is noted, and brought once it goes on. */
async function tellParent(on: Stepping, { id, parentId }: InstanceRow): Promise<void> {
  const parent = parentId === null ? null : await liveRow(on.tx, FlowFollow, parentId);
  if (!parent || !(await waitsFor(on.tx, parent.id, id))) return;
  if (parent.status === "running") return bringEnd(on, parent, id);
  await sql`update flow_wait set arrivals = 1 where instance_id = ${parent.id} and kind = 'call' and name = ${id}`.execute(
    on.tx,
  );
}

/** Tells a process how one has ended that it called. */
export async function bringEnd(on: Stepping, parent: InstanceRow, childId: string): Promise<void> {
  const child = await liveRow(on.tx, FlowFollow, childId);
  if (!child) throw new Refusal("NOT_FOUND");
  const ending = await readEnding(on.tx, child);
  await advance(on, parent, (model, state, host) => childEnded(model, state, childId, ending, host));
}

/** How a process has ended, for the one that called it. */
async function readEnding(tx: Tx, { id, status, error, ending }: InstanceRow): Promise<Ending> {
  const variables = await loadVariables(tx, id);
  const { [lastDecision]: decided } = variables;
  const decision = typeof decided === "boolean" ? decided : undefined;
  return {
    variables,
    error: status === "deleted" ? "cancelled" : error,
    decision: ending === "undecided" ? null : decision,
  };
}

/** While a process is being started, the one that calls it does not wait yet: it hears of the end at once. */
async function waitsFor(tx: Tx, parentId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from flow_wait where instance_id = ${parentId} and kind = 'call' and name = ${id}`.execute(tx);
  return rows.length > 0;
}

/** What a process finds around it. Those that it calls belong to who made this step. */
function hostOf(on: Stepping, instance: InstanceRow): Host {
  const entered = on.entered ?? { count: 0 };
  return createHost({
    ...on,
    entered,
    title: instance.title,
    instanceId: instance.id,
    async startChild(processKey, variables) {
      await assertNotTooDeep(on.tx, instance.id);
      const definition = await findLatest(on.tx, processKey);
      const beginning = { definition, title: instance.title, variables, parent: instance };
      const child = await startInstance({ ...on, entered }, beginning);
      return { id: child.id, ended: child.status === "running" ? null : await readEnding(on.tx, child) };
    },
    async cancelChild(id) {
      const child = await liveRow(on.tx, FlowFollow, id);
      if (child?.status !== "running" && child?.status !== "suspended") return;
      await cutShort({ ...on, actor: system }, child, "cancel", null);
    },
  });
}

/** More levels than that no office has: a process that calls itself ends nowhere else. */
const deepest = 20;

/** @throws WorkflowError where a process was called over so many levels already */
async function assertNotTooDeep(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql<{ level: number }>`
    with recursive caller (id, level) as (
      select ${id}::bigint, 0
      union all
      select i.parent_id, c.level + 1 from caller c join flow_instance i on i.id = c.id where i.parent_id is not null and c.level < ${deepest})
    select max(level) as level from caller`.execute(tx);
  if ((rows[0]?.level ?? 0) >= deepest) throw new WorkflowError("TOO_DEEP", { limit: deepest });
}

/** The newest version of a process that may be started. @throws FLOW_FAILED where there is none, FLOW_SUSPENDED */
export async function findLatest(tx: Tx, key: string): Promise<StoredRow<typeof FlowDefinition>> {
  const { rows } = await sql<StoredRow<typeof FlowDefinition>>`
    select * from flow_definition where key = ${key} and is_deleted = 0 order by state = 'active' desc, definition_version desc limit 1`.execute(
    tx,
  );
  const [latest] = rows;
  if (!latest)
    throw new Refusal("FLOW_FAILED", { reason: { zh: `没有流程“${key}”`, en: `there is no process “${key}”` } });
  return latest;
}

/** Turns what the engine refuses into a refusal of the call. */
async function reasoned<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof WorkflowError)) throw error;
    throw new Refusal("FLOW_FAILED", { reason: { zh: error.zh, en: error.en } });
  }
}
