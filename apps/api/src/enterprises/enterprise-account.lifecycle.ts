import { enterpriseAccountMachine } from "@jipei/contract/enterprises/enterprise-account.machine.ts";
import { EnterpriseTotal } from "@jipei/contract/enterprises/enterprise-total.ts";
import { columns } from "../core/entity/columns.ts";
import { type Guard, lifecycle } from "../core/entity/transition.ts";
import type { Db } from "../core/database/db.ts";
import { now } from "../core/foundation/clock.ts";
import { worded } from "../core/foundation/refusal.ts";
import { putAccountInForce, withFiler } from "../providers/providers.queries.ts";
import { laterRecord } from "./enterprise-total.rules.ts";
import { enterpriseScope } from "./enterprise-total.scope.ts";

/** The year of a later record of the enterprise that names an account: where it is paid follows from that one. */
export const findLaterAccount = (db: Db, row: Parameters<typeof laterRecord>[1]) =>
  laterRecord(db, row).select("year").where("bankAccount", "is not", null).executeTakeFirst();

/** Filed before the later record was. @throws STATE_ILLEGAL */
const notOutdated: Guard<typeof EnterpriseTotal> = async (tx, _actor, row) => {
  const later = await findLaterAccount(tx, row);
  if (later)
    throw worded("STATE_ILLEGAL", [
      `${later.year}年度的记录已登记收款账户，${row.year}年度的账户不能再生效，请退回`,
      `The record of ${later.year} names an account; that of ${row.year} does not come into force any more, return it`,
    ]);
};

/** An account is filed with the record; somebody who filed none of it puts it in force. */
export const enterpriseAccountLifecycle = lifecycle({
  machine: enterpriseAccountMachine,
  entity: EnterpriseTotal,
  scope: enterpriseScope,
  moves: {
    fileAccount: {
      set: (_tx, actor, row) =>
        columns(EnterpriseTotal, {
          pendingFilers: withFiler(row.pendingFilers, actor),
          accountTime: now(),
          accountReason: null,
        }),
    },
    approveAccount: {
      guards: [notOutdated],
      set: async (tx, actor, row, _input, app) => {
        const filing = { filers: row.pendingFilers ?? [], fileTime: row.accountTime };
        await putAccountInForce(tx, actor, app, row.unitId, row, filing);
        return columns(EnterpriseTotal, { pendingFilers: null, accountReason: null });
      },
    },
    returnAccount: {
      set: (_tx, _actor, _row, input) => columns(EnterpriseTotal, { accountReason: input.reason }),
    },
  },
});
