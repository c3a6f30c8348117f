import { columns } from "../../core/entity/columns.ts";
import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { SubsidyLine } from "@jipei/contract/subsidies/subsidy-line.ts";
import { sql } from "kysely";
import { updateRow } from "../../core/database/write-rows.ts";
import { addWorkdays, now, today } from "../../core/foundation/clock.ts";
import { type Effect, type Settings, transition } from "../../core/entity/transition.ts";
import { notify, sendSms } from "../../notices/notices.queries.ts";
import { findContactPhone, getUnitReceivers } from "../../providers/providers.queries.ts";
import { nextNumber, parameter, workdayExceptions } from "../../settings/settings.queries.ts";
import { getCandidates } from "../amount/eligibility.ts";
import { getClaimPage, getSide } from "./claim-side.ts";
import { getPrice } from "./claim.save.ts";
import { releaseAll, reserveLines } from "./claim.reservation.ts";
import { currentPayee, getLines, showOnRoster, unchecked } from "./claim.store.ts";
import { claimedClass } from "./class-facts.ts";
import { keepPolicy } from "../policy/claim-policy.ts";
import { paymentLifecycle } from "../payment/payment.lifecycle.ts";

/** Columns set with the submission: number, payee as filed now, time of the first commit. */
export const submission: Settings<typeof SubsidyApplication> = async (tx, actor, claim) => {
  const commitTime = now();
  return {
    ...(await currentPayee(tx, claim.orgId)),
    ...unchecked,
    ...columns(SubsidyApplication, {
      applyNo: claim.applyNo ?? (await nextNumber(tx, getSide(claim).serial)),
      commitUser: actor.userId,
      commitTime,
      firstCommitTime: claim.firstCommitTime ?? commitTime,
      backNode: null,
      firstUser: null,
      firstTime: null,
      firstAmount: null,
      reUser: null,
      reTime: null,
    }),
  };
};

/** A submission that is taken back was none: it counts for no deadline either. The number stays the claim's own. */
export const recalled: Settings<typeof SubsidyApplication> = (_tx, _actor, { commitTime, firstCommitTime }) => ({
  ...unchecked,
  ...columns(SubsidyApplication, {
    commitUser: null,
    commitTime: null,
    firstCommitTime: firstCommitTime === commitTime ? null : firstCommitTime,
  }),
});

/**
 * A committed row keeps the standard, the amount payable and its formula as they are on the day of its submission, not as the draft had them, and the
 * claim the parameters and the price behind them. Refused rows too: a reviewer may approve one after all.
 */
export const priceRows: Effect<typeof SubsidyApplication> = async (tx, actor, claim) => {
  const claimed = await claimedClass(tx, claim.classId, actor);
  const terms = await keepPolicy(tx, claim, claimed);
  const lines = await getLines(tx, claim.id);
  const students = lines.map((line) => line.studentId);
  const priced = new Map((await getCandidates(tx, claimed, claim, students, terms)).map((one) => [one.studentId, one]));
  for (const { id, studentId, payableAmount, subsidyId } of lines) {
    const candidate = priced.get(studentId);
    if (candidate?.amount && (candidate.amount.payable !== payableAmount || candidate.subsidyId !== subsidyId))
      await updateRow(tx, actor, SubsidyLine, id, getPrice(candidate));
  }
};

/** Each row keeps the time of its own first commit, also where it was taken out and named again. */
export const keepFirstCommit: Effect<typeof SubsidyApplication> = async (tx, _actor, { id, commitTime }) => {
  await sql`update subsidy_line l set first_commit_time = coalesce((select min(o.first_commit_time) from subsidy_line o where o.apply_id = l.apply_id and o.student_id = l.student_id), ${commitTime})
    where l.apply_id = ${id} and l.is_deleted = 0 and l.first_commit_time is null`.execute(tx);
};

/** Rows that the submission taken back was the first of have had none. */
export const forgetFirstCommit: Effect<typeof SubsidyApplication> = async (
  tx,
  _actor,
  { id },
  _input,
  _app,
  before,
) => {
  await sql`update subsidy_line l set first_commit_time = null where l.apply_id = ${id} and l.first_commit_time = ${before.commitTime}`.execute(
    tx,
  );
};

