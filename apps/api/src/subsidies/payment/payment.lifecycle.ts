import { columns } from "../../core/entity/columns.ts";
import { paymentMachine } from "@jipei/contract/subsidies/payment.machine.ts";
import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import { today } from "../../core/foundation/clock.ts";
import { attachFiles } from "../../core/storage/files.ts";
import { Refusal, invalidField, worded } from "../../core/foundation/refusal.ts";
import { type Effect, type Guard, lifecycle } from "../../core/entity/transition.ts";
import { notify, sendSms } from "../../notices/notices.queries.ts";
import {
  findContactPhone,
  getUnitReceivers,
  hasOwnAccount,
  lowerCredit,
  getPayee,
  isApprovedPayee,
} from "../../providers/providers.queries.ts";
import { separate } from "../duties/claim-duties.ts";
import { barForFalseness } from "../bars/bars.ts";
import type { PaymentInput } from "./payment.input.ts";
import { getClaimPage, getSide } from "../claim/claim-side.ts";
import { currentPayee } from "../claim/claim.store.ts";
import { releaseAll } from "../claim/claim.reservation.ts";
import { claimScope } from "../claim/claim.scope.ts";
import { setOffAgain } from "../apprentices/advances.ts";
import { findWaiting, settleRecovered } from "../recoveries/recovery.lifecycle.ts";
import { stillPayable } from "../claim/still-payable.ts";
import { findFailed, getDue, getRest, recordCommand, wasFalse } from "./payment.ledger.ts";
import { markPaid } from "../../entitlements/entitlements.queries.ts";

/** Publicity ends at the close of its last day. @throws PUBLICITY_OPEN */
const publicityOver: Guard<typeof SubsidyApplication> = (_tx, _actor, claim) => {
  const { applyNo, publicityEnd } = claim;
  // Named, for it may be one that goes along with the claim asked for.
  if (!publicityEnd || publicityEnd >= today())
    throw worded("PUBLICITY_OPEN", [
      `${applyNo}公示期未满，至${publicityEnd ?? "—"}`,
      `The public notice of ${applyNo} is not over, until ${publicityEnd ?? "—"}`,
    ]);
};

/** An objection of a person named in the claim holds the payment until it is answered. @throws PUBLICITY_OPEN */
const noOpenObjection: Guard<typeof SubsidyApplication> = async (tx, _actor, claim) => {
  const { rows } =
    await sql`select from payment_objection where apply_id = ${claim.id} and state = 'open' and is_deleted = 0 limit 1`.execute(
      tx,
    );
  // The code of the rule, but in words of its own: the period may be long over.
  if (rows.length > 0)
    throw worded("PUBLICITY_OPEN", [
      "有未答复的拨付异议，答复后方可拨付",
      "A payment objection is still open; payment waits for its answer",
    ]);
};

/** @throws PAY_MISMATCH */
const amountAgrees: Guard<typeof SubsidyApplication, PaymentInput> = (_tx, _actor, claim, input) => {
  if (!input.payAmount || !getDue(claim).eq(input.payAmount)) throw new Refusal("PAY_MISMATCH");
};

/** No money comes before the publicity is over. @throws FIELD_INVALID */
const paidAfterPublicity: Guard<typeof SubsidyApplication, PaymentInput> = (_tx, _actor, claim, input) => {
  const { publicityEnd } = claim;
  if (input.payDate && publicityEnd && input.payDate <= publicityEnd)
    throw invalidField(
      "payDate",
      "拨付日期",
      "Paid on",
      `须晚于公示截止日${publicityEnd}`,
      `after the end of publicity, ${publicityEnd}`,
    );
};

/**
 * Where the bank returned the last payment, bank, account or its name has to differ now, and be what the automatic check passes. The ledger tells, for the
 * claim may have been reviewed anew since. @throws BANK_REQUIRED
 */
