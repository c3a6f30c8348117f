import { call } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { flowCategory } from "../core/fields/codes.ts";
import { code, codeList, datetime, id, int, long, ref, text } from "../core/fields/field.ts";
import { list, none, pageShape, queryShape, record, rowShape } from "../core/fields/shape.ts";
import { machine } from "../core/machine.ts";
import { definitionState } from "./flow-codes.ts";
import { formFieldShape, listedFieldShape, mostListed } from "./flow-form.ts";
import { routeFields } from "./flow-route.ts";

/** A deployed process. What was deployed is never changed: a later deployment is the next version under the same key. */
export const FlowDefinition = entity(
  "FlowDefinition",
  "流程定义",
  "Process definition",
  {
    deploymentId: text(64, "部署ID", "Deployment", "computed", { always: true, exact: true }),
    key: text(60, "流程标识", "Key", "computed", { always: true }),
    name: text(100, "名称", "Name", "computed", { always: true }),
    category: code(flowCategory, "流程分类", "Category", "computed", { always: true }),
    /** Shown as `version`. */
    definitionVersion: int("版本号", "Version of the process", "computed", { always: true, name: true }),
    state: code(definitionState, "状态", "State", "computed", { always: true }),
    deployTime: datetime("部署时间", "Deployed", "computed", { always: true }),
    xml: long("流程图XML", "BPMN 2.0", "computed", { always: true }),
    ...routeFields,
  },
  {
    idName: "processDefinitionId",
    title: "name",
    filters: ["name", "key", "category", "state"],
    sorts: ["key", "name", "deployTime"],
    order: ["-deployTime"],
  },
);
export interface FlowDefinitionRow extends Row<typeof FlowDefinition> {}

export const flowDefinitionMachine = machine({
  name: "flowDefinition",
  zh: "流程定义",
  en: "Process definition",
  entity: "FlowDefinition",
  field: "state",
  resource: "flow_definition",
  states: definitionState,
  initial: "active",
  actions: {
    suspend: { zh: "挂起", en: "Suspend", from: ["active"], to: "suspended", by: ["sysAdmin"], danger: true },
    activate: { zh: "激活", en: "Activate", from: ["suspended"], to: "active", by: ["sysAdmin"] },
  },
});

const path = "/api/blade-flow/manager";
const resource = "flow_definition";
const audience = ["bureau"] as const;
const definition = id("流程定义", "Definition", "required");

/** From which version to which. */
const migration = record({
  processDefinitionId: definition,
  targetDefinitionId: id("目标版本", "Version to move to", "required"),
});

export const migrationObstacle = codeList("FLOW_OBSTACLE", "迁移障碍", "Obstacle to a migration", {
  missing: ["目标版本没有该节点", "The other version has no such element"],
  missingFlow: ["目标版本没有其等待的连线", "The other version has no such flow"],
  otherType: ["目标版本中该节点类型不同", "It is of another kind in the other version"],
  otherScope: ["目标版本中该节点在其他子流程中", "It stands in another sub-process in the other version"],
  otherInstances: ["目标版本中该节点的会签方式不同", "It is signed in another way in the other version"],
});

/** A step at which running processes stand. */
const movedStep = record({
  activityId: text(200, "节点", "Element", "required"),
  activityName: text(200, "节点名称", "Name", "required"),
  /** Number of processes that stand there. */
  running: int("实例数", "Processes", "required"),
  /** Why they cannot stand there in the other version; null where they can. */
  obstacle: code(migrationObstacle, "迁移障碍", "Obstacle"),
});

export const flowDefinitionCalls = {
  list: call({
    name: "FlowDefinition.list",
    method: "GET",
    path: `${path}/list`,
    zh: "流程定义列表",
    en: "Process definitions: list",
    access: `${resource}_view`,
    audience,
    input: queryShape(FlowDefinition),
    output: pageShape(rowShape(FlowDefinition)),
  }),
  detail: call({
    name: "FlowDefinition.detail",
    method: "GET",
    path: `${path}/detail`,
    zh: "流程定义详情",
    en: "Process definition: detail",
    access: [`${resource}_view`, "flow_task_start", "flow_task_view"],
    input: record({ processDefinitionId: definition }),
    /** With the form that who starts it fills in. */
    output: rowShape(FlowDefinition, { fields: list(formFieldShape, 200) }),
  }),
  /** Processes with fields that lists show, as their newest versions say it. */
  listed: call({
    name: "FlowDefinition.listed",
    method: "GET",
    path: `${path}/listed`,
    zh: "列表中显示的表单字段",
    en: "Fields of forms that lists show",
    access: [`${resource}_view`, "flow_task_view", "flow_follow_view"],
    output: list(
      record({
        processDefinitionKey: text(60, "流程标识", "Key", "required"),
        processDefinitionName: text(100, "流程名称", "Name", "required"),
        fields: list(listedFieldShape, mostListed),
      }),
      1000,
    ),
  }),
  changeState: call({
    name: "FlowDefinition.changeState",
    method: "POST",
    path: `${path}/change-state`,
    zh: "挂起或激活流程",
    en: "Process definition: suspend or activate",
    access: [`${resource}_suspend`, `${resource}_activate`],
    audience,
    style: "query",
    input: record({
      /** Id of the definition; its running processes follow. */
      processId: definition,
      state: code(definitionState, "状态", "State", "required"),
    }),
    output: none,
  }),
  /** Files in the field `files`, each a BPMN 2.0 file of at most 25 MB: all of them are deployed, or none. */
  deployUpload: call({
    name: "FlowDefinition.deployUpload",
    method: "POST",
    path: `${path}/deploy-upload`,
    zh: "上传部署流程",
    en: "Process definition: deploy files",
    access: `${resource}_add`,
    audience,
    style: "multipart",
    files: "several",
    input: record({
      category: code(flowCategory, "流程分类", "Category", "required"),
      tenantIds: text(2000, "租户", "Tenants"),
    }),
    output: none,
  }),
  deleteDeployment: call({
    name: "FlowDefinition.deleteDeployment",
    method: "POST",
    path: `${path}/delete-deployment`,
    zh: "删除部署",
    en: "Process definition: remove deployments",
    access: `${resource}_delete`,
    audience,
    style: "query",
    input: record({ deploymentIds: text(4400, "部署", "Deployments", "required", { picked: true }) }),
    output: none,
  }),
  /** Where the running processes of one version would go on in another. */
  previewMigration: call({
    name: "FlowDefinition.previewMigration",
    method: "POST",
    path: `${path}/migration-preview`,
    zh: "预览流程迁移",
    en: "Process definition: preview a migration",
    access: `${resource}_edit`,
    audience,
    writes: false,
    input: migration,
    output: record({
      running: int("运行中的实例", "Running processes", "required"),
      steps: list(movedStep, 1000),
    }),
  }),
  /** Moves them: all, or none. Refused while one of them stands where it cannot in the other version. */
  migrate: call({
    name: "FlowDefinition.migrate",
    method: "POST",
    path: `${path}/migrate`,
    zh: "迁移运行中的流程",
    en: "Process definition: migrate running processes",
    access: `${resource}_edit`,
    audience,
    input: migration,
    output: record({ moved: int("已迁移的实例", "Moved", "required") }),
  }),
  export: exportCall(FlowDefinition, path, resource, audience),
};

/** Reference to a definition, for those that name one. */
export const definitionRef = ref("FlowDefinition", "流程定义", "Definition", "computed", { always: true });
