import { RecoveryItem } from "@jipei/contract/subsidies/recovery-item.ts";
import { recoveryItemMachine } from "@jipei/contract/subsidies/recovery-item.machine.ts";
import type { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { Decimal } from "decimal.js";
import type { Actor } from "../../core/foundation/actor.ts";
import { now } from "../../core/foundation/clock.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import type { Tx } from "../../core/database/db.ts";
import { type Scope, ownRows } from "../../core/database/rows.ts";
import { nothing } from "../../core/database/sql.ts";
import { columns } from "../../core/entity/columns.ts";
import { type Effect, type Guard, lifecycle, transition } from "../../core/entity/transition.ts";
import { getLeftOver } from "./recovered.ts";

/** For the bureau alone; restricted by regions as other rows of institutions are. */
export const recoveryScope: Scope = (actor) => (actor.audience === "bureau" ? ownRows(actor) : nothing);

/** Nobody agrees to what they proposed. @throws SELF_REVIEW */
const bySecondPerson: Guard<typeof RecoveryItem> = (_tx, actor, { proposeUser }) => {
  if (proposeUser === actor.userId) throw new Refusal("SELF_REVIEW");
};

export const recoveryLifecycle = lifecycle({
  machine: recoveryItemMachine,
  entity: RecoveryItem,
  scope: recoveryScope,
  moves: {
    // The newest recovery of the claim, which has just been recorded. Rows are settled one after another: what one entry has of a row, the next has not, and a
    // command brings of a row what the largest of its entries says.
    settle: {
      set: async (tx, actor, { applyId, lineId, amount }) => {
        const getLeft = await getLeftOver(tx, [lineId]);
        const entry = await tx
          .selectFrom("paymentEntry")
          .select("id")
          .where("applyId", "=", applyId)
          .where("command", "=", "recover")
          .orderBy("id", "desc")
          .limit(1)
          .executeTakeFirst();
        const { brought } = await tx
          .selectFrom("recoveryItem")
          .select(({ fn }) => fn.sum<string | null>("recoveredAmount").as("brought"))
          .where("lineId", "=", lineId)
          .where("entryId", "=", entry?.id ?? null)
          .executeTakeFirstOrThrow();
        const missing = Decimal.max(new Decimal(amount).minus(brought ?? 0), 0);
        return columns(RecoveryItem, {
          recoveredAmount: Decimal.min(missing, getLeft(lineId)).toFixed(2),
          entryId: entry?.id ?? null,
          decideUser: actor.userId,
          decideTime: now(),
        });
      },
    },
    propose: {
      set: (_tx, actor, _row, input) =>
        columns(RecoveryItem, { proposeUser: actor.userId, proposeReason: input.reason ?? null }),
    },
    decline: {
      guards: [bySecondPerson],
      set: () => columns(RecoveryItem, { proposeUser: null, proposeReason: null }),
    },
    dismiss: {
      guards: [bySecondPerson],
      set: (_tx, actor) => columns(RecoveryItem, { decideUser: actor.userId, decideTime: now() }),
    },
  },
});

/** Entries of a claim that nobody has decided. */
export const findWaiting = (tx: Tx, applyId: string) =>
  tx
    .selectFrom("recoveryItem")
    .select(["id", "lineId"])
    .where("applyId", "=", applyId)
    .where("state", "in", ["open", "proposed"])
    .where("isDeleted", "=", 0)
    .orderBy("id")
    .execute();

/** Settles what is still to be recovered, and every other entry of a row of which nothing is left. @param ids only these of the claim; null: all of it */
export async function settleItems(
  tx: Tx,
  actor: Actor,
  applyId: string,
  ids: readonly string[] | null,
  app: Services,
): Promise<void> {
  const waiting = await findWaiting(tx, applyId);
  const settle = async (items: readonly { id: string }[]) => {
    const chosen = items.map(({ id }) => id);
    if (chosen.length > 0) await transition(tx, actor, recoveryLifecycle, "settle", chosen, {}, app);
  };
  const isChosen = ({ id }: { id: string }) => ids === null || ids.includes(id);
  await settle(waiting.filter(isChosen));
  const others = waiting.filter((item) => !isChosen(item));
  const lines = others.map(({ lineId }) => lineId);
  const getLeft = await getLeftOver(tx, lines);
  await settle(others.filter(({ lineId }) => getLeft(lineId).isZero()));
}

/** A claim of which everything is recovered leaves nothing to be recovered. */
export const settleRecovered: Effect<typeof SubsidyApplication> = async (tx, actor, claim, _input, app) => {
  if (claim.payStatus === "5") await settleItems(tx, actor, claim.id, null, app);
};
