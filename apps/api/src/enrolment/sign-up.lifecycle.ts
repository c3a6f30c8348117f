import { SignUp } from "@jipei/contract/enrolment/sign-up.ts";
import { signUpMachine } from "@jipei/contract/enrolment/sign-up.machine.ts";
import { now } from "../core/clock.ts";
import { type Effect, decidedBy, lifecycle } from "../core/transition.ts";
import { notify, sendSms } from "../notices/notices.queries.ts";
import { classOf } from "./class-facts.ts";
import { signUpScope } from "./enrolment.scope.ts";
import { seatFromSignUp, unseat } from "./roster-row.ts";
import { mayJoin, mayWithdraw, rosterHasSeat } from "./sign-up.guards.ts";

const tellInstitution: Effect = async (tx, _actor, row) => {
  const facts = await classOf(tx, row["classId"]);
  await notify(tx, {
    to: { orgId: row["orgId"] },
    title: { zh: "新的报名待审核", en: "A sign-up waits for you" },
    text: { zh: `${row["name"]}报名${facts.className}`, en: `${row["name"]} signed up for ${facts.className}` },
    link: "/my/class/sign",
  });
};

const tellPerson =
  (template: "SIGN_OK" | "SIGN_BACK"): Effect =>
  async (tx, _actor, row, input, app) => {
    const { className } = await classOf(tx, row["classId"]);
    await sendSms(tx, app, {
      template,
      phone: row["phone"],
      params: { className, reason: input["reason"] ?? "" },
      bizType: "SignUp",
      bizId: row["id"],
    });
  };

/** Sign-ups and their moves. The class is locked by the caller before the row. */
export const signUpLifecycle = lifecycle({
  machine: signUpMachine,
  entity: SignUp,
  scope: signUpScope,
  moves: {
    commit: { guards: [mayJoin], set: () => ({ commitTime: now(), backReason: null }), effects: [tellInstitution] },
    confirm: {
      guards: [rosterHasSeat],
      set: (_tx, actor, _row, input) => ({ ...decidedBy(actor), confirmOpinion: input["reason"]?.trim() || null }),
      effects: [seatFromSignUp, tellPerson("SIGN_OK")],
    },
    back: {
      set: (_tx, actor, _row, input) => ({ ...decidedBy(actor), backReason: input["reason"]?.trim() }),
      effects: [tellPerson("SIGN_BACK")],
    },
    invalidate: { guards: [mayWithdraw], effects: [unseat] },
    lapse: {},
  },
});
