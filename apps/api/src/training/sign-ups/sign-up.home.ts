import { type SignUpRow, SignUp } from "@jipei/contract/training/sign-up.ts";
import { sql } from "kysely";
import { liveRows } from "../../core/access/data-scope.ts";
import type { Db } from "../../core/database/db.ts";
import type { Actor } from "../../core/foundation/actor.ts";

interface SignedUp {
  id: string;
  name: string;
  className: string;
  orgName: string;
  startDate: string;
  confirmStatus: NonNullable<SignUpRow["confirmStatus"]>;
  backReason: string | null;
}

/** What an enterprise signed its staff up for: how many wait, were accepted and returned, and the last twenty. */
export async function getSignUpsOfEnterprise(db: Db, actor: Actor, entId: string) {
  const counts = await sql<{ pending: number; accepted: number; returned: number }>`
    select (count(*) filter (where confirm_status = 'unConfirm'))::int as pending, (count(*) filter (where confirm_status = 'Confirm'))::int as accepted, (count(*) filter (where confirm_status = 'back'))::int as returned
    from sign_up t where t.ent_id = ${entId} and ${liveRows(SignUp, actor)}`.execute(db);
  const signUps = await sql<SignedUp>`
    select t.id, t.name, c.class_name, o.org_name, c.start_date, t.confirm_status, t.back_reason
    from sign_up t join training_class c on c.id = t.class_id join institution o on o.id = t.org_id
    where t.ent_id = ${entId} and ${liveRows(SignUp, actor)} order by t.create_time desc, t.id desc limit 20`.execute(
    db,
  );
  return { ...(counts.rows[0] ?? { pending: 0, accepted: 0, returned: 0 }), signUps: signUps.rows };
}

/** How many sign-ups of a person wait for the institution. @param idNumberHash keyed hash of the ID number */
export async function countPendingSignUps(db: Db, idNumberHash: string): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from sign_up where id_number_hash = ${idNumberHash} and is_deleted = 0 and confirm_status = 'unConfirm'`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}
