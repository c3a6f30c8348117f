import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import { examsAreTaken } from "../grades/grade.holds.ts";
import type { OfApplication } from "./application-side.ts";

/** Locks applications: whoever changes what belongs to one begins here (docs/decisions/0369). */
export const lockApplications = async (tx: Tx, ids: readonly string[]): Promise<void> =>
  void (await sql`select from test_application where id = any(${ids}::bigint[]) order by id for no key update`.execute(
    tx,
  ));

/** Locks all that is called off along with an application, before the application itself changes, which locks its class. */
export const lockWhole: OfApplication = async (tx, _actor, { id }, _input, app) => {
  await app.ports.ask(tx, examsAreTaken, id);
  await sql`select from grade where test_apply_id = ${id} and is_deleted = 0 order by id for update`.execute(tx);
};
