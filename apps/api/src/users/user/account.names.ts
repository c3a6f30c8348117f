import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { assertPhoneUnique } from "./user.phone.ts";

/** Where an account signs in: 0 bureau and assessors · 1 institution · 2 student · 3 enterprise. */
export type LoginType = "0" | "1" | "2" | "3";

/** @throws ACCOUNT_DUP, DUPLICATE for a phone that another enabled account has */
export async function assertNewAccount(
  tx: Tx,
  app: Services,
  { account, phone, loginType }: { account: string; phone: string | null; loginType: LoginType },
  idNumberHash: string | null = null,
): Promise<void> {
  if (isReserved(account)) throw new Refusal("ACCOUNT_DUP");
  await assertFree(tx, account, loginType === "2" ? idNumberHash : null);
  await assertPhoneUnique(tx, { id: null, loginType, phoneHash: phone ? app.cipher.hash(phone) : null });
}

/** Whether an account name is one of the shared users. */
export const isReserved = (account: string): boolean => /^U01[02]$/i.test(account);

export const nextStudentName = async (tx: Tx): Promise<string> => {
  const { rows } = await sql<{ number: string }>`select nextval('student_account_name')::text as number`.execute(tx);
  return `S${(rows[0] as { number: string }).number.padStart(8, "0")}`;
};

/** @throws ACCOUNT_DUP; the unique indexes refuse the second of two concurrent writes */
export async function assertFree(tx: Tx, account: string, studentHash: string | null): Promise<void> {
  const taken = await sql`select 1 from app_user where is_deleted = 0
    and (lower(account) = lower(${account}) or (login_type = '2' and id_number_hash = ${studentHash})) limit 1`.execute(
    tx,
  );
  if (taken.rows.length > 0) throw new Refusal("ACCOUNT_DUP");
}
