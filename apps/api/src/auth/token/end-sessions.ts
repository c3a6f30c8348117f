import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";

/** Ends the sessions of a user at once, on every node. @param except id of a session that continues */
export const endSessions = async (
  tx: Tx,
  userId: string,
  why: "account" | "factor",
  except: string | null = null,
): Promise<void> =>
  void (await sql`update login_session set end_time = now(), end_reason = ${why} where user_id = ${userId} and end_time is null and id is distinct from ${except}::uuid`.execute(
    tx,
  ));

/** Ends sessions by their numbers, on every node. @returns how many were still active */
export async function endSessionsByNumber(tx: Tx, numbers: readonly string[]): Promise<number> {
  const ended =
    await sql`update login_session set end_time = now(), end_reason = 'forced' where number = any(${[...numbers]}::bigint[]) and end_time is null returning id`.execute(
      tx,
    );
  return ended.rows.length;
}
