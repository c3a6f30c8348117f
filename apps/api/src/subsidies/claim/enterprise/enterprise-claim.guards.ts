import type { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { sql } from "kysely";
import { type Failure, Refusal, getFailure, throwAll } from "../../../core/foundation/refusal.ts";
import type { Db } from "../../../core/database/db.ts";
import type { Guard } from "../../../core/entity/transition.ts";
import { owesWages } from "../../../enterprises/enterprises.queries.ts";

/** Enterprises claim for staff who are still with them. @throws NOT_ON_JOB */
export const staffOnJob: Guard<typeof SubsidyApplication> = async (tx, _actor, claim) => {
  const { rows } = await sql<{ id: string; name: string }>`
    select l.id, s.name from subsidy_line l join trainee s on s.id = l.student_id
    where l.apply_id = ${claim.id} and l.is_deleted = 0 and l.detail_status is distinct from '2' and s.is_on_job = '0' order by l.id`.execute(
    tx,
  );
  throwAll(rows.map(({ id, name }): Failure => getFailure(new Refusal("NOT_ON_JOB", { name }), id)));
};

/** By the registers, as they answered last for any record of the enterprise. @throws ENT_BLACK */
export async function assertNoWagesOwed(db: Db, unitId: string): Promise<void> {
  if (await owesWages(db, unitId)) throw new Refusal("ENT_BLACK");
}
export const noWagesOwed: Guard<typeof SubsidyApplication> = (tx, _actor, claim) => assertNoWagesOwed(tx, claim.orgId);
