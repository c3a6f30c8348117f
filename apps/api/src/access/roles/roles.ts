import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";

/** The first alias that no role has, undefined where all exist. */
export async function findUnknownRole(db: Db, aliases: readonly string[]): Promise<string | undefined> {
  const { rows } = await sql<{
    alias: string;
  }>`select x as alias from unnest(${[...aliases]}::text[]) x where not exists (select from role where role_alias = x and is_deleted = 0) limit 1`.execute(
    db,
  );
  return rows[0]?.alias;
}
