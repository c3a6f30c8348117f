import type { InputOf, OutputOf } from "@jipei/contract/core/call.ts";
import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import {
  FlowDefinition,
  type flowDefinitionCalls,
  type migrationObstacle,
} from "@jipei/contract/workflow/flow-definition.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../core/database/db.ts";
import { liveRow } from "../../core/database/rows.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { Refusal, invalidField } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { type Standing, migrate } from "../engine/interpreter/migrate.ts";
import { replaceSight } from "../forms/form-files.ts";
import { type InstanceRow, loadState, loadVariables } from "../instance/state/load-state.ts";
import { replaceListed } from "../listed/save-listed.ts";
import { writeDeed } from "../tasks/opinions.ts";
import { getProcess } from "./read-process.ts";

type Calls = typeof flowDefinitionCalls;
type Input = InputOf<Calls["migrate"]>;
type Preview = OutputOf<Calls["previewMigration"]>;

const obstacles: Readonly<Record<NonNullable<Standing["obstacle"]>, CodeOf<typeof migrationObstacle>>> = {
  missing: "missing",
  "missing flow": "missingFlow",
  "other type": "otherType",
  "other scope": "otherScope",
  "other instances": "otherInstances",
};

/** Where the running processes of a version stand, and what hinders them from going on in the other. @throws NOT_FOUND, FIELD_INVALID for another process */
export async function previewMigration(db: Db, _actor: Actor, input: Input, app: Services): Promise<Preview> {
  const { ids, steps } = await compare(db, input, app);
  return { running: ids.length, steps };
}

interface Comparison {
  /** The running processes. */
  ids: string[];
  steps: Preview["steps"];
  target: StoredRow<typeof FlowDefinition>;
}

async function compare(db: Db, input: Input, app: Services): Promise<Comparison> {
  const [source, target] = await getBoth(db, input);
  const [from, to] = [await getProcess(app, db, source.id), await getProcess(app, db, target.id)];
  const instances = await readRunning(db, source.id);
  const steps = new Map<string, Preview["steps"][number]>();
  for (const instance of instances) {
    const { standings } = migrate(from, to, await loadState(db, instance));
    for (const [activityId, one] of new Map(standings.map((standing) => [standing.element, standing]))) {
      const known = steps.get(activityId);
      const obstacle = one.obstacle === null ? (known?.obstacle ?? null) : obstacles[one.obstacle];
      steps.set(activityId, {
        activityId,
        activityName: one.name || activityId,
        running: (known?.running ?? 0) + 1,
        obstacle,
      });
    }
  }
  return { ids: instances.map(({ id }) => id), steps: [...steps.values()].slice(0, 1000), target };
}

/** Moves all running processes of a version to another one. Each is locked, by the first of those that call each other, so that none makes a step meanwhile. @throws as the preview, FLOW_FAILED with the first obstacle */
export async function migrateProcesses(tx: Tx, actor: Actor, input: Input, app: Services): Promise<{ moved: number }> {
  await sql`select from flow_instance where id in (
      select coalesce(root_id, id) from flow_instance where process_definition_id = ${input.processDefinitionId} and status in ('running', 'suspended'))
    order by id for update`.execute(tx);
  const { ids, steps, target } = await compare(tx, input, app);
  const hindered = steps.find(({ obstacle }) => obstacle !== null);
  if (hindered)
    throw new Refusal("FLOW_FAILED", {
      reason: {
        zh: `目标版本不能接续节点“${hindered.activityName}”`,
        en: `“${hindered.activityName}” has no counterpart in the other version`,
      },
    });
  await sql`update flow_task set process_definition_id = ${target.id}, process_definition_name = ${target.name}
    where process_instance_id = any(${ids}::bigint[]) and status <> '2'`.execute(tx);
  await sql`update flow_instance set process_definition_id = ${target.id}, process_definition_name = ${target.name},
      status = ${target.state === "active" ? "running" : "suspended"} where id = any(${ids}::bigint[])`.execute(tx);
  const model = await getProcess(app, tx, target.id);
  await replaceSight(tx, ids, model);
  for (const id of ids) {
    await replaceListed(tx, id, model, await loadVariables(tx, id));
    await writeDeed(tx, actor, { processInstanceId: id, action: "migrate" });
  }
  await writeAudit(tx, actor, [
    {
      bizType: FlowDefinition.name,
      bizId: input.processDefinitionId,
      action: "migrate",
      after: { processDefinitionId: target.id, running: ids.length },
    },
  ]);
  return { moved: ids.length };
}

async function readRunning(db: Db, processDefinitionId: string): Promise<InstanceRow[]> {
  const { rows } = await sql<InstanceRow>`
    select * from flow_instance where process_definition_id = ${processDefinitionId} and status in ('running', 'suspended') and is_deleted = 0
    order by id`.execute(db);
  return rows;
}

/** Both versions, which are of the same process. */
async function getBoth(db: Db, { processDefinitionId, targetDefinitionId }: Input) {
  const from = await liveRow(db, FlowDefinition, processDefinitionId);
  const to = await liveRow(db, FlowDefinition, targetDefinitionId);
  if (!from || !to) throw new Refusal("NOT_FOUND");
  if (from.key !== to.key || from.id === to.id)
    throw invalidField(
      "targetDefinitionId",
      "目标版本",
      "Version to move to",
      "须为同一流程的其他版本",
      "has to be another version of the same process",
    );
  return [from, to] as const;
}
