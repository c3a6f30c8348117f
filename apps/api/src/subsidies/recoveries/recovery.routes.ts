import { RecoveryItem, recoveryItemCalls as calls } from "@jipei/contract/subsidies/recovery-item.ts";
import { recoveryItemMachine } from "@jipei/contract/subsidies/recovery-item.machine.ts";
import { recoveryState } from "@jipei/contract/subsidies/subsidy-codes.ts";
import { PaymentEntry } from "@jipei/contract/subsidies/payment-entry.ts";
import { leadsFrom } from "@jipei/contract/core/machine.ts";
import type { InputOf } from "@jipei/contract/core/call.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import { lockRows, splitIds } from "../../core/database/rows.ts";
import { withHistory } from "../../core/entity/audit.ts";
import { type CrudOptions, crud } from "../../core/entity/crud.ts";
import { moveRoute, transition } from "../../core/entity/transition.ts";
import { exporter } from "../../core/excel/export.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { Refusal, illegalState, invalidField, worded } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { type Route, reads, writes } from "../../core/http/implement.ts";
import { ascending, descending } from "../../core/list/order.ts";
import { calculateSum } from "../amount/amount.ts";
import { keepsAdvances, setOffAgain } from "../apprentices/advances.ts";
import { getRest } from "../payment/payment.ledger.ts";
import { lockClaimOf, recordResult } from "../payment/payment.routes.ts";
import { getLeftOver } from "./recovered.ts";
import { recoveryLifecycle, recoveryScope, settleItems } from "./recovery.lifecycle.ts";

export const recoveryRows = {
  entity: RecoveryItem,
  resource: "recovery_item",
  scope: recoveryScope,
  // What waits first.
  order: [ascending(sql`(t.state not in ('open', 'proposed'))`), descending(sql`t.since`), descending(sql`t.id`)],
  detail: withHistory(RecoveryItem),
} satisfies CrudOptions;
const { list, detail } = crud(recoveryRows);
const sheet = exporter(RecoveryItem, calls.export, recoveryRows);

/**
 * Recovers entries of one claim, as a command in the ledger of its payment, and settles them. The same key again has no second effect. No entry is settled for
 * less than it says: what shall not be recovered is dismissed by two people.
 * @throws FIELD_INVALID for entries of several claims, STATE_ILLEGAL, PAY_MISMATCH for another amount than is to be recovered, what a recovery refuses
 */
async function settle(tx: Tx, actor: Actor, input: InputOf<typeof calls.settle>, app: Services): Promise<void> {
  const ids = splitIds(input.ids);
  const items = await lockRows(tx, RecoveryItem, recoveryScope, actor, ids);
  const [first, ...others] = items;
  if (!first) return;
  if (others.some(({ applyId }) => applyId !== first.applyId))
    throw invalidField("ids", "待追回", "To be recovered", "须属于同一申请", "must belong to one claim");
  const known = await tx
    .selectFrom("paymentEntry")
    .select("id")
    .where("applyId", "=", first.applyId)
    .where("paymentKey", "=", input.paymentKey ?? "")
    .executeTakeFirst();
  if (known && items.every(({ entryId }) => entryId === known.id)) return;
  if (known) throw new Refusal("DUPLICATE", { field: PaymentEntry.fields.paymentKey });
  const notOpen = items.find(({ state }) => !leadsFrom(recoveryItemMachine, "settle", state));
  if (notOpen) throw illegalState(recoveryState, notOpen.state, "追回", "recover");
  const claims = await lockClaimOf(tx, first.applyId);
  const [claim] = claims;
  const recoveredAmount = await findAmount(tx, items, getRest(claim));
  if (input.recoveredAmount && !new Decimal(input.recoveredAmount).eq(recoveredAmount))
    throw worded("PAY_MISMATCH", [
      `须追回${recoveredAmount}元；少追的部分须由两人办理不予追回`,
      `${recoveredAmount} yuan are to be recovered; for less, two people dismiss an entry`,
    ]);
  const lines = items.map(({ lineId }) => lineId);
  const keepsRows = await keepsAdvances(tx, first.applyId, lines);
  await recordResult(tx, actor, claims, "recovered", { ...input, recoveredAmount }, app, { keepsRows });
  await settleItems(tx, actor, first.applyId, ids, app);
  await setOffAgain(tx, actor, claim);
}

/** What is to be recovered of the rows of some entries, in yuan: of a row with several reasons once, and neither more than is left of it nor of the claim. */
async function findAmount(
  tx: Tx,
  items: readonly Pick<StoredRow<typeof RecoveryItem>, "lineId" | "amount">[],
  rest: Decimal,
): Promise<string> {
  const byLine = Map.groupBy(items, ({ lineId }) => lineId);
  const getLeft = await getLeftOver(tx, [...byLine.keys()]);
  const amounts = [...byLine].map(([lineId, entries]) =>
    Decimal.min(getLeft(lineId), Decimal.max(...entries.map(({ amount }) => amount))).toFixed(2),
  );
  return Decimal.min(calculateSum(amounts), rest).toFixed(2);
}

export const recoveryRoutes: readonly Route[] = [
  sheet,
  reads(calls.list, list),
  reads(calls.detail, detail),
  moveRoute(calls.propose, recoveryLifecycle, "propose"),
  moveRoute(calls.decline, recoveryLifecycle, "decline"),
  writes(
    calls.dismiss,
    async (tx, actor, { ids }, app) =>
      void (await transition(tx, actor, recoveryLifecycle, "dismiss", splitIds(ids), {}, app)),
  ),
  writes(calls.settle, settle),
];
