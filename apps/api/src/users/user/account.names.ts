import { checkIdNumber } from "@jipei/contract/core/fields/id-number.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import { Refusal, invalidField } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { assertPhoneUnique } from "./user.phone.ts";

/** Where an account signs in: 0 bureau and assessors · 1 institution · 2 student · 3 enterprise. */
export type LoginType = "0" | "1" | "2" | "3";

/** @throws what `assertChoosable` throws for a name that is not made for a student, ACCOUNT_DUP, DUPLICATE for a phone that another enabled account has */
export async function assertNewAccount(
  tx: Tx,
  app: Services,
  { account, phone, loginType }: { account: string; phone: string | null; loginType: LoginType },
  idNumberHash: string | null = null,
): Promise<void> {
  if (loginType !== "2") assertChoosable(account);
  await assertFree(tx, account, loginType === "2" ? idNumberHash : null);
  await assertPhoneUnique(tx, { id: null, loginType, phoneHash: phone ? app.cipher.hash(phone) : null });
}

/** The shared users, and the names that are made for students. */
const reserved = /^(?:U01[02]|S\d{8,})$/i;

/**
 * Why nobody may choose an account name; null for one that is free to choose. By an ID number its owner signs in, who would be shut out by another account of that name; and a name
 * stands readable in every list.
 * @returns ACCOUNT_DUP for a reserved name, FIELD_INVALID for the number of a resident card
 */
export function findNameRefusal(account: string): Refusal | null {
  if (reserved.test(account)) return new Refusal("ACCOUNT_DUP");
  if (checkIdNumber(account) !== null) return null;
  return invalidField(
    "account",
    "账号名称",
    "Account",
    "不能使用居民身份证号码",
    "must not be the number of a resident card",
  );
}

/** @throws what `findNameRefusal` finds */
export function assertChoosable(account: string): void {
  const refusal = findNameRefusal(account);
  if (refusal) throw refusal;
}

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
