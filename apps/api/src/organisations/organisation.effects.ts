import { Organisation } from "@jipei/contract/organisations/organisation.ts";
import { sql } from "kysely";
import type { Tx } from "../core/db.ts";
import { stored } from "../core/present.ts";
import type { Effect, Move } from "../core/transition.ts";
import { returnPendingClasses } from "../classes/classes.queries.ts";
import { notify, sendSms } from "../notices/notices.queries.ts";
import { nextNumber } from "../settings/settings.queries.ts";
import { createAccount, enableAccount } from "../users/users.queries.ts";
import { randomPassword } from "../core/password.ts";
import { unsealed } from "./organisation.change.ts";

type Values = Record<string, any>;
type Set = NonNullable<Move["set"]>;

/** The number is issued once and kept for good. */
export const approved: Set = async (tx, actor, row) => ({
  orgNo: row["orgNo"] ?? (await nextNumber(tx, "ORG_NO")),
  stateReason: null,
  backReason: null,
  confirmUser: actor.userId,
  confirmTime: sql`now()`,
});
/** Back to the applicant, with the reason. */
export const returned: Set = (_tx, actor, _row, input) => ({
  stateReason: input["reason"],
  backReason: input["reason"],
  confirmUser: actor.userId,
  confirmTime: sql`now()`,
});
/** Submitted again: the reason of the return is done with. */
export const submitted: Set = () => ({ commitTime: sql`now()`, stateReason: null });
/** The state stands with its reason. */
export const reasoned: Set = (_tx, _actor, _row, input) => ({ stateReason: input["reason"] });
/** The state needs no reason any more. */
export const unreasoned: Set = () => ({ stateReason: null });
/** A change waits beside the row. */
export const changeFiled: Set = (_tx, _actor, _row, input) => ({
  pendingChange: input["pending"],
  changePending: "1",
  commitTime: sql`now()`,
});
/** The change that waited is in force. */
export const changeApplied: Set = (_tx, actor, row, _input, app) => ({
  ...stored(Organisation, app.cipher, unsealed(row["pendingChange"], app.cipher)),
  pendingChange: null,
  changePending: "0",
  backReason: null,
  confirmUser: actor.userId,
  confirmTime: sql`now()`,
});
/** The change that waited is dropped, with the reason. */
export const changeDropped: Set = (_tx, actor, _row, input) => ({
  pendingChange: null,
  changePending: "0",
  backReason: input["reason"],
  confirmUser: actor.userId,
  confirmTime: sql`now()`,
});

/**
 * The account of an approved institution: the one it registered with, or a new one. Its password is known to nobody until the bureau sends
 * one by «reset password»; the message of approval never carries it.
 */
export const openAccount: Effect = async (tx, actor, row, _input, app) => {
  const known = await tx
    .selectFrom("appUser")
    .select("id")
    .where("orgId", "=", row["id"])
    .where("isDeleted", "=", 0)
    .executeTakeFirst();
  if (known) return enableAccount(tx, actor, { orgId: row["id"] });
  await createAccount(tx, app, actor, {
    loginType: "1",
    account: row["account"],
    name: row["orgName"].slice(0, 50),
    realName: row["contact"],
    phone: row["contactPhone"],
    email: row["email"],
    roles: ["orgAdmin"],
    orgId: row["id"],
    password: randomPassword(),
  });
};

/** By text message and in the popover. */
export const tellApproved: Effect = async (tx, _actor, row, _input, app) => {
  await sendSms(tx, app, {
    template: "ORG_OK",
    phone: row["contactPhone"],
    params: { orgName: row["orgName"], orgNo: row["orgNo"] },
    bizType: Organisation.name,
    bizId: row["id"],
  });
  await tell(
    tx,
    row,
    ["机构备案已通过", "Your filing is approved"],
    [`机构编号${row["orgNo"]}`, `Institution number ${row["orgNo"]}`],
  );
};

const tell = (tx: Tx, row: Values, title: [zh: string, en: string], text: [zh: string, en: string]) =>
  notify(tx, {
    to: { orgId: row["id"] },
    kind: "mail",
    title: { zh: title[0], en: title[1] },
    text: { zh: text[0], en: text[1] },
    link: "/my/org/info",
  });

const because = (reason: string): [string, string] => [`原因：${reason}`, `Reason: ${reason}`];

/** Tells the institution why. */
export const tellReturned: Effect = (tx, _actor, row, input) =>
  tell(tx, row, ["机构备案被退回", "Your filing was returned"], because(input["reason"]));
/** Tells the institution why. */
export const tellSuspended: Effect = (tx, _actor, row, input) =>
  tell(tx, row, ["机构已停用", "Your institution is suspended"], because(input["reason"]));
/** Tells the institution that it may go on. */
export const tellResumed: Effect = (tx, _actor, row) =>
  tell(
    tx,
    row,
    ["机构已恢复启用", "Your institution is active again"],
    ["可以继续申报计划和开班", "You may file plans and open classes again"],
  );
/** Tells the institution that its change is in force. */
export const tellChangeApproved: Effect = (tx, _actor, row) =>
  tell(tx, row, ["变更备案已通过", "Your change is approved"], ["变更内容已生效", "The change is in force"]);
/** Tells the institution why. */
export const tellChangeReturned: Effect = (tx, _actor, row, input) =>
  tell(tx, row, ["变更备案被退回", "Your change was returned"], because(input["reason"]));

/** Tells those who approve institutions. */
export const tellClerks: Effect = (tx, _actor, row) =>
  notify(tx, {
    to: { role: "clerk" },
    title: { zh: "机构备案待审核", en: "An institution waits for approval" },
    text: { zh: row["orgName"], en: row["orgName"] },
    link: `/org/index?orgName=${encodeURIComponent(row["orgName"])}`,
  });

/** Classes not yet confirmed go back to the suspended institution; running ones finish. */
export const sendBackClasses: Effect = (tx, actor, row, input) =>
  returnPendingClasses(tx, actor, row["id"], input["reason"]);
