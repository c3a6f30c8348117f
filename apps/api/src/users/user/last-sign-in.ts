import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";

/** Stores when a user signed in last. */
export const storeLastSignIn = async (db: Db, userId: string): Promise<void> =>
  void (await sql`update app_user set last_login_time = now() where id = ${userId}`.execute(db));
