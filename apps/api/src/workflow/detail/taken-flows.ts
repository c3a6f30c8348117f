import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";
import { isJoin } from "../engine/interpreter/joins.ts";
import type { ProcessModel } from "../engine/model.ts";

/** A stay at an element that was left as completed, in milliseconds; what is still open has no end. */
export interface Stay {
  element: string;
  start: number;
  end: number | null;
}

export async function readStays(db: Db, instanceId: string): Promise<Stay[]> {
  const { rows } = await sql<Stay>`
    select element, (extract(epoch from start_time) * 1000)::float8 as start,
      case when outcome = 'completed' then (extract(epoch from end_time) * 1000)::float8 end as end
    from flow_activity where instance_id = ${instanceId} order by start_time limit 5000`.execute(db);
  return rows;
}

/**
 * Ids of the flows that a process took. All that one step does has the same moment, so that what a flow leads to begins when its source is
 * completed; a join begins when the last token has come to it.
 */
export function findTakenFlows(model: ProcessModel, stays: readonly Stay[]): string[] {
  const at = Map.groupBy(stays, ({ element }) => element);
  return [...model.flows.values()].flatMap(({ id, source, target }) => {
    const ends = (at.get(source) ?? []).flatMap(({ end }) => (end === null ? [] : [end]));
    const waits = isJoin(model.elements.get(target));
    const isTaken = (at.get(target) ?? []).some(({ start }) =>
      ends.some((end) => (waits ? end <= start : end === start)),
    );
    return isTaken ? [id] : [];
  });
}
