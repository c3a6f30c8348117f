import { enterpriseAccountMachine } from "@jipei/contract/enterprises/enterprise-account.machine.ts";
import { EnterpriseTotal } from "@jipei/contract/enterprises/enterprise-total.ts";
import { columns } from "../core/entity/columns.ts";
import { lifecycle } from "../core/entity/transition.ts";
import { now } from "../core/foundation/clock.ts";
import { putAccountInForce, withFiler } from "../providers/providers.queries.ts";
import { enterpriseScope } from "./enterprise-total.scope.ts";

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
