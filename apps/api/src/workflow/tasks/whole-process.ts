import type { InputOf } from "@jipei/contract/core/call.ts";
import { FlowFollow, type flowFollowCalls } from "@jipei/contract/workflow/flow-follow.ts";
import type { workCalls } from "@jipei/contract/workflow/work.calls.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import { lockRow, splitIds } from "../../core/database/rows.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import { moment } from "../../core/foundation/clock.ts";
import type { Services } from "../../core/foundation/services.ts";
import { notify } from "../../notices/notices.queries.ts";
import { deliver } from "../engine/interpreter/deliver.ts";
import { withCalled } from "../instance/called-processes.ts";
import { getColleagues } from "../instance/people.ts";
import { advance, assertRunning, cutShort, lockInstance } from "../instance/run.ts";
import type { TaskRow } from "../instance/save-tasks.ts";
import { getReceivers } from "../instance/tell.ts";
import { isActedOn } from "./acted-on.ts";
import { assertNotDelegated, holdTask } from "./held-task.ts";
import { writeDeed } from "./opinions.ts";
import { instanceScope } from "./task.scope.ts";
import { copyLink, handleLink } from "@jipei/contract/workflow/process-links.ts";

/** The starter takes back what nobody has acted upon. @throws NOT_OWNER, FLOW_ACTED, STATE_ILLEGAL, FLOW_SUSPENDED */
export async function withdraw(
  tx: Tx,
  actor: Actor,
  { processInstanceId, comment }: InputOf<typeof workCalls.withdraw>,
  app: Services,
): Promise<void> {
  const instance = await lockInstance(tx, processInstanceId);
  if (instance.startUser !== actor.userId || instance.parentId !== null) throw new Refusal("NOT_OWNER");
  assertRunning(instance);
  if (await isActedOn(tx, processInstanceId)) throw new Refusal("FLOW_ACTED");
  await writeDeed(tx, actor, { processInstanceId, action: "withdraw", opinion: comment });
  await cutShort({ tx, actor, app }, instance, "withdraw", comment ?? null);
}

/** Ends a process as it stands, by who has a task in it. @throws NOT_ASSIGNED, STATE_ILLEGAL while it is delegated, REASON_REQUIRED, FLOW_SUSPENDED */
export async function terminateProcess(
  tx: Tx,
  actor: Actor,
  input: InputOf<typeof workCalls.terminate>,
  app: Services,
): Promise<void> {
  const { task, instance, forUser } = await holdTask(tx, actor, input);
  assertNotDelegated(task, "终止", "terminate the process");
  if (!input.reason?.trim()) throw new Refusal("REASON_REQUIRED");
  await writeDeed(tx, actor, {
    processInstanceId: instance.id,
    taskId: task.id,
    action: "terminate",
    opinion: input.reason,
    forUser,
  });
  await cutShort({ tx, actor, app }, instance, "terminate", input.reason);
}

/** Tells a process what it waits for: a message, or a receive task by its element. @throws FLOW_FAILED where it does not wait for that, FLOW_SUSPENDED */
export async function deliverTo(
  tx: Tx,
  actor: Actor,
  { processInstanceId, name }: InputOf<typeof flowFollowCalls.deliver>,
  app: Services,
): Promise<void> {
  const instance = await lockInstance(tx, processInstanceId);
  assertRunning(instance);
  const wait = await tx
    .selectFrom("flowWait")
    .select("kind")
    .where("instanceId", "=", processInstanceId)
    .where("name", "=", name)
    .where("kind", "=", "receive")
    .executeTakeFirst();
  await writeDeed(tx, actor, { processInstanceId, action: "deliver", opinion: name });
  await advance({ tx, actor, app }, instance, (model, state, host) =>
    deliver(model, state, { kind: wait ? "receive" : "message", name, variables: {} }, host),
  );
}

