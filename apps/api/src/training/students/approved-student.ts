import { StudentAccount } from "@jipei/contract/training/student-account.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import { updateRow } from "../../core/database/write-rows.ts";
import { Refusal, worded } from "../../core/foundation/refusal.ts";
import type { Approval, ApprovedStudent } from "../../users/users.queries.ts";
import { identify } from "../roster/person-rules.ts";
import { insertAccount, linkRosterRows } from "./student-account.register.ts";

/**
 * The account of a person whose registration was approved: a new one, or the one of their number whose user was removed (docs/decisions/0373).
 * @throws ID_INVALID, ID_MISMATCH for the number of somebody else, ACCOUNT_DUP for a number or phone in use
 */
export async function openApprovedAccount({ tx, actor, app, student }: Approval) {
  const { userId, name, phone, education } = student;
  const identity = identify({ idType: "1", idNumber: student.idNumber });
  const idNumberHash = app.cipher.hash(identity.idNumber);
  const known = await findAccount(tx, idNumberHash);
  const { accountId } = known
    ? take(known, student)
    : await insertAccount(tx, actor, app.cipher, { ...identity, name, phone, education, isRealName: "0" });
  await updateRow(tx, actor, StudentAccount, accountId, { userId, isValid: "isValid" });
  await linkRosterRows(tx, accountId, idNumberHash);
  return { accountId, idNumberHash };
}

interface Known {
  id: string;
  name: string;
  isUsed: boolean;
}

/** The account of a number, locked. */
async function findAccount(tx: Tx, idNumberHash: string): Promise<Known | undefined> {
  const { rows } = await sql<Known>`
    select a.id, a.name, exists (select from credential u where u.account_id = a.id and u.is_deleted = 0) as is_used
    from student_account a where a.id_number_hash = ${idNumberHash} and a.is_deleted = 0 for update of a`.execute(tx);
  return rows[0];
}

/** An account that nobody signs in to any more goes to the person whose it is. */
function take(known: Known, { name }: ApprovedStudent): { accountId: string } {
  if (known.name !== name) throw new Refusal("ID_MISMATCH");
  if (known.isUsed)
    throw worded("ACCOUNT_DUP", [
      "该证件号码已有学员账号，请驳回本申请，由本人用原账号登录",
      "This ID number has a student account already; reject the registration, the person signs in to that one",
    ]);
  return { accountId: known.id };
}
