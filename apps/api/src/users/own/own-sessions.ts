import type { OwnSession } from "@jipei/contract/users/session.ts";
import { sql } from "kysely";
import { endSessionsByNumber } from "../../auth/auth.queries.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import type { Db, Tx } from "../../core/database/db.ts";
import { Refusal, refuseRows } from "../../core/foundation/refusal.ts";
import { splitIds } from "../../core/database/rows.ts";

/** The sessions of a user: the current one first, then the others by when they were last seen. */
export async function ownSessions(db: Db, actor: Actor): Promise<OwnSession[]> {
  const { rows } =
    await sql<OwnSession>`select s.number as id, case when s.id = ${actor.sessionId} then '1' else '0' end as is_current, s.ip, s.client_id, s.agent, s.create_time, s.rotate_time as seen_time
    from login s where s.user_id = ${actor.userId} and s.end_time is null and s.expire_time > now() order by s.id = ${actor.sessionId} desc nulls last, s.rotate_time desc, s.number limit 200`.execute(
      db,
    );
  return rows;
}

/**
 * Ends the user's own sessions at once, on every node. Sessions that have ended already are ignored.
 * @throws NOT_FOUND for sessions of others, USER_PROTECTED for the current one, which ends by logging out
 */
export async function endOwnSessions(tx: Tx, actor: Actor, { ids }: { ids: string }): Promise<void> {
  const wanted = splitIds(ids);
  const { rows } = await sql<{
    number: string;
    id: string;
  }>`select number, id from login where number = any(${wanted}::bigint[]) and user_id = ${actor.userId} order by number for update`.execute(
    tx,
  );
  if (rows.length < wanted.length) throw new Refusal("NOT_FOUND");
  const own = rows.find(({ id }) => id === actor.sessionId);
  if (own) refuseRows("USER_PROTECTED", [own.number]);
  const ended = await endSessionsByNumber(tx, wanted);
  if (ended > 0)
    await writeAudit(tx, actor, [
      { bizType: "User", bizId: actor.userId, action: "endSessions", after: { sessions: ended } },
    ]);
}