const bankCorrected: Guard<typeof SubsidyApplication> = async (tx, _actor, claim) => {
  const failed = await findFailed(tx, claim.id);
  if (!failed) return;
  const filed = await getPayee(tx, claim.orgId);
  if (!filed.bankName || !filed.bankAccountHash || !filed.bankAccountName) throw new Refusal("BANK_REQUIRED");
  const same = (["bankName", "bankAccountHash", "bankAccountName"] as const).every(
    (name) => filed[name] === failed[name],
  );
  if (same)
    throw worded("BANK_REQUIRED", [
      "单位尚未更正银行账户信息，不能重新拨付",
      "The unit has not corrected its bank account yet; the payment cannot be sent again",
    ]);
  if (!(await hasOwnAccount(tx, claim.orgId)))
    throw worded("BANK_REQUIRED", [
      "更正后的账户户名须为单位名称，账号不得与其他单位相同",
      "The corrected account must be in the name of the unit, and of no other",
    ]);
};

/** Money goes to accounts alone that two people stand for, whatever waits beside them meanwhile. @throws BANK_REQUIRED */
const accountApproved: Guard<typeof SubsidyApplication> = async (tx, _actor, claim) => {
  if (!(await isApprovedPayee(tx, claim.orgId, claim)))
    throw worded("BANK_REQUIRED", [
      `${claim.applyNo}的收款账户未经审核，不能拨付`,
      `The account of ${claim.applyNo} was never approved; nothing is paid to it`,
    ]);
};

/** @throws ATTACH_REQUIRED */
const decisionAttached: Guard<typeof SubsidyApplication, PaymentInput> = (_tx, _actor, _claim, input) => {
  if (!input.recoveryList?.length)
    throw new Refusal("ATTACH_REQUIRED", { names: { zh: "追回决定", en: "recovery decision" } });
};

const paid: Effect<typeof SubsidyApplication> = async (tx, _actor, claim, _input, app) => {
  await markPaid(tx, claim.id);
  const phone = await findContactPhone(tx, app, claim.orgId);
  if (phone)
    await sendSms(tx, app, {
      template: "SUBSIDY_PAID",
      phone,
      params: { applyNo: claim.applyNo, amount: claim.payAmount },
      bizType: "SubsidyApplication",
      bizId: claim.id,
    });
  await notify(tx, {
    to: await getUnitReceivers(tx, claim.orgId),
    title: { zh: "补贴已拨付", en: "Subsidy paid" },
    text: { zh: `${claim.applyNo}：${claim.payAmount}元`, en: `${claim.applyNo}: ${claim.payAmount} yuan` },
    link: getClaimPage(claim),
  });
};

const failedPayment: Effect<typeof SubsidyApplication> = async (tx, _actor, claim) => {
  const reason = claim.failReason ?? "";
  await notify(tx, {
    to: { ...(await getUnitReceivers(tx, claim.orgId)), role: "finance" },
    title: { zh: "拨付失败，请核对银行信息", en: "Payment failed, check the bank data" },
    text: { zh: `${claim.applyNo}：${reason}`, en: `${claim.applyNo}: ${reason}` },
    link: getClaimPage(claim),
  });
};

/** A part that is recovered for another reason than falseness leaves training and credit as they are. */
const recovered: Effect<typeof SubsidyApplication, PaymentInput> = async (tx, actor, claim, input) => {
  await attachFiles(tx, actor, getSide(claim).entity, claim.id, { recoveryList: claim.recoveryList });
  const isWhole = claim.payStatus === "5";
  const isFalse = input.forFalseness === "1";
  if (isWhole) await releaseAll(tx, claim);
  if (isFalse && !(await wasFalse(tx, claim.id))) await barForFalseness(tx, actor, claim, input.reason ?? "");
  if (isWhole || isFalse) await lowerCredit(tx, actor, claim.orgId, `${claim.applyNo}：${input.reason}`);
};

/** @throws PAY_MISMATCH for more than what was paid and not recovered yet */
const restCovers: Guard<typeof SubsidyApplication, PaymentInput> = (_tx, _actor, claim, { recoveredAmount }) => {
  if (!recoveredAmount) return;
  const rest = getRest(claim);
  if (new Decimal(recoveredAmount).lte(0) || rest.lt(recoveredAmount))
    throw worded("PAY_MISMATCH", [
      `追回金额须大于零，且不超过未追回的${rest.toFixed(2)}元`,
      `The amount recovered must be above zero, and not above the ${rest.toFixed(2)} yuan that are left`,
    ]);
};

