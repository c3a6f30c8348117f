import { Organisation } from "@jipei/contract/providers/organisation.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import type { Tx } from "../../core/database/db.ts";
import { insertRow, updateRow } from "../../core/database/write-rows.ts";
import { stored } from "../../core/entity/to-response.ts";
import type { Services } from "../../core/foundation/services.ts";
import { nextNumber } from "../../settings/settings.queries.ts";
import { type Account, approveAccount } from "../payees/payee-account.ts";

/** What an enterprise says of itself, in clear. */
export interface EnterpriseFacts {
  /** The department as which it signs in. */
  deptId: string;
  orgName: string;
  creditCode: string;
  regionCode: string;
  address: string;
  legalPerson: string;
  contact: string;
  contactPhone: string;
}

const noAccount = { bankName: null, bankAccount: null, bankAccountName: null };

/**
 * Saves the unit by which an enterprise trains, claims and is paid; a new one gets its number. Under another name it has no account until one in that
 * name is approved.
 * @returns its id
 */
export async function saveEnterpriseUnit(
  tx: Tx,
  actor: Actor,
  app: Services,
  { deptId, ...facts }: EnterpriseFacts,
): Promise<string> {
  const known = await findEnterpriseUnit(tx, deptId);
  if (known) {
    const account = known.orgName === facts.orgName ? {} : noAccount;
    await updateRow(tx, actor, Organisation, known.id, stored(Organisation, app.cipher, { ...facts, ...account }));
    return known.id;
  }
  const added = await insertRow(tx, actor, Organisation, {
    ...stored(Organisation, app.cipher, facts),
    side: "2",
    deptId,
    orgNo: await nextNumber(tx, "ENT_NO"),
    state: "isUser",
  });
  return added.id;
}

/** The unit of an enterprise, locked. @param deptId its department */
export const findEnterpriseUnit = (tx: Tx, deptId: string) =>
  tx
    .selectFrom("organisation")
    .select(["id", "orgName"])
    .where("deptId", "=", deptId)
    .where("isDeleted", "=", 0)
    .forUpdate()
    .executeTakeFirst();

/** Puts an account of an enterprise in force. @throws SELF_REVIEW for whoever filed any of it */
export async function putAccountInForce(
  tx: Tx,
  actor: Actor,
  app: Services,
  unitId: string,
  account: Account,
  filing: Parameters<typeof approveAccount>[5],
): Promise<void> {
  const { bankName, bankAccount, bankAccountName } = account;
  await approveAccount(tx, actor, app, { entity: Organisation, id: unitId }, account, filing);
  await updateRow(
    tx,
    actor,
    Organisation,
    unitId,
    stored(Organisation, app.cipher, { bankName, bankAccount, bankAccountName }),
  );
}
