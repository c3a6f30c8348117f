import { EnterpriseSign } from "@jipei/contract/training/enterprise-sign.ts";
import { type SignUpRow, SignUp } from "@jipei/contract/training/sign-up.ts";
import { sql } from "kysely";
import { liveRows } from "../../core/access/data-scope.ts";
import type { Db } from "../../core/database/db.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { today } from "../../core/foundation/clock.ts";

interface SignedUp {
  id: string;
  name: string;
  className: string;
  orgName: string;
  startDate: string;
  confirmStatus: NonNullable<SignUpRow["confirmStatus"]>;
  backReason: string | null;
}

interface Due {
  id: string;
  className: string;
  confirmStatus: NonNullable<SignUpRow["confirmStatus"]>;
  backReason: string | null;
  people: number;
  signEndDate: string | null;
}

/** Sign-ups that an enterprise has yet to send or to correct, as long as their class takes them; those that close soonest first. */
async function getDue(db: Db, actor: Actor, entId: string): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select t.id, c.class_name, t.confirm_status, t.back_reason, c.sign_end_date,
      (select count(*)::int from sign_up p where p.ent_sign_id = t.id and p.is_deleted = 0 and p.confirm_status <> 'Invalidate') as people
    from enterprise_sign t join training_class c on c.id = t.class_id
    where t.ent_id = ${entId} and ${liveRows(EnterpriseSign, actor)} and t.confirm_status in ('unSubmit', 'back') and c.status = 'unCommit' and c.sign_end_date >= ${today()}
      and not exists (select from enterprise_sign r where r.origin_sign_id = t.id and r.is_deleted = 0)
    order by c.sign_end_date, t.id limit 20`.execute(db);
  return rows;
}

/** What an enterprise signed its staff up for: what it has yet to send, how many wait, were accepted and returned, and the last twenty. */
export async function getSignUpsOfEnterprise(db: Db, actor: Actor, entId: string) {
  const counts = await sql<{ pending: number; accepted: number; returned: number }>`
    select (count(*) filter (where confirm_status = 'unConfirm'))::int as pending, (count(*) filter (where confirm_status = 'Confirm'))::int as accepted, (count(*) filter (where confirm_status = 'back'))::int as returned
    from sign_up t where t.ent_id = ${entId} and ${liveRows(SignUp, actor)}`.execute(db);
  const signUps = await sql<SignedUp>`
    select t.id, t.name, c.class_name, o.org_name, c.start_date, t.confirm_status, t.back_reason
    from sign_up t join training_class c on c.id = t.class_id join institution o on o.id = t.org_id
    where t.ent_id = ${entId} and ${liveRows(SignUp, actor)} and t.confirm_status <> 'unSubmit' order by t.create_time desc, t.id desc limit 20`.execute(
    db,
  );
  return {
    due: await getDue(db, actor, entId),
    ...(counts.rows[0] ?? { pending: 0, accepted: 0, returned: 0 }),
    signUps: signUps.rows,
  };
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