/**
 * A part says of no row that it is back: while entries wait, it would be recovered with them once more. Of a training that was false every row is to come
 * back, and no more than that ever does. @throws PAY_MISMATCH
 */
const entriesFirst: Guard<typeof SubsidyApplication, PaymentInput> = async (tx, _actor, claim, input) => {
  const { recoveredAmount, ofEntries, forFalseness } = input;
  if (ofEntries || forFalseness === "1" || !recoveredAmount || getRest(claim).lte(recoveredAmount)) return;
  const { length } = await findWaiting(tx, claim.id);
  if (length > 0)
    throw worded("PAY_MISMATCH", [
      `${claim.applyNo}有${length}条待追回，须先在待追回中办理，追回全部的除外`,
      `Entries of ${claim.applyNo} that are to be recovered: ${length}; decide on them first, unless everything is recovered`,
    ]);
};

/** Whether the decision says that the training was false: that decides what stands after it. @throws FIELD_INVALID */
const saysWhetherFalse: Guard<typeof SubsidyApplication, PaymentInput> = (_tx, _actor, _claim, input) => {
  if (!input.forFalseness)
    throw invalidField("forFalseness", "是否虚假培训", "For falseness", "请选择", "please choose");
};

const sent = recordCommand("send", (claim) => ({ amount: getDue(claim).toFixed(2) }));

/** Payment after publicity, in batches whose number (`payBatchNo`) the call draws. The account is the one filed now when a payment is sent again. */
export const paymentLifecycle = lifecycle({
  machine: paymentMachine,
  entity: SubsidyApplication,
  scope: claimScope,
  moves: {
    publish: {},
    withdraw: { set: () => columns(SubsidyApplication, { failReason: null }) },
    send: {
      guards: [separate("payer"), publicityOver, noOpenObjection, accountApproved, bankCorrected, stillPayable],
      set: async (tx, _actor, claim, input) => ({
        ...((await findFailed(tx, claim.id)) ? await currentPayee(tx, claim.orgId) : {}),
        ...columns(SubsidyApplication, { payBatchNo: input.payBatchNo }),
      }),
      effects: [sent],
    },
    confirm: {
      guards: [separate("payer"), noOpenObjection, amountAgrees, paidAfterPublicity],
      set: (_tx, _actor, _claim, input) =>
        columns(SubsidyApplication, { payAmount: input.payAmount, payDate: input.payDate ?? today() }),
      effects: [
        recordCommand("confirm", ({ payAmount, payDate }) => ({
          amount: payAmount ?? "0",
          payDate: payDate ?? today(),
        })),
        paid,
      ],
    },
    fail: {
      guards: [separate("payer")],
      set: (_tx, _actor, _claim, input) => columns(SubsidyApplication, { failReason: input.reason ?? null }),
      effects: [
        recordCommand("fail", (claim) => ({ amount: getDue(claim).toFixed(2), reason: claim.failReason })),
        failedPayment,
      ],
    },
    resend: {
      guards: [separate("payer"), noOpenObjection, bankCorrected, stillPayable],
      set: async (tx, _actor, claim, input) => ({
        ...(await currentPayee(tx, claim.orgId)),
        ...columns(SubsidyApplication, { payBatchNo: input.payBatchNo, failReason: null }),
      }),
      effects: [sent],
    },
    recover: {
      guards: [separate("payer"), decisionAttached, saysWhetherFalse, restCovers, entriesFirst],
      set: (_tx, _actor, claim, { recoveredAmount, recoveryList }) =>
        columns(SubsidyApplication, {
          recoveredAmount: recoveredAmount
            ? new Decimal(claim.recoveredAmount).plus(recoveredAmount).toFixed(2)
            : (claim.payAmount ?? "0"),
          recoveryList: [...new Set([...(claim.recoveryList ?? []), ...(recoveryList ?? [])])],
        }),
      effects: [
        recovered,
        recordCommand("recover", (claim, { reason, forFalseness, recoveryList }, before) => ({
          amount: getRest(before).minus(getRest(claim)).toFixed(2),
          reason,
          forFalseness,
          documentList: recoveryList,
        })),
        settleRecovered,
        setOffAgain,
      ],
    },
  },
});
