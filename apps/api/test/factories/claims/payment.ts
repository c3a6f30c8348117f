import { sql } from "kysely";
import { today } from "../../../src/core/foundation/clock.ts";
import type { Tx } from "../../../src/core/database/db.ts";
import type { Services } from "../../../src/core/foundation/services.ts";

/** The commands that lead to a state of payment. */
const commands = { "2": ["send"], "3": ["send", "confirm"], "5": ["send", "confirm", "recover"] } as const;

/** Brings a claim to a state of payment without the rules of its call: for tests of what stands on paid claims. @param amount in yuan */
export async function storePayment(
  { db }: Services,
  applyId: string,
  payStatus: keyof typeof commands,
  amount = "0.00",
): Promise<void> {
  const paid = payStatus === "2" ? null : amount;
  const isRecovered = payStatus === "5";
  await db.transaction().execute(async (tx) => {
    await sql`update subsidy_application set approved_amount = coalesce(approved_amount, ${amount}) where id = ${applyId}`.execute(
      tx,
    );
    await approvePayee(tx, applyId);
    for (const command of commands[payStatus]) {
      const decided = command === "recover";
      await sql`
        insert into payment_entry (apply_id, org_id, bank_name, bank_account, bank_account_hash, bank_account_name, command, payment_key, amount, pay_date, reason, for_falseness, document_list, create_user, update_user)
        select id, org_id, bank_name, bank_account, bank_account_hash, bank_account_name, ${command}, ${`test ${command}`}, ${amount}, ${today()}, ${decided ? "测试" : null}, ${decided ? "0" : null}, ${decided ? ["1"] : null}, 1, 1
        from subsidy_application where id = ${applyId}`.execute(tx);
    }
    await sql`
      update subsidy_application set status = 'compile', pay_status = ${payStatus}, pay_amount = ${paid}, pay_date = ${paid && today()},
        recovered_amount = ${isRecovered ? amount : "0"}, recovery_list = ${isRecovered ? ["1"] : null}
      where id = ${applyId}`.execute(tx);
  });
}

/** The account that the claim is paid to, one of its own if the claim was never submitted, and its approval. */
async function approvePayee(tx: Tx, applyId: string): Promise<void> {
  await sql`
    update subsidy_application set bank_name = '测试银行', bank_account = 'x', bank_account_hash = 'x', bank_account_name = '测试机构'
    where id = ${applyId} and bank_account is null`.execute(tx);
  await sql`
    insert into payee_account (unit_kind, unit_id, bank_name, bank_account, bank_account_hash, bank_account_name, filers, approve_user, approve_time)
    select 'Organisation', org_id, bank_name, bank_account, bank_account_hash, bank_account_name, '{1}', 2, now()
    from subsidy_application where id = ${applyId}`.execute(tx);
}
