import { FlowFollow } from "@jipei/contract/workflow/flow-follow.ts";
import { sql } from "kysely";
import { liveRow } from "../../core/database/rows.ts";
import { system } from "../../core/foundation/actor.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import type { Timer, Worker } from "../../core/jobs/jobs.ts";
import { notify } from "../../notices/notices.queries.ts";
import { parameter } from "../../settings/settings.queries.ts";
import { deliver, fire } from "../engine/interpreter/deliver.ts";
import { advance, bringEnd, lockInstance } from "./run.ts";
import type { TaskRow } from "./save-tasks.ts";
import { getReceivers } from "./tell.ts";
import { beginWorker, deliverWorker, fireWorker } from "./worker-names.ts";
import { handleLink } from "@jipei/contract/workflow/process-links.ts";

interface Named {
  instanceId: string;
  key: string;
}

/** Timers that one look sends on their way; the next look finds the others. */
const most = 1000;

/**
 * Sends each timer that is due, and what came for processes while they were suspended, to any node. What was sent twice has happened the first time.
 */
export const timersDue: Timer = {
  name: "workflow.due",
  cron: "* * * * *",
  run: (app) =>
    app.db.transaction().execute(async (tx) => {
      const { rows } = await sql<Named>`
        select w.instance_id, w.key from flow_timer w join flow_instance i on i.id = w.instance_id
        where w.due <= now() and i.status = 'running' order by w.due limit ${most} for update of w skip locked`.execute(
        tx,
      );
      for (const timer of rows) await app.jobs.send(tx, fireWorker, timer);
      const { rows: starts } = await sql<{ definitionId: string; element: string }>`
        select s.definition_id, s.element from flow_start_timer s join flow_definition d on d.id = s.definition_id
        where s.due <= now() and d.state = 'active' and d.is_deleted = 0 limit ${most} for update of s skip locked`.execute(
        tx,
      );
      for (const one of starts) await app.jobs.send(tx, beginWorker, one);
      const { rows: arrived } = await sql<Named>`
        select w.instance_id, w.key from flow_wait w join flow_instance i on i.id = w.instance_id
        where w.arrivals > 0 and (w.not_before is null or w.not_before <= now()) and i.status = 'running' limit ${most} for update of w skip locked`.execute(
        tx,
      );
      for (const wait of arrived) await app.jobs.send(tx, deliverWorker, wait);
    }),
};

/** When a step is tried again that the process refused: what is in its way may be out of it then. */
export const later = sql`now() + interval '1 hour'`;

/** Lets a timer fire, once: whoever comes second finds it gone, or set on to its next time. */
export const fireTimer: Worker<Named> = {
  name: fireWorker,
  run: (app, named) => {
    const { instanceId, key } = named;
    const fireNow: Step = async (on, instance) => {
      const { rows } = await sql`
        select from flow_timer where instance_id = ${instanceId} and key = ${key} and due <= now()`.execute(on.tx);
      if (rows.length > 0) await advance(on, instance, (model, state, host) => fire(model, state, key, host));
    };
    return unlessRefused(app, named, inStep(app, instanceId, fireNow), () =>
      sql`update flow_timer set due = ${later} where instance_id = ${instanceId} and key = ${key}`.execute(app.db),
    );
  },
};

/** Brings a process what it waited for when it came, once for each time: a signal, or the end of a process that it called. */
export const bringArrived: Worker<Named> = {
  name: deliverWorker,
  run: (app, named) => {
    const { instanceId, key } = named;
    const bring: Step = async (on, instance) => {
      const { rows } = await sql<{ kind: "signal" | "call"; name: string }>`
        update flow_wait set arrivals = arrivals - 1, not_before = null where instance_id = ${instanceId} and key = ${key} and arrivals > 0
        returning kind, name`.execute(on.tx);
      const [wait] = rows;
      if (!wait) return;
      const { kind, name } = wait;
      if (kind === "call") return bringEnd(on, instance, name);
      await advance(on, instance, (model, state, host) =>
        deliver(model, state, { kind, name, variables: {}, wait: key }, host),
      );
    };
    return unlessRefused(app, named, inStep(app, instanceId, bring), () =>
      sql`update flow_wait set not_before = ${later} where instance_id = ${instanceId} and key = ${key}`.execute(
        app.db,
      ),
    );
  },
};

/** Waits for a step that the server makes. Where the process refuses it, the log says so, and the step is put off. */
export async function unlessRefused(
  app: Services,
  named: object,
  step: Promise<void>,
  putOff: () => Promise<unknown>,
): Promise<void> {
  try {
    await step;
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error;
    app.log.warn({ err: error, ...named }, "a process refuses a step that the server makes");
    await putOff();
  }
}

type Step = (on: Parameters<typeof advance>[0], instance: Parameters<typeof advance>[1]) => Promise<void>;

/** A step that the server makes by itself. Of a process that has ended, or is suspended, it makes none. */
const inStep = (app: Services, instanceId: string, work: Step): Promise<void> =>
  app.db.transaction().execute(async (tx) => {
    if (!(await liveRow(tx, FlowFollow, instanceId))) return;
    const instance = await lockInstance(tx, instanceId);
    if (instance.status === "running") await work({ tx, actor: system, app }, instance);
  });

/** Reminds of tasks some hours before they are due, once each. */
export const remindOfDue: Timer = {
  name: "workflow.remind",
  cron: "*/5 * * * *",
  run: (app) =>
    app.db.transaction().execute(async (tx) => {
      const hours = await parameter(tx, "flow.remind.hours");
      const { rows } = await sql<TaskRow>`
        update flow_task f set reminded_time = now()
        where f.id in (select t.id from flow_task t join flow_instance i on i.id = t.process_instance_id
          where t.due_time <= now() + make_interval(hours => ${hours}) and t.status <> '2' and t.is_deleted = 0 and t.reminded_time is null
            and t.due_time is not null and i.status = 'running' order by t.due_time limit ${most} for update of t skip locked)
        returning f.*`.execute(tx);
      for (const task of rows)
        await notify(tx, {
          to: await getReceivers(tx, task),
          title: { zh: "任务即将到期", en: "A task will soon be due" },
          text: {
            zh: `${task.title}：${task.taskName}，期限${task.dueTime ?? ""}`,
            en: `${task.title}: ${task.taskName}, due ${task.dueTime ?? ""}`,
          },
          link: handleLink(task),
        });
    }),
};
