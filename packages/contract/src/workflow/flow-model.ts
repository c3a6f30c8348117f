import { byId, call, crudCalls } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { flowCategory } from "../core/fields/codes.ts";
import { code, codeList, datetime, id, int, long, text } from "../core/fields/field.ts";
import { list, none, pageShape, queryShape, record, rowShape } from "../core/fields/shape.ts";
import { definitionState } from "./flow-codes.ts";
import { formFieldShape } from "./flow-form.ts";

/** A process as it is drawn: BPMN 2.0 that becomes a definition when it is deployed. */
export const FlowModel = entity(
  "FlowModel",
  "流程模型",
  "Process model",
  {
    modelKey: text(60, "模型标识", "Key", "computed", { always: true }),
    /** The same under the name that a process has in its XML. */
    key: text(60, "流程标识", "Key of the process", "computed", { derived: true }),
    name: text(100, "名称", "Name", "computed", { always: true }),
    category: code(flowCategory, "流程分类", "Category", "computed", { always: true }),
    xml: long("流程图XML", "BPMN 2.0", "computed", { always: true }),
    /** What was made of it last. */
    deploymentId: text(64, "部署ID", "Deployment", "computed"),
    lastUpdated: datetime("更新时间", "Last changed", "computed", { derived: true }),
    lastUpdateTime: datetime("最近更新", "Time of the last change", "computed", { derived: true }),
  },
  {
    idName: "modelId",
    title: "name",
    filters: ["id", "modelKey", "key", "name", "category"],
    sorts: ["modelKey", "name", "updateTime"],
    order: ["-updateTime"],
  },
);
export interface FlowModelRow extends Row<typeof FlowModel> {}

const path = "/api/blade-flow/model";
const resource = "flow_model";
const audience = ["bureau"] as const;
const crud = crudCalls(FlowModel, path, resource, audience);

/** The largest model, in characters. */
export const longestModel = 1_000_000;
const xml = { ...long("流程图XML", "BPMN 2.0", "required"), length: longestModel };

export const issueSeverity = codeList("FLOW_ISSUE", "问题程度", "Severity", {
  error: ["错误", "Error", "bad"],
  warning: ["提示", "Warning", "waiting"],
});

/** What is wrong in a model, with its place. */
export const modelIssueShape = record({
  severity: code(issueSeverity, "程度", "Severity", "required"),
  /** null where it concerns the whole file. */
  elementId: text(200, "节点", "Element"),
  elementName: text(200, "节点名称", "Name of the element"),
  elementType: text(60, "节点类型", "Kind of element"),
  zh: text(500, "问题", "Issue in Chinese", "required"),
  en: text(500, "英文问题", "Issue", "required"),
});

export type ModelIssue = NonNullable<(typeof modelIssueShape)["$value"]>;

/** A step that somebody does, with its form. */
const stepShape = record({
  activityId: text(200, "节点", "Element", "required"),
  activityName: text(200, "节点名称", "Name", "required"),
  activityType: text(60, "节点类型", "Kind", "required"),
  fields: list(formFieldShape, 200),
});

export const flowModelCalls = {
  /** With `id`, the one model together with its XML. */
  list: call({
    ...crud.list,
    input: queryShape(FlowModel),
    output: pageShape(rowShape(FlowModel)),
  }),
  detail: crud.detail,
  /** The designer's save. The key is the id of the process in the XML. Without `id` the model is a new one. */
  submit: call({
    name: "FlowModel.save",
    method: "POST",
    path: `${path}/submit`,
    zh: "保存流程模型",
    en: "Process model: save",
    access: [`${resource}_add`, `${resource}_edit`],
    audience,
    input: record({
      id: id("主键", "Id", "optional"),
      version: int("版本", "Version"),
      name: text(100, "名称", "Name", "required"),
      key: text(60, "流程标识", "Key", "required"),
      /** Left out, that of the model; of a new one «other». */
      category: code(flowCategory, "流程分类", "Category"),
      xml,
    }),
    output: none,
  }),
  remove: crud.remove,
  /** Makes the next version of the definition. `tenantIds` may name the own tenant only; empty is the own. */
  deploy: call({
    name: "FlowModel.deploy",
    method: "POST",
    path: `${path}/deploy`,
    zh: "部署流程模型",
    en: "Process model: deploy",
    access: `${resource}_deploy`,
    audience,
    style: "query",
    input: record({
      modelId: id("模型", "Model", "required"),
      category: code(flowCategory, "流程分类", "Category", "required"),
      tenantIds: text(2000, "租户", "Tenants"),
    }),
    output: none,
  }),
  /** Reads a model as it is being drawn and says what is wrong, without storing anything. */
  check: call({
    name: "FlowModel.check",
    method: "POST",
    path: `${path}/check`,
    zh: "检查流程图",
    en: "Process model: check",
    access: [`${resource}_add`, `${resource}_edit`],
    audience,
    writes: false,
    input: record({ xml }),
    output: record({
      /** Key and name of the process that it describes; null where it cannot be read. */
      key: text(200, "流程标识", "Key"),
      name: text(200, "名称", "Name"),
      issues: list(modelIssueShape, 1000),
      steps: list(stepShape, 1000),
    }),
  }),
  /** What was deployed under the key of a model, the newest first. */
  versions: call({
    name: "FlowModel.versions",
    method: "GET",
    path: `${path}/versions`,
    zh: "流程模型的已部署版本",
    en: "Process model: deployed versions",
    access: `${resource}_view`,
    audience,
    input: byId,
    output: list(
      record({
        processDefinitionId: id("流程定义", "Definition", "required"),
        version: int("版本", "Version", "required"),
        state: code(definitionState, "状态", "State", "required"),
        deployTime: datetime("部署时间", "Deployed", "required"),
        running: int("运行中的实例", "Running", "required"),
      }),
      1000,
    ),
  }),
  export: exportCall(FlowModel, path, resource, audience),
};
