import { isDeepStrictEqual } from "node:util";
import type { Tx } from "../../../core/database/db.ts";
import type { InstanceState, Variables } from "../../engine/state.ts";
import { cut } from "../../../core/foundation/texts/cut.ts";

/** One thing of an instance, named by its key. */
interface Keyed {
  readonly key: string;
}

/** Writes what differs between two states of a process, but for its tasks and its own row. */
export async function saveState(
  tx: Tx,
  instanceId: string,
  before: InstanceState | null,
  after: InstanceState,
): Promise<void> {
  await saveVariables(tx, instanceId, before?.variables ?? {}, after.variables);
  await saveExecutions(tx, instanceId, findChanges(before?.executions ?? [], after.executions));
  await saveTimers(tx, instanceId, findChanges(before?.timers ?? [], after.timers));
  await saveWaits(tx, instanceId, findChanges(before?.waits ?? [], after.waits));
  await saveActivities(tx, instanceId, findChanges(before?.activities ?? [], after.activities));
}

export interface Changes<K> {
  /** New, or otherwise than before. */
  changed: readonly K[];
  /** Keys of those that are no more. */
  gone: readonly string[];
}

/** What differs between two lists of things with keys. */
export function findChanges<K extends Keyed>(before: readonly K[], after: readonly K[]): Changes<K> {
  const known = new Map(before.map((one) => [one.key, one]));
  const kept = new Set(after.map(({ key }) => key));
  return {
    changed: after.filter((one) => !isDeepStrictEqual(known.get(one.key), one)),
    gone: before.flatMap(({ key }) => (kept.has(key) ? [] : [key])),
  };
}

async function saveVariables(tx: Tx, instanceId: string, before: Variables, after: Variables): Promise<void> {
  const toRows = (variables: Variables) => Object.entries(variables).map(([key, value]) => ({ key, value }));
  const { changed, gone } = findChanges(toRows(before), toRows(after));
  if (gone.length > 0)
    await tx.deleteFrom("flowVariable").where("instanceId", "=", instanceId).where("name", "in", gone).execute();
  if (changed.length > 0)
    await tx
      .insertInto("flowVariable")
      .values(changed.map(({ key, value }) => ({ instanceId, name: key, value: JSON.stringify(value) })))
      .onConflict((conflict) =>
        conflict.columns(["instanceId", "name"]).doUpdateSet((row) => ({ value: row.ref("excluded.value") })),
      )
      .execute();
}

async function saveExecutions(
  tx: Tx,
  instanceId: string,
  { changed, gone }: Changes<InstanceState["executions"][number]>,
): Promise<void> {
  if (gone.length > 0)
    await tx.deleteFrom("flowExecution").where("instanceId", "=", instanceId).where("key", "in", gone).execute();
  if (changed.length > 0)
    await tx
      .insertInto("flowExecution")
      .values(
        changed.map((one) => ({
          ...one,
          instanceId,
          variables: JSON.stringify(one.variables),
          items: one.items === null ? null : JSON.stringify(one.items),
          returnTo: JSON.stringify(one.returnTo),
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(["instanceId", "key"]).doUpdateSet((row) => ({
          parent: row.ref("excluded.parent"),
          element: row.ref("excluded.element"),
          kind: row.ref("excluded.kind"),
          variables: row.ref("excluded.variables"),
          arrivedBy: row.ref("excluded.arrivedBy"),
          items: row.ref("excluded.items"),
          returnTo: row.ref("excluded.returnTo"),
        })),
      )
      .execute();
}

async function saveTimers(
  tx: Tx,
  instanceId: string,
  { changed, gone }: Changes<InstanceState["timers"][number]>,
): Promise<void> {
  if (gone.length > 0)
    await tx.deleteFrom("flowTimer").where("instanceId", "=", instanceId).where("key", "in", gone).execute();
  if (changed.length > 0)
    await tx
      .insertInto("flowTimer")
      .values(changed.map((one) => ({ ...one, instanceId, due: one.due.toISOString() })))
      .onConflict((conflict) =>
        conflict.columns(["instanceId", "key"]).doUpdateSet((row) => ({
          execution: row.ref("excluded.execution"),
          element: row.ref("excluded.element"),
          due: row.ref("excluded.due"),
          repeats: row.ref("excluded.repeats"),
          cycle: row.ref("excluded.cycle"),
        })),
      )
      .execute();
}

async function saveWaits(
  tx: Tx,
  instanceId: string,
  { changed, gone }: Changes<InstanceState["waits"][number]>,
): Promise<void> {
  if (gone.length > 0)
    await tx.deleteFrom("flowWait").where("instanceId", "=", instanceId).where("key", "in", gone).execute();
  if (changed.length > 0)
    await tx
      .insertInto("flowWait")
      .values(changed.map((one) => ({ ...one, instanceId })))
      .onConflict((conflict) =>
        conflict.columns(["instanceId", "key"]).doUpdateSet((row) => ({
          execution: row.ref("excluded.execution"),
          element: row.ref("excluded.element"),
          kind: row.ref("excluded.kind"),
          name: row.ref("excluded.name"),
        })),
      )
      .execute();
}

/** The database takes new lines, and of those that are open their end and where they stand: nothing else. */
async function saveActivities(
  tx: Tx,
  instanceId: string,
  { changed }: Changes<InstanceState["activities"][number]>,
): Promise<void> {
  if (changed.length === 0) return;
  await tx
    .insertInto("flowActivity")
    .values(
      changed.map(({ key, execution, element, name, type, task, start, end, outcome }) => ({
        instanceId,
        key,
        execution,
        element,
        name: cut(name, 200),
        type,
        taskKey: task,
        startTime: start.toISOString(),
        endTime: end?.toISOString() ?? null,
        outcome,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["instanceId", "key"]).doUpdateSet((row) => ({
        execution: row.ref("excluded.execution"),
        endTime: row.ref("excluded.endTime"),
        outcome: row.ref("excluded.outcome"),
      })),
    )
    .execute();
}
