import type { ModelIssue } from "@jipei/contract/workflow/flow-model.ts";
import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import { Kept } from "../../core/database/kept.ts";
import type { Services } from "../../core/foundation/services.ts";
import { withLayout } from "../engine/layout.ts";
import type { ProcessModel } from "../engine/model.ts";
import { readModel } from "../engine/read-model.ts";
import { listedFields } from "../forms/form-fields.ts";
import { startForm } from "../forms/start-form.ts";
import { productActions } from "./product-actions.ts";

/** What a BPMN file describes, and what is wrong with it. */
export interface Described {
  models: readonly ProcessModel[];
  issues: readonly ModelIssue[];
}

/** Reads a BPMN file without storing anything. */
export async function describeXml(xml: string): Promise<Described> {
  const { models, issues } = await readModel(xml, productActions);
  return {
    models,
    issues: [
      ...issues.map(({ severity, element, name, type, reason }) => ({
        severity,
        elementId: element,
        elementName: name || null,
        elementType: type || null,
        ...reason,
      })),
      ...models.flatMap(findUnseen),
    ],
  };
}

/** Who starts a process reads it in lists, and so sees there what the form of the start does not show. */
function findUnseen(model: ProcessModel): ModelIssue[] {
  const isStarted = [...model.elements.values()].some(
    (element) => element.type === "startEvent" && element.scope === model.key && element.trigger.kind === "none",
  );
  if (!isStarted) return [];
  const seen = new Set(startForm(model).flatMap(({ name, right }) => (right === "hidden" ? [] : [name])));
  return listedFields(model)
    .filter(({ name }) => !seen.has(name))
    .map(({ label }) => ({
      severity: "error",
      elementId: model.key,
      elementName: model.name || null,
      elementType: "process",
      zh: `字段“${label}”不能在列表中显示：发起人看不到它`,
      en: `Lists cannot show field “${label}”: who starts the process does not see it`,
    }));
}

/** The processes of a BPMN file that can be run. @param place the name of a file, where it is one. @throws FLOW_INVALID with name and place of each error */
export async function readProcesses(xml: string, place = ""): Promise<readonly ProcessModel[]> {
  const { models, issues } = await describeXml(xml);
  const errors = issues.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return models;
  const texts = errors.map((one) => ({ ...one, ...placed(one, place) }));
  throw new Refusal(
    "FLOW_INVALID",
    { reason: { zh: texts.map(({ zh }) => zh).join("；"), en: texts.map(({ en }) => en).join("; ") } },
    texts.map(({ elementId, zh, en }) => ({
      errorCode: "FLOW_INVALID",
      id: null,
      field: elementId ?? "xml",
      msg: zh,
      msgEn: en,
    })),
  );
}

/** An issue with what it is about. */
function placed({ elementId, elementName, zh, en }: ModelIssue, file: string): { zh: string; en: string } {
  const element = elementId && `“${elementName ?? elementId}”（${elementId}）`;
  const where = [file, element].filter(Boolean);
  return where.length === 0
    ? { zh, en }
    : {
        zh: `${where.join(" ")}：${zh}`,
        en: `${[file, elementId && `“${elementName ?? elementId}” (${elementId})`].filter(Boolean).join(" ")}: ${en}`,
      };
}

/** The same with a diagram, so that it can be looked at; as it is where it has one, or cannot be drawn. */
export const withDiagram = async (xml: string): Promise<string> => (await withLayout(xml)) ?? xml;

/** As many processes as an office has. */
const kept = new Kept<ProcessModel>(200);

/** The process of a definition. What was deployed never changes, so that it is read once by each node. */
export async function getProcess(app: Services, db: Db, definitionId: string): Promise<ProcessModel> {
  const known = kept.get(app.pool, definitionId);
  if (known) return known;
  const { rows } = await sql<{ key: string; xml: string }>`
    select key, xml from flow_definition where id = ${definitionId}`.execute(db);
  const [definition] = rows;
  if (!definition) throw new Refusal("NOT_FOUND");
  const found = (await readProcesses(definition.xml)).find(({ key }) => key === definition.key);
  if (!found) throw new Error(`definition ${definitionId} has no process ${definition.key}`);
  kept.set(app.pool, definitionId, found);
  return found;
}
