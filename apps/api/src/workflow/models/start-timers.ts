import { FlowDefinition } from "@jipei/contract/workflow/flow-definition.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import { liveRow } from "../../core/database/rows.ts";
import { system } from "../../core/foundation/actor.ts";
import { epoch, today } from "../../core/foundation/clock.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Worker } from "../../core/jobs/jobs.ts";
import type { Host } from "../engine/host.ts";
import { startTriggers } from "../engine/interpreter/start-triggers.ts";
import type { ProcessModel } from "../engine/model.ts";
import { nextOccurrence } from "../engine/timer/timing.ts";
import { startInstance } from "../instance/run.ts";
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

/** Starts a process whose time has come, once, and sets its clock on. */
export const beginByTimer: Worker<{ definitionId: string; element: string }> = {
  name: beginWorker,
  run: (app, { definitionId, element }) =>
    app.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ due: number; repeats: number | null; cycle: string | null }>`
        select (extract(epoch from due) * 1000)::float8 as due, repeats, cycle from flow_start_timer
        where definition_id = ${definitionId} and element = ${element} and due <= now() for update`.execute(tx);
      const [clock] = rows;
      const definition = await liveRow(tx, FlowDefinition, definitionId);
      if (!clock || definition?.state !== "active") return;
      const next = nextOccurrence({ ...clock, due: new Date(clock.due) }, new Date(epoch()));
      await (
        next
          ? sql`update flow_start_timer set due = ${next.due.toISOString()}, repeats = ${next.repeats} where definition_id = ${definitionId} and element = ${element}`
          : sql`delete from flow_start_timer where definition_id = ${definitionId} and element = ${element}`
      ).execute(tx);
      const title = `${definition.name} ${today()}`;
      await startInstance({ tx, actor: system, app }, { definition, title, variables: {}, startElement: element });
    }),
};
