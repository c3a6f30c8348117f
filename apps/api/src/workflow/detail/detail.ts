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
import type { ProcessModel } from "../engine/model.ts";
import { fillForm } from "../forms/filled-form.ts";
import type { TaskRow } from "../instance/save-tasks.ts";
import { findStartersStep } from "../instance/starter-step.ts";
import { type InstanceRow, loadVariables } from "../instance/state/load-state.ts";
import { getProcess } from "../models/read-process.ts";
import { isActedOn } from "../tasks/acted-on.ts";
import { findRemovable } from "../tasks/added-signers.ts";
import { isOwn } from "../tasks/held-task.ts";
import { openTasks } from "../tasks/task-lists.ts";
import { actedFor, candidateNames, followsAll, instanceScope, isNamed } from "../tasks/task.scope.ts";
import { readHistory } from "./history.ts";
import { type Standing, getMay } from "./may.ts";
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
  const task = named ?? (await findOwnTask(db, actor, id));
  const opinions = await readOpinions(db, id);
  const variables = await loadVariables(db, id);
  const history = await readHistory(db, id, "all");
  const added = await findRemovable(db, actor, instance);
  const targets = task ? findReturnTargets(model, history, task.taskDefinitionKey) : [];
  return {
    instance: {
      ...toResponse(FlowFollow, actor, app.cipher, shown, "detail"),
      currentTasks: await readOpenTasks(db, id),
    },
    task: task ? await showTask(db, actor, app, task) : null,
    fields: fillForm(
      model,
      task?.status === "1" ? task.taskDefinitionKey : await getSeenSteps(db, actor, instance, model),
      variables,
      opinions.flatMap(({ attachmentList }) => attachmentList ?? []),
    ),
    may: (await findMay(db, actor, instance, task, { canReturn: targets.length > 0, hasAdded: added.length > 0 })).map(
      (action) => ({ action }),
    ),
    returnTargets: targets,
    addedSigners: added.map(({ signer, name }) => ({ userId: signer, name })),
    xml: await readXml(db, instance.processDefinitionId),
    standing: history.filter(({ endTime }) => endTime === null).map(({ activityId }) => ({ activityId })),
    passed: [
      ...new Set([...history.map(({ activityId }) => activityId), ...findTakenFlows(model, await readStays(db, id))]),
    ].map((activityId) => ({ activityId })),
    history: history.filter(({ activityType }) => !activityType.endsWith("Gateway")),
    opinions: opinions.map((row) => toResponse(FlowOpinion, actor, app.cipher, row, "detail")),
  };
}

/** The task in a process that an actor has to do, or could claim. */
async function findOwnTask(db: Db, actor: Actor, instanceId: string): Promise<TaskRow | null> {
  const { rows } = await sql<TaskRow>`
    select f.* from flow_task f where f.process_instance_id = ${instanceId} and f.is_deleted = 0 and f.status <> '2'
      and (f.assignee = any(${actedFor(actor.userId)}) or (f.status = '0' and f.candidates && ${candidateNames(actor)}::text[]))
    order by f.status desc, f.id limit 1`.execute(db);
  return rows[0] ?? null;
}

async function findMay(
  db: Db,
  actor: Actor,
  instance: InstanceRow,
  task: TaskRow | null,
  more: Pick<Standing, "canReturn" | "hasAdded">,
) {
  const { rows } = await sql<{ isHolder: boolean }>`
    select coalesce(${task?.assignee ?? null}::bigint = any(${actedFor(actor.userId)}), false) as is_holder`.execute(
    db,
  );
  return getMay(actor, instance, {
    ...more,
    task,
    isCandidate: task !== null && isNamed(actor, task.candidates),
    isHolder: rows[0]?.isHolder ?? false,
    isOwn: task !== null && isOwn(actor, { task, forUser: task.assignee }),
    isActedOn: await isActedOn(db, instance.id),
  });
}

/**
 * The steps whose forms somebody sees: those that they did, and with which the process was started; all of them, for who follows processes.
 */
async function getSeenSteps(db: Db, actor: Actor, { id }: InstanceRow, model: ProcessModel): Promise<string[]> {
  if (followsAll(actor)) return [...model.elements.keys()];
  const { rows } = await sql<{ step: string }>`
    select distinct f.task_definition_key as step from flow_task f where f.process_instance_id = ${id} and f.done_by = ${actor.userId}`.execute(
    db,
  );
  const starters = findStartersStep(model);
  return [
    ...(model.scopes.get(model.key)?.starts ?? []),
    ...(starters ? [starters.id] : []),
    ...rows.map(({ step }) => step),
  ];
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
