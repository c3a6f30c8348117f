import { FlowDefinition } from "@jipei/contract/workflow/flow-definition.ts";
import type { flowCategory } from "@jipei/contract/core/fields/codes.ts";
import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import { insertRow } from "../../core/database/write-rows.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { now } from "../../core/foundation/clock.ts";
import { invalidField } from "../../core/foundation/refusal.ts";
import type { ProcessModel } from "../engine/model.ts";
import { setListed } from "../listed/save-listed.ts";
import { setStartTimers } from "./start-timers.ts";
import { cut } from "../../core/foundation/texts/cut.ts";

export interface Deployed {
  xml: string;
  processes: readonly ProcessModel[];
}

/**
 * Makes the next version of each process, all under one deployment. Two deployments at once wait for each other, so that no version is given twice.
 * @returns number of the deployment
 */
export async function deploy(
  tx: Tx,
  actor: Actor,
  category: CodeOf<typeof flowCategory>,
  files: readonly Deployed[],
): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtextextended('flow_definition', 16))`.execute(tx);
  const { rows } = await sql<{ id: string }>`select nextval('flow_deployment')::text as id`.execute(tx);
  const deploymentId = rows[0]?.id ?? "";
  for (const { xml, processes } of files)
    for (const model of processes) {
      const { key, name, candidateStarterUsers, candidateStarterGroups } = model;
      const row = await insertRow(tx, actor, FlowDefinition, {
        deploymentId,
        key,
        name: cut(name || key, 100),
        category,
        definitionVersion: await getNextVersion(tx, key),
        state: "active",
        deployTime: now(),
        xml,
        starters: [...candidateStarterUsers.map((user) => `user:${user}`), ...candidateStarterGroups],
      });
      await setStartTimers(tx, row.id, model);
      await setListed(tx, model);
      await writeAudit(tx, actor, [{ bizType: FlowDefinition.name, bizId: row.id, action: "add", toStatus: "active" }]);
    }
  return deploymentId;
}

async function getNextVersion(tx: Tx, key: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(definition_version), 0) as last from flow_definition where key = ${key}`.execute(tx);
  return (rows[0]?.last ?? 0) + 1;
}

/** A definition belongs to the tenant in whose schema it lies: another one cannot be named. Nothing is the own one. @throws FIELD_INVALID */
export function assertOwnTenant(actor: Actor, tenantIds: string | null | undefined): void {
  const named = (tenantIds ?? "").split(",").map((one) => one.trim());
  if (named.some((one) => one !== "" && one !== actor.tenantOwner))
    throw invalidField("tenantIds", "租户", "Tenants", "只能部署到本租户", "only the own tenant can be named");
}
