import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { sql } from "kysely";
import { updateRow } from "../core/crud.ts";
import { addWorkdays, today } from "../core/clock.ts";
import { type Effect, type Move, transition } from "../core/transition.ts";
import { notify, sendSms } from "../notices/notices.queries.ts";
import { contactPhoneOf, payeeOf } from "../organisations/organisations.queries.ts";
import { nextNumber, parameter, workdayExceptions } from "../settings/settings.queries.ts";
import { basisOf } from "./claim.guards.ts";
import { linesOf, showOnRoster } from "./claim.store.ts";
import { claimedClass } from "./class-facts.ts";
import { grant, keyOf, releaseClaim } from "./standing.ts";
import { paymentLifecycle } from "./payment.lifecycle.ts";

/** Columns set with the submission: number, payee as filed now, time of the first commit. */
export const submission: NonNullable<Move["set"]> = async (tx, actor, claim) => ({
  applyNo: claim["applyNo"] ?? (await nextNumber(tx, "SUBSIDY_NO")),
  commitUser: actor.userId,
  commitTime: sql`now()`,
  firstCommitTime: claim["firstCommitTime"] ?? sql`now()`,
  ...(await payeeOf(tx, claim["orgId"])),
  backNode: null,
  trialResult: "0",
  trialTime: null,
  firstUser: null,
  firstTime: null,
  firstAmount: null,
  reUser: null,
  reTime: null,
});

/** A committed claim takes up the training of each of its people, so that no other claim can. */
export const takeUp: Effect = async (tx, actor, claim) => {
  const claimed = await claimedClass(tx, claim["classId"], actor);
  const lines = (await linesOf(tx, claim["id"])).filter((line) => line.detailStatus !== "2");
  await grant(
    tx,
    lines.map((line) => ({ ...basisOf(line), lineId: line.id })),
    keyOf({ ...claimed, subsidyKind: claim["subsidyKind"] }),
    {
      applyId: claim["id"],
      subsidyKind: claim["subsidyKind"],
      unitName: claim["bankAccountName"] ?? "",
      commitTime: claim["firstCommitTime"],
    },
  );
};

/** What the claim had taken up is free again. */
export const giveBack: Effect = async (tx, _actor, claim) => {
  await releaseClaim(tx, claim["id"]);
};

/** The automatic check follows the submission by itself; a reviewer may run it again. */
export const queueTrial: Effect = async (tx, _actor, claim, _input, app) => {
  await app.jobs.send(tx, "subsidies.trial", { applyId: claim["id"] });
};

/** The roster shows the state of the claim. */
export const onRoster: Effect = (tx, _actor, claim) => showOnRoster(tx, claim["id"]);

/** By text message and in the popover, with the reason. */
export const tellApplicantReturned: Effect = async (tx, _actor, claim, input, app) => {
  const reason = input["reason"] as string;
  await notify(tx, {
    to: { orgId: claim["orgId"] },
    title: { zh: "补贴申请被退回", en: "Claim returned" },
    text: { zh: `${claim["applyNo"]}：${reason}`, en: `${claim["applyNo"]}: ${reason}` },
    link: `/my/subsidy/${claim["id"]}`,
  });
  const phone = await contactPhoneOf(tx, app, claim["orgId"]);
  if (phone)
    await sendSms(tx, app, {
      template: "SUBSIDY_BACK",
      phone,
      params: { applyNo: claim["applyNo"], reason },
      bizType: "SubsidyApplication",
      bizId: claim["id"],
    });
};

/** By text message and in the popover, with the last day of the publicity. */
export const tellApplicantApproved: Effect = async (tx, _actor, claim, _input, app) => {
  await notify(tx, {
    to: { orgId: claim["orgId"] },
    title: { zh: "补贴申请复审通过", en: "Claim approved" },
    text: {
      zh: `${claim["applyNo"]}，公示至${claim["publicityEnd"]}`,
      en: `${claim["applyNo"]}, publicity until ${claim["publicityEnd"]}`,
    },
    link: `/my/subsidy/${claim["id"]}`,
  });
  const phone = await contactPhoneOf(tx, app, claim["orgId"]);
  if (phone)
    await sendSms(tx, app, {
      template: "SUBSIDY_OK",
      phone,
      params: { applyNo: claim["applyNo"], date: claim["publicityEnd"] },
      bizType: "SubsidyApplication",
      bizId: claim["id"],
    });
};

/** Second reviewer, day, and the publicity that starts with the next working day. */
export const completion: NonNullable<Move["set"]> = async (tx, actor, _claim, input) => {
  const exceptions = await workdayExceptions(tx);
  const start = addWorkdays(today(), 1, exceptions);
  const days = await parameter(tx, "subsidy.publicity.workdays");
  return {
    reUser: actor.userId,
    reTime: sql`now()`,
    reOpinion: input["opinion"] ?? null,
    publicityStart: start,
    publicityEnd: addWorkdays(start, days - 1, exceptions),
  };
};

/** The publicity begins. */
export const publish: Effect = async (tx, actor, claim, _input, app) => {
  await transition(tx, actor, paymentLifecycle, "publish", [claim["id"]], {}, app);
};

/** An upheld objection takes the claim out of publicity and back to the first reviewer. */
export const withdraw: Effect = async (tx, actor, claim, input, app) => {
  if (claim["payStatus"] === "1")
    await transition(tx, actor, paymentLifecycle, "withdraw", [claim["id"]], { reason: input["reason"] }, app);
  await updateRow(tx, actor, SubsidyApplication, claim["id"], { publicityStart: null, publicityEnd: null });
};
