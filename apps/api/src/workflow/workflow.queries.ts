import type { flowCategory } from "@jipei/contract/core/fields/codes.ts";
import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import { FlowModel } from "@jipei/contract/workflow/flow-model.ts";
import type { Tx } from "../core/database/db.ts";
import { insertRow } from "../core/entity/crud.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { deploy } from "./models/deploy.ts";
import { readProcesses } from "./models/read-process.ts";

/** A model that comes with the product, drawn and deployed. @throws FLOW_INVALID */
export async function deploySample(
  tx: Tx,
  actor: Actor,
  { key, name, category, xml }: { key: string; name: string; category: CodeOf<typeof flowCategory>; xml: string },
): Promise<void> {
  const deploymentId = await deploy(tx, actor, category, [{ xml, processes: await readProcesses(xml) }]);
  await insertRow(tx, actor, FlowModel, { modelKey: key, name, category, xml, deploymentId });
}
