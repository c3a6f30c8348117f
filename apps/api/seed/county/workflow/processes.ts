import { flowModelCalls } from "@jipei/contract/workflow/flow-model.ts";
import { leaveCalls, leaveKey } from "@jipei/contract/workflow/leave.ts";
import { standInCalls } from "@jipei/contract/workflow/stand-in.ts";
import { workCalls } from "@jipei/contract/workflow/work.calls.ts";
import { sql } from "kysely";
import { addDays, today } from "../../../src/core/foundation/clock.ts";
import type { Desk } from "../desk.ts";
import { keepFile, paper } from "../files.ts";
import { sealBpmn } from "./seal.bpmn.ts";

/** What became of a leave; null: it waits for its approver. */
type Outcome = "approved" | "refused" | "returned" | null;

const leaves: readonly [who: string, approver: string, daysAhead: number, days: number, reason: string, Outcome][] = [
  ["clerk", "leader", 5, 3, "回乡探亲", "approved"],
  ["first", "leader", 2, 1, "子女入学报到", null],
  ["second", "clerk", 9, 2, "参加同学婚礼", "refused"],
  ["finance", "second", 12, 5, "年休假", "returned"],
];

/** Processes under way and done: leaves in every state, a stand-in, and the use of the seal with tasks to claim and to do, of which a colleague has a copy. */
export async function seedProcesses(desk: Desk): Promise<void> {
  for (const leave of leaves) await seedLeave(desk, leave);
  await desk.as("finance")(standInCalls.submit, {
    standInId: desk.actor("second").userId,
    startDate: addDays(today(), 12),
    endDate: addDays(today(), 16),
    reason: "年休假",
  });
  await deploySeal(desk);
  await seedSeal(desk, "first", { paper: "关于公布年度培训机构名单的通知", copies: 3, importance: "high" }, "decide");
  await seedSeal(desk, "finance", { paper: "补贴资金用款计划", copies: 2, importance: "usual" }, "done");
  await seedSeal(desk, "leader", { paper: "职业技能竞赛邀请函", copies: 12, importance: "usual" }, "check");
}

async function seedLeave(
  desk: Desk,
  [who, approver, ahead, days, reason, outcome]: (typeof leaves)[number],
): Promise<void> {
  const { processInstanceId } = await desk.as(who)(leaveCalls.startProcess, {
    processDefinitionId: await getDefinition(desk, leaveKey),
    startTime: `${addDays(today(), ahead)} 08:30:00`,
    endTime: `${addDays(today(), ahead + days - 1)} 17:30:00`,
    reason,
    approverId: desk.actor(approver).userId,
  });
  if (outcome === null) return;
  const named = { processInstanceId, taskId: await getTask(desk, processInstanceId) };
  const as = desk.as(approver);
  if (outcome === "returned") await as(workCalls.return, { ...named, comment: "请注明工作交接人" });
  else
    await as(workCalls.complete, {
      ...named,
      pass: outcome === "approved",
      comment: outcome === "approved" ? "同意，注意安全" : "当周有复审任务，请另选时间",
    });
}

async function deploySeal(desk: Desk): Promise<void> {
  const admin = desk.as("admin");
  await admin(flowModelCalls.submit, { name: "用印申请", key: "seal", category: "9", xml: sealBpmn });
  const { id } = await desk.tx
    .selectFrom("flowModel")
    .select("id")
    .where("modelKey", "=", "seal")
    .executeTakeFirstOrThrow();
  await admin(flowModelCalls.deploy, { modelId: id, category: "9" });
}

/** What somebody asks the seal for. */
interface SealRequest {
  paper: string;
  copies: number;
  importance: "usual" | "high";
}

/** @param until the step at which it stands */
async function seedSeal(
  desk: Desk,
  who: string,
  request: SealRequest,
  until: "check" | "decide" | "done",
): Promise<void> {
  const scan = await keepFile(desk, desk.actor(who), `${request.paper}.pdf`, await paper(request.paper));
  const { processInstanceId } = await desk.as(who)(workCalls.start, {
    processDefinitionId: await getDefinition(desk, "seal"),
    variables: { ...request, scan: [scan] },
  });
  if (until === "check") return;
  const taskId = await getTask(desk, processInstanceId);
  const as = desk.as("second");
  await as(workCalls.claim, { taskId });
  await as(workCalls.copy, { processInstanceId, userIds: desk.actor("clerk").userId, comment: "请知悉" });
  await as(workCalls.complete, {
    taskId,
    processInstanceId,
    pass: true,
    comment: "文件齐全",
    variables: { number: "2026-印-018" },
  });
}

async function getDefinition(desk: Desk, key: string): Promise<string> {
  const { id } = await desk.tx
    .selectFrom("flowDefinition")
    .select("id")
    .where("key", "=", key)
    .where("isDeleted", "=", 0)
    .orderBy("definitionVersion", "desc")
    .executeTakeFirstOrThrow();
  return id;
}

async function getTask(desk: Desk, processInstanceId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from flow_task where process_instance_id = ${processInstanceId} and status <> '2' and is_deleted = 0 limit 1`.execute(
    desk.tx,
  );
  return rows[0]?.id ?? "";
}
