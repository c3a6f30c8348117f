import { sql } from "kysely";
import { visibleUsers } from "../../access/access.queries.ts";
import type { Db } from "../../core/database/db.ts";
import { type Actor, may } from "../../core/foundation/actor.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Member } from "../instance/people.ts";

/**
 * Somebody whose stand-ins an actor sets, with where they work: themselves, or, for administrators of the bureau, a user whom they see.
 * @throws NOT_OWNER for anybody else
 */
export async function getAbsent(db: Db, actor: Actor, userId: string): Promise<Member> {
  if (userId === actor.userId) return actor;
  if (actor.audience !== "bureau" || !may(actor, "flow_follow_delete")) throw new Refusal("NOT_OWNER");
  const { rows } = await sql<Member>`
    select t.id as user_id, t.audience, t.org_id, t.ent_id from account t where t.id = ${userId} and ${visibleUsers(actor)}`.execute(
    db,
  );
  if (!rows[0]) throw new Refusal("NOT_OWNER");
  return rows[0];
}
