import { sql } from "kysely";
import type { Db } from "../../../src/core/database/db.ts";
import type { TestUser } from "../test-app.ts";

/** What the history says of the files that a user took with them, the oldest first. */
export const findTaken = async (db: Db, { actor }: TestUser, bizType: string) =>
  (
    await sql<{ bizId: string; after: unknown }>`
      select biz_id, after from audit_record
      where operator_id = ${actor.userId} and biz_type = ${bizType} and action = 'export' order by id`.execute(db)
  ).rows;
