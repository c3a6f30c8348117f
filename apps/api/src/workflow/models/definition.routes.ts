import type { InputOf } from "@jipei/contract/core/call.ts";
import {
  FlowDefinition,
  flowDefinitionCalls as calls,
  flowDefinitionMachine,
} from "@jipei/contract/workflow/flow-definition.ts";
import { FlowFollow } from "@jipei/contract/workflow/flow-follow.ts";
import { FlowTask } from "@jipei/contract/workflow/flow-task.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../core/database/db.ts";
import { type Scope, readRow, splitIds } from "../../core/database/rows.ts";
import { derived, everything } from "../../core/database/sql.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import { removeRows } from "../../core/database/write-rows.ts";
import { toResponse } from "../../core/entity/to-response.ts";
import { type Effect, lifecycle, transition } from "../../core/entity/transition.ts";
import { exporter } from "../../core/excel/export.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { moment } from "../../core/foundation/clock.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { type Route, raw, reads, writes } from "../../core/http/implement.ts";
import { readMultipart } from "../../core/http/multipart.ts";
import { listPage } from "../../core/list/list.ts";
import { startForm } from "../forms/start-form.ts";
import { readListed } from "../listed/listed.ts";
import { assertOwnTenant, deploy } from "./deploy.ts";
import { getProcess, readProcesses, withDiagram } from "./read-process.ts";
import { readBpmnFile } from "./bpmn-file.ts";

/** Definitions are no secret: who may start one, and who has a task in one, sees how it goes on. */
const scope: Scope = () => everything;
const options = { entity: FlowDefinition, resource: "flow_definition", scope } as const;

const route = (entity: typeof FlowDefinition | typeof FlowFollow | typeof FlowTask, key: string) => [
  derived(entity, "routeKey", key),
  derived(entity, "routeValue", `'/work/process/' || ${key}`),
];

export const routeDerived = [
  ...route(FlowDefinition, "t.key"),
  ...route(FlowFollow, "t.process_definition_key"),
  ...route(FlowTask, "t.process_definition_key"),
  derived(FlowDefinition, "version", "t.definition_version"),
];

/** Its running processes follow: one statement, however many there are. What each was before, the history of the definition tells. */
const follow =
  (from: "running" | "suspended", to: "running" | "suspended"): Effect<typeof FlowDefinition> =>
  async (tx, _actor, { id }) =>
    void (await tx
      .updateTable("flowInstance")
      .set({ status: to, updateTime: moment() })
      .where("processDefinitionId", "=", id)
      .where("status", "=", from)
      .execute());

const definitionLifecycle = lifecycle({
  machine: flowDefinitionMachine,
  entity: FlowDefinition,
  scope,
  moves: {
    suspend: { effects: [follow("running", "suspended")] },
    activate: { effects: [follow("suspended", "running")] },
  },
});

/** 18.2-3. @throws STATE_ILLEGAL where it has that state already */
async function changeState(
  tx: Tx,
  actor: Actor,
  { processId, state }: InputOf<typeof calls.changeState>,
  app: Services,
): Promise<void> {
  const move = state === "suspended" ? "suspend" : "activate";
  await transition(tx, actor, definitionLifecycle, move, [processId], {}, app);
}

/** 18.2-2: all files, or none. @throws FLOW_INVALID with the name of the file, FILE_FORMAT, FILE_TOO_LARGE */
const deployUpload = raw(calls.deployUpload, async (request, _reply, actor, _input, app) => {
  const { input, files } = await readMultipart(request, calls.deployUpload, readBpmnFile);
  assertOwnTenant(actor, input.tenantIds);
  if (files.length === 0) throw new Refusal("FILE_FORMAT", { types: "bpmn20.xml, bpmn" });
  const read = await Promise.all(
    files.map(async ({ name, xml }) => ({ xml: await withDiagram(xml), processes: await readProcesses(xml, name) })),
  );
  await app.db.transaction().execute((tx) => deploy(tx, actor, input.category, read));
  return null;
});

/** 18.2-4: takes definitions away. What ran under them stays readable. @throws NOT_FOUND, FLOW_RUNNING */
async function deleteDeployment(
  tx: Tx,
  actor: Actor,
  { deploymentIds }: InputOf<typeof calls.deleteDeployment>,
): Promise<void> {
  const wanted = splitIds(deploymentIds);
  const { rows } = await sql<{ id: string; deploymentId: string }>`
    select id, deployment_id from flow_definition where deployment_id = any(${wanted}) and is_deleted = 0 order by id for update`.execute(
    tx,
  );
  if (new Set(rows.map(({ deploymentId }) => deploymentId)).size < wanted.length) throw new Refusal("NOT_FOUND");
  const ids = rows.map(({ id }) => id);
  const running = await sql`
    select from flow_instance where process_definition_id = any(${ids}::bigint[]) and status in ('running', 'suspended') limit 1`.execute(
    tx,
  );
  if (running.rows.length > 0) throw new Refusal("FLOW_RUNNING");
  await sql`delete from flow_start_timer where definition_id = any(${ids}::bigint[])`.execute(tx);
  await removeRows(tx, actor, FlowDefinition, ids);
  await writeAudit(
    tx,
    actor,
    ids.map((bizId) => ({ bizType: FlowDefinition.name, bizId, action: "remove" })),
  );
}

/** A definition with the form that its start asks for. */
async function detail(db: Db, actor: Actor, input: InputOf<typeof calls.detail>, app: Services) {
  const row = await readRow(db, FlowDefinition, scope, actor, input.processDefinitionId);
  const fields = startForm(await getProcess(app, db, row.id));
  return { ...toResponse(FlowDefinition, actor, app.cipher, row, "detail"), fields };
}

export const definitionRoutes: readonly Route[] = [
  {
    ...reads(calls.list, (_db, actor, query, app) => listPage(app, actor, FlowDefinition, query, options)),
    owner: options,
  },
  reads(calls.detail, detail),
  reads(calls.listed, readListed),
  writes(calls.changeState, changeState),
  deployUpload,
  writes(calls.deleteDeployment, deleteDeployment),
  exporter(FlowDefinition, calls.export, { scope }),
];
