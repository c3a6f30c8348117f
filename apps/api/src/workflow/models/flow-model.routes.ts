import type { InputOf } from "@jipei/contract/core/call.ts";
import type { ListQuery } from "@jipei/contract/core/fields/shape.ts";
import { FlowModel, type FlowModelRow, flowModelCalls as calls } from "@jipei/contract/workflow/flow-model.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../core/database/db.ts";
import { checkVersion, liveRow, lockRow } from "../../core/database/rows.ts";
import { derived, everything, nothing } from "../../core/database/sql.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import { crud } from "../../core/entity/crud.ts";
import { insertRow, updateRow } from "../../core/database/write-rows.ts";
import { exporter } from "../../core/excel/export.ts";
import { type Actor, assertPermission } from "../../core/foundation/actor.ts";
import { Refusal, invalidField } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { type Route, reads, writes } from "../../core/http/implement.ts";
import { listPage } from "../../core/list/list.ts";
import { formOf } from "../forms/form-fields.ts";
import { assertOwnTenant, deploy } from "./deploy.ts";
import { describeXml, readProcesses, withDiagram } from "./read-process.ts";

/** Models belong to the bureau that runs the installation, or the tenant. */
const scope = (actor: Actor) => (actor.audience === "bureau" ? everything : nothing);
const options = { entity: FlowModel, resource: "flow_model", scope, audited: true } as const;
const { detail, remove } = crud(options);

export const flowModelDerived = [
  derived(FlowModel, "key", "t.model_key", (value) => sql`t.model_key = ${value}`),
  derived(FlowModel, "lastUpdated", "t.update_time"),
  derived(FlowModel, "lastUpdateTime", "t.update_time"),
  // The first version of a model is the one that was saved first.
  derived(FlowModel, "version", "t.version + 1"),
];

/** The list; one model that was asked for by its id comes with its XML. */
async function list(_db: Db, actor: Actor, query: ListQuery, app: Services) {
  const page = await listPage(app, actor, FlowModel, query, options);
  const isOne = query.filters.some(({ field, operator }) => field === "id" && operator === "equal");
  const [row] = page.records;
  if (!isOne || !row) return page;
  return { ...page, records: [await detail(app.readDb, actor, { id: row.id }, app)] };
}

/** Saves a model as it was drawn. Its key is that of its process, and no other live model has it. @throws FLOW_INVALID, FIELD_INVALID, DUPLICATE, VERSION_CONFLICT */
async function submit(tx: Tx, actor: Actor, input: InputOf<typeof calls.submit>): Promise<void> {
  const { id, version, name, key: modelKey } = input;
  assertPermission(actor, id ? "flow_model_edit" : "flow_model_add");
  await assertKey(input.xml, modelKey);
  const xml = await withDiagram(input.xml);
  const old = id ? await lockRow(tx, FlowModel, scope, actor, id) : null;
  if (old && version != null) checkVersion(old, version - 1);
  const values = { modelKey, name, xml, category: input.category ?? old?.category ?? "9" } as const;
  const saved = old
    ? await updateRow(tx, actor, FlowModel, old.id, values)
    : await insertRow(tx, actor, FlowModel, values);
  await writeAudit(tx, actor, [
    {
      bizType: FlowModel.name,
      bizId: saved.id,
      action: old ? "edit" : "add",
      ...(old && { before: { name: old.name, modelKey: old.modelKey } }),
      after: { name, modelKey },
    },
  ]);
}

/** @throws FLOW_INVALID where the XML cannot be run, FIELD_INVALID where its process has another key */
async function assertKey(xml: string, key: string): Promise<void> {
  const keys = (await readProcesses(xml)).map((process) => process.key);
  if (keys.length === 1 && keys[0] === key) return;
  throw invalidField(
    "key",
    "流程标识",
    "Key",
    `与流程图中的流程标识（${keys.join("、")}）不一致`,
    `is not the id of the process in the XML (${keys.join(", ")})`,
  );
}

async function deployModel(tx: Tx, actor: Actor, { modelId, category, tenantIds }: InputOf<typeof calls.deploy>) {
  assertOwnTenant(actor, tenantIds);
  const { xml } = await lockRow(tx, FlowModel, scope, actor, modelId);
  const deploymentId = await deploy(tx, actor, category, [{ xml, processes: await readProcesses(xml) }]);
  await updateRow(tx, actor, FlowModel, modelId, { deploymentId, category });
}

/** What is wrong with a model as it is being drawn, and the steps that somebody does. */
async function check(_db: Db, _actor: Actor, { xml }: InputOf<typeof calls.check>) {
  const { models, issues } = await describeXml(xml);
  const [model] = models;
  const steps = [...(model?.elements.values() ?? [])].flatMap((element) =>
    element.type === "userTask" || element.type === "startEvent"
      ? [
          {
            activityId: element.id,
            activityName: element.name || element.id,
            activityType: element.type,
            fields: formOf(element),
          },
        ]
      : [],
  );
  return { key: model?.key ?? null, name: model?.name ?? null, issues: [...issues], steps };
}

async function versions(db: Db, _actor: Actor, { id }: { id: string }) {
  const model = await liveRow(db, FlowModel, id);
  if (!model) throw new Refusal("NOT_FOUND");
  const { rows } = await sql<{
    processDefinitionId: string;
    version: number;
    state: "active" | "suspended";
    deployTime: string;
    running: number;
  }>`
    select d.id as process_definition_id, d.definition_version as version, d.state, d.deploy_time,
      (select count(*)::int from flow_instance i where i.process_definition_id = d.id and i.status in ('running', 'suspended')) as running
    from flow_definition d where d.key = ${model.modelKey} and d.is_deleted = 0 order by d.definition_version desc limit 1000`.execute(
    db,
  );
  return rows;
}

export const flowModelRoutes: readonly Route[] = [
  { ...reads(calls.list, list), owner: options },
  reads(calls.detail, async (db, actor, input, app): Promise<FlowModelRow> => detail(db, actor, input, app)),
  writes(calls.submit, submit),
  writes(calls.remove, remove),
  writes(calls.deploy, deployModel),
  reads(calls.check, check),
  reads(calls.versions, versions),
  exporter(FlowModel, calls.export, { scope }),
];
