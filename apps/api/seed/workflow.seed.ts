import { leaveKey } from "@jipei/contract/workflow/leave.ts";
import { sql } from "kysely";
import type { Db } from "../src/core/database/db.ts";
import { system } from "../src/core/foundation/actor.ts";
import { deploySample } from "../src/workflow/workflow.queries.ts";
import { leaveBpmn } from "./reference/leave.bpmn.ts";

/** The process for leave, drawn and deployed, so that it works at once; not where an administrator has removed it. */
export async function seedWorkflow(db: Db): Promise<void> {
  const { rows } = await sql`select from flow_model where model_key = ${leaveKey} limit 1`.execute(db);
  if (rows.length > 0) return;
  await db
    .transaction()
    .execute((tx) => deploySample(tx, system, { key: leaveKey, name: "请假", category: "1", xml: leaveBpmn }));
}