/** A committed claim reserves the training of each of its people, so that no other claim can. */
export const reserve: Effect<typeof SubsidyApplication> = async (tx, actor, claim) => {
  const claimed = await claimedClass(tx, claim.classId, actor);
  const lines = await getLines(tx, claim.id);
  await reserveLines(
    tx,
    claim,
    claimed,
    lines.filter((line) => line.detailStatus !== "2"),
  );
};

/** What the claim had reserved is free again. */
export const release: Effect<typeof SubsidyApplication> = (tx, _actor, claim) => releaseAll(tx, claim);

/** The automatic check follows the submission by itself; a reviewer may run it again. */
export const queueTrial: Effect<typeof SubsidyApplication> = async (tx, _actor, claim, _input, app) => {
  await app.jobs.send(tx, "subsidies.trial", { applyId: claim.id });
};

/** The roster shows the state of the claim. */
export const onRoster: Effect<typeof SubsidyApplication> = (tx, _actor, claim) => showOnRoster(tx, claim.id);

/** By text message and in the popover, with the reason. */
export const notifyApplicantReturned: Effect<typeof SubsidyApplication> = async (tx, _actor, claim, input, app) => {
  const reason = input.reason ?? "";
  await notify(tx, {
    to: await getUnitReceivers(tx, claim.orgId),
    title: { zh: "补贴申请被退回", en: "Claim returned" },
    text: { zh: `${claim.applyNo}：${reason}`, en: `${claim.applyNo}: ${reason}` },
    link: getClaimPage(claim),
  });
  const phone = await findContactPhone(tx, app, claim.orgId);
  if (phone)
    await sendSms(tx, app, {
      template: "SUBSIDY_BACK",
      phone,
      params: { applyNo: claim.applyNo, reason },
      bizType: "SubsidyApplication",
      bizId: claim.id,
    });
};

/** By text message and in the popover, with the last day of the publicity. */
export const notifyApplicantApproved: Effect<typeof SubsidyApplication> = async (tx, _actor, claim, _input, app) => {
  await notify(tx, {
    to: await getUnitReceivers(tx, claim.orgId),
    title: { zh: "补贴申请复审通过", en: "Claim approved" },
    text: {
      zh: `${claim.applyNo}，公示至${claim.publicityEnd}`,
      en: `${claim.applyNo}, publicity until ${claim.publicityEnd}`,
    },
    link: getClaimPage(claim),
  });
  const phone = await findContactPhone(tx, app, claim.orgId);
  if (phone)
    await sendSms(tx, app, {
      template: "SUBSIDY_OK",
      phone,
      params: { applyNo: claim.applyNo, date: claim.publicityEnd },
      bizType: "SubsidyApplication",
      bizId: claim.id,
    });
};

/** Second reviewer, day, and the publicity that starts with the next working day. */
export const completion: Settings<typeof SubsidyApplication> = async (tx, actor, _claim, input) => {
  const exceptions = await workdayExceptions(tx);
  const start = addWorkdays(today(), 1, exceptions);
  const days = await parameter(tx, "subsidy.publicity.workdays");
  return columns(SubsidyApplication, {
    reUser: actor.userId,
    reTime: now(),
    reOpinion: input.opinion ?? null,
    publicityStart: start,
    publicityEnd: addWorkdays(start, days - 1, exceptions),
  });
};

/** The publicity begins. */
export const publish: Effect<typeof SubsidyApplication> = async (tx, actor, claim, _input, app) => {
  await transition(tx, actor, paymentLifecycle, "publish", [claim.id], {}, app);
};

/** An upheld objection takes the claim out of publicity, or from where its payment failed, back to the first reviewer. */
export const withdraw: Effect<typeof SubsidyApplication> = async (tx, actor, claim, input, app) => {
  if (claim.payStatus === "1" || claim.payStatus === "4")
    await transition(tx, actor, paymentLifecycle, "withdraw", [claim.id], { reason: input.reason }, app);
  await updateRow(tx, actor, SubsidyApplication, claim.id, { publicityStart: null, publicityEnd: null });
};
