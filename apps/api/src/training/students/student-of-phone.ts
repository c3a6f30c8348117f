import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";
import type { Services } from "../../core/foundation/services.ts";

/** The user whose student account has a phone that opens it. */
export async function studentOfPhone(db: Db, app: Services, phone: string): Promise<string | null> {
  const { rows } = await sql<{
    id: string;
  }>`select u.id from student_account a join credential u on u.id = a.user_id and u.is_deleted = 0 and u.phone_hash = a.phone_hash and u.phone_proven = '1'
    where a.phone_hash = ${app.cipher.hash(phone)} and a.is_deleted = 0 and a.is_valid = 'isValid'`.execute(db);
  return rows[0]?.id ?? null;
}
