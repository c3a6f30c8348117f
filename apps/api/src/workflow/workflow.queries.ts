import type { flowCategory } from "@jipei/contract/core/fields/codes.ts";
import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import { FlowTask } from "@jipei/contract/workflow/flow-task.ts";
import { sql } from "kysely";
import { FlowModel } from "@jipei/contract/workflow/flow-model.ts";
import type { Tx } from "../core/database/db.ts";
import { insertRow } from "../core/database/write-rows.ts";
import { liveRows } from "../core/access/data-scope.ts";
import type { Actor } from "../core/foundation/actor.ts";
import type { HomeRows } from "../core/foundation/home-rows.ts";
import { deploy } from "./models/deploy.ts";
import { readProcesses } from "./models/read-process.ts";
import { claimable, todo } from "./tasks/task.scope.ts";

/** A model that comes with the product, drawn and deployed. @throws FLOW_INVALID */
export async function deploySample(
  tx: Tx,
  actor: Actor,
  { key, name, category, xml }: { key: string; name: string; category: CodeOf<typeof flowCategory>; xml: string },
): Promise<void> {
  const deploymentId = await deploy(tx, actor, category, [{ xml, processes: await readProcesses(xml) }]);
  await insertRow(tx, actor, FlowModel, { modelKey: key, name, category, xml, deploymentId });
}

/** Tasks that an actor has to do, or could claim; the lists behind them have the same rows. */
export const tasksWaiting = {
  todo: (actor) =>
    sql`select t.create_time as since from flow_task t where ${liveRows(FlowTask, actor)} and ${todo(actor)}`,
  claimable: (actor) =>
    sql`select t.create_time as since from flow_task t where ${liveRows(FlowTask, actor)} and ${claimable(actor)}`,
} satisfies Record<string, HomeRows>;
