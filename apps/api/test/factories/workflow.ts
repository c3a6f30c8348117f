import type { RoleAlias } from "@jipei/contract/core/roles.ts";
import { flowModelCalls } from "@jipei/contract/workflow/flow-model.ts";
import { workCalls } from "@jipei/contract/workflow/work.calls.ts";
import { seedWorkflow } from "../../seed/workflow.seed.ts";
import type { TestApp, TestUser } from "../support/test-app.ts";

let accounts = 0;

/** A user of the bureau with an account, to whom tasks can be given. */
export async function aColleague(
  app: TestApp,
  role: RoleAlias = "clerk",
  deptId: string | null = null,
): Promise<TestUser & { name: string }> {
  const name = `同事${++accounts}`;
  const { rows } = await app.pool.query<{ id: string }>(
    `insert into app_user (account, name, real_name, login_type, status, audience, dept_id, create_user, update_user)
    values ($1, $2, $2, '0', '1', 'bureau', $3, 0, 0) returning id::text`,
    [`flow${process.pid}x${accounts}`, name, deptId],
  );
  const userId = rows[0]?.id ?? "";
  await app.pool.query(`insert into user_role (user_id, role_id) select $1, id from role where role_alias = $2`, [
    userId,
    role,
  ]);
  return { ...app.as(role, { userId, name, deptId }), name };
}

/** A BPMN file with one process. @param body elements and flows */
export const bpmn = (key: string, body: string, name = `流程${key}`): string => `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:flowable="http://flowable.org/bpmn" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" targetNamespace="http://jipei.example/test">
  <process id="${key}" name="${name}" isExecutable="true">${body}</process>
</definitions>`;

let flows = 0;
/** A flow from one element to another. */
export const flow = (from: string, to: string, condition?: string): string =>
  `<sequenceFlow id="f${++flows}" sourceRef="${from}" targetRef="${to}">${
    condition ? `<conditionExpression xsi:type="tFormalExpression">${condition}</conditionExpression>` : ""
  }</sequenceFlow>`;
export const task = (id: string, attributes: string, inside = ""): string =>
  `<userTask id="${id}" name="环节${id}" ${attributes}>${inside}</userTask>`;

/** A chain of steps, from the start to the end. */
export function chain(key: string, steps: readonly [id: string, attributes: string, inside?: string][]): string {
  const ids = ["start", ...steps.map(([id]) => id), "end"];
  return bpmn(
    key,
    [
      `<startEvent id="start" />`,
      ...steps.map(([id, attributes, inside]) => task(id, attributes, inside)),
      `<endEvent id="end" />`,
      ...ids.slice(1).map((id, at) => flow(ids[at] ?? "", id)),
    ].join("\n"),
  );
}

/** Saves and deploys a model. @returns the id of its newest definition */
export async function aDefinition(app: TestApp, key: string, xml: string): Promise<string> {
  const admin = app.as("sysAdmin");
  const found = (await admin.list(flowModelCalls.list, { key })).records[0];
  await admin.call(flowModelCalls.submit, { id: found?.id ?? null, name: `流程${key}`, key, xml });
  const modelId = (await admin.list(flowModelCalls.list, { key })).records[0]?.id ?? "";
  await admin.call(flowModelCalls.deploy, { modelId, category: "9", tenantIds: "" });
  const { rows } = await app.pool.query<{ id: string }>(
    `select id::text from flow_definition where key = $1 and is_deleted = 0 order by definition_version desc limit 1`,
    [key],
  );
  return rows[0]?.id ?? "";
}

/** Starts a process. @returns its id */
export const started = async (by: TestUser, processDefinitionId: string, variables: object | null = null) =>
  (
    await by.call(workCalls.start, {
      processDefinitionId,
      title: null,
      variables: variables as null,
      attachmentList: null,
    })
  ).processInstanceId;

/** The definition of the sample that comes with the product. */
export async function leaveDefinition(app: TestApp): Promise<string> {
  await seedWorkflow(app.db);
  const { rows } = await app.pool.query<{ id: string }>(`select id::text from flow_definition where key = 'leave'`);
  return rows[0]?.id ?? "";
}

/** The first task that somebody has to do, of one process where it is named. */
export async function taskOf(user: TestUser, processInstanceId?: string) {
  const { records } = await user.list(workCalls.todoList, processInstanceId ? { processInstanceId } : {});
  const [first] = records;
  if (!first) throw new Error("nothing to do");
  return { taskId: first.id, processInstanceId: first.processInstanceId ?? "", row: first };
}
