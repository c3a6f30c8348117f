import type { FlowFollow } from "@jipei/contract/workflow/flow-follow.ts";
import { flowEnding } from "@jipei/contract/workflow/flow-codes.ts";
import { type RoleAlias, roleAliases } from "@jipei/contract/core/roles.ts";
import { getLabels } from "@jipei/contract/core/fields/field.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import type { Effect } from "../../core/entity/transition.ts";
import { notify } from "../../notices/notices.queries.ts";
import { getMembers } from "./people.ts";
import type { TaskRow } from "./save-tasks.ts";
import { detailLink, handleLink } from "@jipei/contract/workflow/process-links.ts";

/** Tells people of tasks that came to them: the assignee, else all who may claim it, and who stands in for one of them. */
export async function tellTasks(tx: Tx, actor: Actor, tasks: readonly TaskRow[]): Promise<void> {
  for (const task of tasks) {
    if (task.assignee === actor.userId) continue;
    const words = {
      title: task.assignee
        ? { zh: "有新的待办任务", en: "A task for you" }
        : { zh: "有待签收的任务", en: "A task to claim" },
      text: { zh: `${task.title}：${task.taskName}`, en: `${task.title}: ${task.taskName}` },
    };
    await notify(tx, { ...words, to: await getReceivers(tx, task), link: handleLink(task) });
  }
}

/** Tells a delegate, and who stands in for them, that they need not answer any more. */
export async function tellRecalled(tx: Tx, { name }: Actor, task: TaskRow): Promise<void> {
  await notify(tx, {
    to: await getReceivers(tx, task),
    title: { zh: "委派已收回", en: "A delegated task was recalled" },
    text: { zh: `${task.title}：${task.taskName}（${name}）`, en: `${task.title}: ${task.taskName} (${name})` },
  });
}

/** Who is to hear of a task. */
export async function getReceivers(
  tx: Tx,
  { assignee, candidateUsers, candidateGroups }: Pick<TaskRow, "assignee" | "candidateUsers" | "candidateGroups">,
): Promise<{ userIds: string[]; role?: RoleAlias[] }> {
  if (assignee) return { userIds: [assignee, ...(await getStandIns(tx, [assignee]))] };
  const departments = candidateGroups.flatMap((group) => (group.startsWith("dept:") ? [group.slice(5)] : []));
  const members = await Promise.all(departments.map((deptId) => getMembers(tx, deptId)));
  return {
    userIds: [...new Set([...candidateUsers, ...(await getStandIns(tx, candidateUsers)), ...members.flat()])],
    role: roleAliases.filter((alias) => candidateGroups.includes(alias)),
  };
}

/** Who acts for some users today. */
async function getStandIns(tx: Tx, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct s.stand_in_id as id from flow_stand_in s
    where s.user_id = any(${userIds}::bigint[]) and s.is_deleted = 0 and current_date between s.start_date and s.end_date`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** The starter hears how a process ended that others decided. */
export const tellStarter: Effect<typeof FlowFollow> = async (tx, actor, instance) => {
  const { startUser, title, ending, deleteReason } = instance;
  if (ending === null || actor.userId === startUser) return;
  const words = getLabels(flowEnding, ending);
  const said = deleteReason ? `：${deleteReason}` : "";
  await notify(tx, {
    kind: "mail",
    to: { userIds: [startUser] },
    title: { zh: "流程已结束", en: "A process has ended" },
    text: { zh: `${title}：${words.zh}${said}`, en: `${title}: ${words.en}${said}` },
    link: detailLink({ ...instance, processInstanceId: instance.id }),
  });
};
