import { columns } from "../../core/entity/columns.ts";
import { SignUp } from "@jipei/contract/training/sign-up.ts";
import { signUpMachine } from "@jipei/contract/training/sign-up.machine.ts";
import { now } from "../../core/foundation/clock.ts";
import { type Effect, decidedBy, lifecycle } from "../../core/entity/transition.ts";
import { notify, sendSms } from "../../notices/notices.queries.ts";
import { getClassFacts } from "../roster/class-facts.ts";
import { signUpScope } from "../roster/roster.scope.ts";
import { type AcceptanceInput, seatFromSignUp, unseat } from "../roster/roster-row.ts";
import { type StaffInput, mayJoinAsStaff, sentAsStaff } from "./enterprise/staff.guards.ts";
import { mayJoin, mayWithdraw, rosterHasSeat, staffMayLeave } from "./sign-up.guards.ts";

const notifyInstitution: Effect<typeof SignUp> = async (tx, _actor, row) => {
  const facts = await getClassFacts(tx, row.classId);
  await notify(tx, {
    to: { orgId: row.orgId },
    title: { zh: "新的报名待审核", en: "A sign-up is waiting for review" },
    text: { zh: `${row.name}报名${facts.className}`, en: `${row.name} signed up for ${facts.className}` },
    link: "/my/class/sign",
  });
};

const notifyPerson =
  (template: "SIGN_OK" | "SIGN_BACK"): Effect<typeof SignUp> =>
  async (tx, _actor, row, input, app) => {
    const { className } = await getClassFacts(tx, row.classId);
    await sendSms(tx, app, {
      template,
      phone: row.phone,
      params: { className, reason: input.reason ?? "" },
      bizType: "SignUp",
      bizId: row.id,
    });
  };

/** What was learned from registers before a move. */
interface SignUpInput extends AcceptanceInput, StaffInput {}

/** Sign-ups and their moves. The class is locked by the caller before the row. */
export const signUpLifecycle = lifecycle<keyof typeof signUpMachine.actions, typeof SignUp, SignUpInput>({
  machine: signUpMachine,
  entity: SignUp,
  scope: signUpScope,
  moves: {
    commit: {
      guards: [mayJoin],
      set: () => columns(SignUp, { commitTime: now(), backReason: null }),
      effects: [notifyInstitution],
    },
    confirm: {
      guards: [rosterHasSeat],
      set: (_tx, actor, _row, input) =>
        columns(SignUp, { ...decidedBy(actor), confirmOpinion: input.reason?.trim() || null }),
      effects: [seatFromSignUp, notifyPerson("SIGN_OK")],
    },
    back: {
      set: (_tx, actor, _row, input) => columns(SignUp, { ...decidedBy(actor), backReason: input.reason?.trim() }),
      effects: [notifyPerson("SIGN_BACK")],
    },
    invalidate: { guards: [mayWithdraw], effects: [unseat] },
    lapse: {},
    commitStaff: { guards: [mayJoinAsStaff], set: sentAsStaff },
    withdrawStaff: { guards: [staffMayLeave], effects: [unseat] },
  },
});