/** 18.2-5: an administrator removes a process with a reason; it stays in the history. @throws REASON_REQUIRED, STATE_ILLEGAL */
export async function deleteProcess(
  tx: Tx,
  actor: Actor,
  { processInstanceId, deleteReason }: InputOf<typeof flowFollowCalls.delete>,
  app: Services,
): Promise<void> {
  const instance = await lockInstance(tx, processInstanceId);
  if (!deleteReason?.trim()) throw new Refusal("REASON_REQUIRED");
  if (instance.status !== "suspended") assertRunning(instance);
  await writeDeed(tx, actor, { processInstanceId, action: "delete", opinion: deleteReason });
  await cutShort({ tx, actor, app }, instance, "delete", deleteReason);
}

/** Sends colleagues a copy of a process, so that they know of it and may read it. Whoever has one keeps that. @throws NOT_FOUND, FIELD_INVALID */
export async function copyTo(tx: Tx, actor: Actor, input: InputOf<typeof workCalls.copy>): Promise<void> {
  const { processInstanceId, comment } = input;
  const instance = await lockRow(tx, FlowFollow, instanceScope, actor, processInstanceId);
  const names = await getColleagues(tx, actor, splitIds(input.userIds));
  const userIds = [...names.keys()];
  await tx
    .insertInto("flowCopy")
    .values(
      userIds.map((userId) => ({
        processInstanceId,
        userId,
        opinion: comment ?? null,
        tenantId: actor.tenantId,
        createUser: actor.userId,
        updateUser: actor.userId,
        createTime: moment(),
      })),
    )
    .onConflict((conflict) => conflict.columns(["processInstanceId", "userId"]).where("isDeleted", "=", 0).doNothing())
    .execute();
  await writeDeed(tx, actor, { processInstanceId, action: "copy", opinion: comment, targets: [...names.values()] });
  await notify(tx, {
    to: { userIds },
    title: { zh: "有流程抄送给您", en: "A process was copied to you" },
    text: { zh: `${instance.title}（${actor.name}）`, en: `${instance.title} (${actor.name})` },
    link: copyLink({ ...instance, processInstanceId, readTime: null }),
  });
}

/** Notes that a copy was read, the first time. */
export async function readCopy(
  tx: Tx,
  actor: Actor,
  { processInstanceId }: { processInstanceId: string },
): Promise<void> {
  await tx
    .updateTable("flowCopy")
    .set({ readTime: moment() })
    .where("processInstanceId", "=", processInstanceId)
    .where("userId", "=", actor.userId)
    .where("readTime", "is", null)
    .execute();
}

/** Tells all who have a task in a process, or in one that it called, that it is waited for, at most once an hour. @throws NOT_OWNER for who did not start it, RATE_LIMIT */
export async function urge(tx: Tx, actor: Actor, input: InputOf<typeof workCalls.urge>): Promise<void> {
  const { processInstanceId, comment } = input;
  const instance = await lockInstance(tx, processInstanceId);
  if (instance.startUser !== actor.userId && !actor.permissions.has("flow_follow_delete"))
    throw new Refusal("NOT_OWNER");
  assertRunning(instance);
  const { rows: lately } = await sql`
    select from flow_opinion where process_instance_id = ${processInstanceId} and action = 'urge' and create_time > now() - interval '1 hour' limit 1`.execute(
    tx,
  );
  if (lately.length > 0) throw new Refusal("RATE_LIMIT");
  const { rows: open } = await sql<TaskRow>`
    select f.* from flow_task f where f.process_instance_id in ${withCalled(sql`${processInstanceId}`)} and f.status <> '2' and f.is_deleted = 0`.execute(
    tx,
  );
  for (const task of open)
    await notify(tx, {
      to: await getReceivers(tx, task),
      title: { zh: "催办", en: "A task is waited for" },
      text: {
        zh: `${task.title}：${task.taskName}${comment ? `（${comment}）` : ""}`,
        en: `${task.title}: ${task.taskName}${comment ? ` (${comment})` : ""}`,
      },
      link: handleLink(task),
    });
  await writeDeed(tx, actor, { processInstanceId, action: "urge", opinion: comment });
}
