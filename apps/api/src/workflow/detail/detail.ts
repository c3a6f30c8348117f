import type { InputOf } from "@jipei/contract/core/call.ts";
import type { FlowDetail } from "@jipei/contract/workflow/flow-detail.ts";
import { FlowFollow } from "@jipei/contract/workflow/flow-follow.ts";
import { FlowOpinion, type FlowOpinionRow } from "@jipei/contract/workflow/flow-opinion.ts";
import { FlowTask } from "@jipei/contract/workflow/flow-task.ts";
import { processCalls as calls } from "@jipei/contract/workflow/work.calls.ts";
import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";
import { liveRow, readRow } from "../../core/database/rows.ts";
import { detailColumns, everything } from "../../core/database/sql.ts";
import { toResponse } from "../../core/entity/to-response.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { Refusal, invalidField } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { type Route, reads } from "../../core/http/implement.ts";
import { withFiles } from "../../core/storage/files.ts";
import { fillForm } from "../forms/filled-form.ts";
import { readFormFiles } from "../forms/form-files.ts";
import { getSeenSteps } from "../forms/seen-steps.ts";
import type { TaskRow } from "../instance/save-tasks.ts";
import { loadState, loadVariables } from "../instance/state/load-state.ts";
import { getProcess } from "../models/read-process.ts";
import { isActedOn } from "../tasks/acted-on.ts";
import { findRemovable } from "../tasks/added-signers.ts";
import { isOwn } from "../tasks/held-task.ts";
import { findStepSigners } from "../tasks/step-signers.ts";
import { openTasks } from "../tasks/task-lists.ts";
import { actedFor, claimable, delegated, instanceScope, isCandidate, taskScope, todo } from "../tasks/task.scope.ts";
import { readHistory } from "./history.ts";
import { getMay } from "./may.ts";
import { findReturnTargets } from "./return-targets.ts";
import { findTakenFlows, readStays } from "./taken-flows.ts";

/** A process with all that its page shows. @throws NOT_FOUND, FIELD_INVALID where neither a process nor a task is named */
async function detail(
  db: Db,
  actor: Actor,
  { processInstanceId, taskId }: InputOf<typeof calls.detail>,
  app: Services,
): Promise<FlowDetail> {
  const named = taskId ? await liveRow(db, FlowTask, taskId) : null;
  // A task that was cancelled, by its return or the end of the process, leaves the process to be shown.
  if (taskId && !named && !processInstanceId) throw new Refusal("NOT_FOUND");
  const id = named?.processInstanceId ?? processInstanceId;
  if (!id) throw invalidField("processInstanceId", "流程实例", "Process", "请指定", "is missing");
  const shown = await readRow(db, FlowFollow, instanceScope, actor, id);
  const instance = await liveRow(db, FlowFollow, id);
  if (!instance) throw new Refusal("NOT_FOUND");
  const model = await getProcess(app, db, instance.processDefinitionId);
  const task = (named && (await findSeen(db, actor, named.id))) ?? (await findOwnTask(db, actor, id));
  const standing = await findStanding(db, actor, task);
  const opinions = await readOpinions(db, id);
  const variables = await loadVariables(db, id);
  const history = await readHistory(db, id, "all");
  const added = await findRemovable(db, actor, instance);
  const fields = fillForm(
    model,
    task?.status === "1" && standing.isHolder ? task.taskDefinitionKey : await getSeenSteps(db, actor, id, model),
    variables,
    await readFormFiles(db, id),
  );
  const targets = task ? findReturnTargets(model, await loadState(db, instance), task.taskKey) : [];
  return {
    instance: {
      ...toResponse(FlowFollow, actor, app.cipher, shown, "detail"),
      currentTasks: await readOpenTasks(db, id),
    },
    task: task ? await showTask(db, actor, app, task) : null,
    // A delegate answers, and fills in nothing.
    fields: task?.owner == null ? fields : fields.map((field) => ({ ...field, right: "read" })),
    may: getMay(actor, instance, {
      ...standing,
      canReturn: targets.length > 0,
      hasAdded: added.length > 0,
      isActedOn: await isActedOn(db, id),
    }).map((action) => ({ action })),
    returnTargets: targets,
    addedSigners: added.map(({ signer, name }) => ({ userId: signer, name })),
    stepSigners: task && standing.isHolder ? (await findStepSigners(db, task)).map((userId) => ({ userId })) : [],
    xml: await readXml(db, instance.processDefinitionId),
    standing: history.filter(({ endTime }) => endTime === null).map(({ activityId }) => ({ activityId })),
    passed: [
      ...new Set([...history.map(({ activityId }) => activityId), ...findTakenFlows(model, await readStays(db, id))]),
    ].map((activityId) => ({ activityId })),
    history: history.filter(({ activityType }) => !activityType.endsWith("Gateway")),
    opinions: opinions.map((row) => toResponse(FlowOpinion, actor, app.cipher, row, "detail")),
  };
}

