import { FlowDefinition } from "@jipei/contract/workflow/flow-definition.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import { liveRow } from "../../core/database/rows.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { system } from "../../core/foundation/actor.ts";
import { epoch, today } from "../../core/foundation/clock.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Worker } from "../../core/jobs/jobs.ts";
import type { Host } from "../engine/host.ts";
import { startTriggers } from "../engine/interpreter/start-triggers.ts";
import type { ProcessModel } from "../engine/model.ts";
import { nextOccurrence } from "../engine/timer/timing.ts";
import { startInstance } from "../instance/run.ts";
import { later, unlessRefused } from "../instance/timers.ts";
import { beginWorker } from "../instance/worker-names.ts";

/** Nothing of the product is asked for the times at which a process starts. */
const alone = (): Host => ({
  now: new Date(epoch()),
  action: async () => ({}),
  method: async () => null,
  startChild: () => Promise.reject(new Error("nothing is called before the start")),
  cancelChild: async () => {},
  signal: async () => {},
});

/**
 * Sets the clocks of a process that starts by itself; those of its earlier versions stop.
 * @throws FLOW_INVALID where it would start by a message or signal, which nobody sends it
 */
export async function setStartTimers(tx: Tx, definitionId: string, model: ProcessModel): Promise<void> {
  await sql`delete from flow_start_timer where definition_id in (select id from flow_definition where key = ${model.key})`.execute(
    tx,
  );
  for (const trigger of await startTriggers(model, alone())) {
    if (trigger.kind !== "timer")
      throw new Refusal("FLOW_INVALID", {
        reason: {
          zh: `“${trigger.element}”：不能由消息和信号发起流程`,
          en: `“${trigger.element}”: messages and signals start no process`,
        },
      });
    const { element, due, repeats, cycle } = trigger;
    await tx
      .insertInto("flowStartTimer")
      .values({ definitionId, element, due: due.toISOString(), repeats, cycle })
      .execute();
  }
}

interface Clock {
  definitionId: string;
  element: string;
}

/** Starts a process whose time has come, once, and sets its clock on, also where the process refuses: then the last time is tried again. */
export const beginByTimer: Worker<Clock> = {
  name: beginWorker,
  run: (app, clock) => {
    const begin = app.db.transaction().execute(async (tx) => {
      const definition = await findDue(tx, clock);
      if (!definition) return;
      if (!(await setOn(tx, clock))) await tx.deleteFrom("flowStartTimer").where(isClock(clock)).execute();
      const title = `${definition.name} ${today()}`;
      const beginning = { definition, title, variables: {}, startElement: clock.element };
      await startInstance({ tx, actor: system, app }, beginning);
    });
    return unlessRefused(app, clock, begin, () =>
      app.db.transaction().execute(async (tx) => {
        if (!(await findDue(tx, clock)) || (await setOn(tx, clock))) return;
        await sql`update flow_start_timer set due = ${later} where ${isClock(clock)}`.execute(tx);
      }),
    );
  },
};

const isClock = ({ definitionId, element }: Clock) =>
  sql<boolean>`definition_id = ${definitionId} and element = ${element}`;

/** The definition that a clock starts now; null where it is not due any more. */
async function findDue(tx: Tx, clock: Clock): Promise<StoredRow<typeof FlowDefinition> | null> {
  const { rows } = await sql`select from flow_start_timer where ${isClock(clock)} and due <= now() for update`.execute(
    tx,
  );
  const definition = await liveRow(tx, FlowDefinition, clock.definitionId);
  return rows.length > 0 && definition?.state === "active" ? definition : null;
}

/** Sets a clock on to its next time. @returns whether it has one */
async function setOn(tx: Tx, clock: Clock): Promise<boolean> {
  const { rows } = await sql<{ due: number; repeats: number | null; cycle: string | null }>`
    select (extract(epoch from due) * 1000)::float8 as due, repeats, cycle from flow_start_timer where ${isClock(clock)}`.execute(
    tx,
  );
  const next = rows[0] && nextOccurrence({ ...rows[0], due: new Date(rows[0].due) }, new Date(epoch()));
  if (!next) return false;
  await sql`update flow_start_timer set due = ${next.due.toISOString()}, repeats = ${next.repeats} where ${isClock(clock)}`.execute(
    tx,
  );
  return true;
}
