import { EnterpriseTotal } from "@jipei/contract/enterprises/enterprise-total.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { withHistory } from "../core/entity/audit.ts";
import { type Draft, columns } from "../core/entity/columns.ts";
import type { CrudOptions } from "../core/entity/crud.ts";
import { updateRow } from "../core/database/write-rows.ts";
import { refuseDuplicate } from "../core/entity/references.ts";
import { transition } from "../core/entity/transition.ts";
import type { Db, Tx } from "../core/database/db.ts";
import type { StoredRow } from "../core/database/tables.ts";
import { question } from "../core/foundation/ports.ts";
import { refuseRows } from "../core/foundation/refusal.ts";
import type { Services } from "../core/foundation/services.ts";
import { getPayee, getPayeeAccounts, saveEnterpriseUnit } from "../providers/providers.queries.ts";
import { assertRegion } from "../settings/settings.queries.ts";
import { enterpriseAccountLifecycle, findLaterAccount } from "./enterprise-account.lifecycle.ts";
import { assertOfDepartment, assertYear, checkRecord, getEnterprise, laterRecord } from "./enterprise-total.rules.ts";
import { enterpriseScope } from "./enterprise-total.scope.ts";

type Stored = StoredRow<typeof EnterpriseTotal>;

/** By enterprise and year: it has signed up, trained or claimed in that year. */
export const enterpriseHasBusiness = question<{ entId: string; year: number }>("has the enterprise business?");

export const enterpriseOptions = {
  entity: EnterpriseTotal,
  resource: "enterprise_total",
  scope: enterpriseScope,
  audited: true,
  async beforeSave(tx, actor, merged, old, app) {
    checkRecord(merged);
    if (!old) assertYear(merged);
    await assertRegion(tx, EnterpriseTotal.fields.regionCode, merged.regionCode, old?.regionCode);
    const entId = getEnterprise(actor, merged, old);
    await assertOfDepartment(tx, entId, merged);
    const { id, year, creditCode } = merged;
    await refuseDuplicate(tx, EnterpriseTotal, id, { year, entId });
    await refuseDuplicate(tx, EnterpriseTotal, id, { creditCode, year });
    const unitId =
      (await laterRecord(tx, { entId, year }).select("unitId").executeTakeFirst())?.unitId ??
      (await saveUnit(tx, actor, app, entId, merged));
    return columns(EnterpriseTotal, { entId, unitId, ...(!old && { accountState: "0" }) });
  },
  /** The account that the record names is in force already, is that of an earlier year, or is filed for somebody else to approve. */
  async afterSave(tx, actor, row, old, app) {
    const { id, bankName, bankAccount, bankAccountName } = row;
    const isComplete = bankName && bankAccount && bankAccountName;
    const isPaid = isComplete && (await isInForce(tx, row));
    if (!isComplete || isPaid || (await findLaterAccount(tx, row))) {
      const accountState = isPaid ? "1" : "0";
      if (row.accountState !== accountState)
        await updateRow(tx, actor, EnterpriseTotal, id, { accountState, pendingFilers: null });
    } else if (!old || accountOf(old) !== accountOf(row))
      await transition(tx, actor, enterpriseAccountLifecycle, "fileAccount", [id], {}, app);
  },
  /** @throws ENT_IN_USE */
  async beforeRemove(tx, _actor, rows, app) {
    const used = [];
    for (const { id, entId, year } of rows)
      if (await app.ports.holds(tx, enterpriseHasBusiness, { entId, year })) used.push(id);
    refuseRows("ENT_IN_USE", used);
  },
  detail: async (db, actor, row, app) => ({
    ...(await getPayeeAccounts(db, actor, app, row.unitId as string, row.pendingFilers)),
    ...(await withHistory(EnterpriseTotal)(db, actor, row)),
  }),
} satisfies CrudOptions<typeof EnterpriseTotal>;

const accountOf = (row: Stored) => JSON.stringify([row.bankName, row.bankAccount, row.bankAccountName]);

/** Whether the unit is paid to the account of a record. */
async function isInForce(db: Db, row: Stored): Promise<boolean> {
  const payee = await getPayee(db, row.unitId);
  return (
    payee.bankName === row.bankName &&
    payee.bankAccountHash === row.bankAccountHash &&
    payee.bankAccountName === row.bankAccountName
  );
}

/** Saves the unit of an enterprise as its record says. @returns its id */
function saveUnit(tx: Tx, actor: Actor, app: Services, deptId: string, record: Draft<typeof EnterpriseTotal>) {
  const { entName: orgName, creditCode, regionCode, address, legalPerson, contact, contactPhone } = record;
  const facts = { deptId, orgName, creditCode, regionCode, address, legalPerson, contact, contactPhone };
  return saveEnterpriseUnit(tx, actor, app, facts);
}