/** A task that was asked for, where the actor sees it: what others have to do is not shown by its number. */
async function findSeen(db: Db, actor: Actor, taskId: string): Promise<TaskRow | null> {
  const { rows } = await sql<TaskRow>`
    select t.* from flow_task t where t.id = ${taskId} and t.is_deleted = 0 and ${taskScope(actor)}`.execute(db);
  return rows[0] ?? null;
}

/** The task in a process that an actor has to do or could claim, else one that they delegated. */
async function findOwnTask(db: Db, actor: Actor, instanceId: string): Promise<TaskRow | null> {
  const { rows } = await sql<TaskRow>`
    select t.* from flow_task t where t.process_instance_id = ${instanceId} and t.is_deleted = 0
      and ((${todo(actor)}) or (${claimable(actor)}) or (${delegated(actor)}))
    order by ${delegated(actor)}, t.status desc, t.id limit 1`.execute(db);
  return rows[0] ?? null;
}

/** How an actor stands to a task of the process. */
async function findStanding(db: Db, actor: Actor, task: TaskRow | null) {
  const none = { isCandidate: false, isHolder: false, isDelegator: false };
  if (!task) return { ...none, task, isOwn: false };
  const { rows } = await sql<typeof none>`
    select ${isCandidate(actor, sql`t.candidates`)} as is_candidate, coalesce(t.assignee = any(${actedFor(actor.userId)}), false) as is_holder,
      (${delegated(actor)}) as is_delegator
    from flow_task t where t.id = ${task.id}`.execute(db);
  const [found = none] = rows;
  return { ...found, task, isOwn: isOwn(actor, { task, forUser: task.assignee }) };
}

async function showTask(db: Db, actor: Actor, app: Services, { id, passed }: TaskRow) {
  const row = await readRow(db, FlowTask, () => everything, actor, id);
  return { ...toResponse(FlowTask, actor, app.cipher, row, "detail"), pass: passed === null ? null : passed === "1" };
}

async function readOpenTasks(db: Db, instanceId: string): Promise<FlowDetail["instance"]["currentTasks"]> {
  const { rows } = await sql<Pick<FlowDetail["instance"], "currentTasks">>`
    select ${openTasks} from flow_instance t where t.id = ${instanceId}`.execute(db);
  return rows[0]?.currentTasks ?? [];
}

async function readOpinions(db: Db, instanceId: string): Promise<FlowOpinionRow[]> {
  const { rows } = await sql<FlowOpinionRow>`
    select ${detailColumns(FlowOpinion)} from flow_opinion t where t.process_instance_id = ${instanceId} order by t.id limit 5000`.execute(
    db,
  );
  await withFiles(db, FlowOpinion, rows);
  return rows;
}

async function readXml(db: Db, definitionId: string): Promise<string> {
  const { rows } = await sql<{ xml: string }>`select xml from flow_definition where id = ${definitionId}`.execute(db);
  return rows[0]?.xml ?? "";
}

async function history(db: Db, actor: Actor, { processInstanceId }: { processInstanceId: string }) {
  await readRow(db, FlowFollow, instanceScope, actor, processInstanceId);
  return readHistory(db, processInstanceId);
}

export const detailRoutes: readonly Route[] = [reads(calls.detail, detail), reads(calls.history, history)];
