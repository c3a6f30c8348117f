import { Organisation } from "@jipei/contract/providers/organisation.ts";
import { now } from "../../core/foundation/clock.ts";
import { columns } from "../../core/entity/columns.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import type { Tx } from "../../core/database/db.ts";
import { stored } from "../../core/entity/to-response.ts";
import { type Effect, type MoveInput, type Settings, decidedBy } from "../../core/entity/transition.ts";
import { notify, sendSms } from "../../notices/notices.queries.ts";
import { nextNumber } from "../../settings/settings.queries.ts";
import { createAccount, enableAccount } from "../../users/users.queries.ts";
import { randomPassword } from "../../core/security/password.ts";
import { approveAccount, withFiler } from "../payees/payee-account.ts";
import { concernsPayee, decryptChange } from "./organisation.change.ts";

/** What a change of a filed institution brings. */
interface ChangeInput extends MoveInput {
  pending?: Record<string, string | null>;
}
type Set = Settings<typeof Organisation, ChangeInput>;

/** The number is issued once and stays for good. The account that was filed is approved along with the rest. */
export const approved: Set = async (tx, actor, row, _input, app) => {
  await approveAccount(tx, actor, app, { entity: Organisation, id: row.id }, row, filingOf(row));
  return columns(Organisation, {
    orgNo: row.orgNo ?? (await nextNumber(tx, "ORG_NO")),
    stateReason: null,
    backReason: null,
    pendingFilers: null,
    ...decidedBy(actor),
  });
};
const filingOf = (row: StoredRow<typeof Organisation>) => ({
  filers: row.pendingFilers ?? [],
  fileTime: row.commitTime,
});
/** Back to the applicant, with the reason. */
export const returned: Set = (_tx, actor, _row, input) =>
  columns(Organisation, {
    stateReason: input.reason,
    backReason: input.reason,
    ...decidedBy(actor),
  });
/** Submitted again: the reason of the return is done with. */
export const submitted: Set = () => columns(Organisation, { commitTime: now(), stateReason: null });
/** The state stands with its reason. */
export const reasoned: Set = (_tx, _actor, _row, input) => columns(Organisation, { stateReason: input.reason });
/** The state needs no reason any more. */
export const unreasoned: Set = () => columns(Organisation, { stateReason: null });
/** A change waits beside the row. */
export const changeFiled: Set = (_tx, actor, row, input) =>
  columns(Organisation, {
    pendingChange: input.pending,
    changePending: "1",
    pendingFilers: withFiler(row.pendingFilers, actor),
    commitTime: now(),
  });
/** The change that waited is in force. */
export const changeApplied: Set = async (tx, actor, row, _input, app) => {
  const change = decryptChange(row.pendingChange, app.cipher);
  if (concernsPayee(change))
    await approveAccount(tx, actor, app, { entity: Organisation, id: row.id }, { ...row, ...change }, filingOf(row));
  return columns(Organisation, {
    ...stored(Organisation, app.cipher, change),
    ...noChange,
    backReason: null,
    ...decidedBy(actor),
  });
};
/** Nothing waits any more. */
export const noChange = columns(Organisation, { pendingChange: null, changePending: "0", pendingFilers: null });
/** The change that waited is dropped, with the reason. */
export const changeDropped: Set = (_tx, actor, _row, input) =>
  columns(Organisation, { ...noChange, backReason: input.reason, ...decidedBy(actor) });

/**
 * The account of an approved institution: the one it registered with, or a new one. Its password is known to nobody until the bureau sends
 * one by «reset password»; the message of approval never carries it.
 */
export const openAccount: Effect<typeof Organisation> = async (tx, actor, row, _input, app) => {
  const known = await tx
    .selectFrom("account")
    .select("id")
    .where("orgId", "=", row.id)
    .where("isDeleted", "=", 0)
    .executeTakeFirst();
  if (known) return enableAccount(tx, actor, { orgId: row.id });
  await createAccount(tx, app, actor, {
    loginType: "1",
    account: row.account,
    name: row.orgName.slice(0, 50),
    realName: row.contact,
    phone: row.contactPhone,
    email: row.email,
    roles: ["orgAdmin"],
    orgId: row.id,
    password: randomPassword(),
  });
};

/** Notifies the institution of its approval, by text message and in the popover. */
export const notifyApproved: Effect<typeof Organisation> = async (tx, _actor, row, _input, app) => {
  await sendSms(tx, app, {
    template: "ORG_OK",
    phone: row.contactPhone,
    params: { orgName: row.orgName, orgNo: row.orgNo },
    bizType: Organisation.name,
    bizId: row.id,
  });
  await notifyInstitution(
    tx,
    row,
    ["机构备案已通过", "Your filing is approved"],
    [`机构编号${row.orgNo}`, `Institution number ${row.orgNo}`],
  );
};

const notifyInstitution = (
  tx: Tx,
  row: StoredRow<typeof Organisation>,
  title: [zh: string, en: string],
  text: [zh: string, en: string],
) =>
  notify(tx, {
    to: { orgId: row.id },
    kind: "mail",
    title: { zh: title[0], en: title[1] },
    text: { zh: text[0], en: text[1] },
    link: "/my/org/info",
  });

const because = (reason: string | null | undefined): [string, string] => [`原因：${reason}`, `Reason: ${reason}`];

/** Notifies the institution of the return, with the reason. */
export const notifyReturned: Effect<typeof Organisation> = (tx, _actor, row, input) =>
  notifyInstitution(tx, row, ["机构备案被退回", "Your filing was returned"], because(input.reason));
/** Notifies the institution of its suspension, with the reason. */
export const notifySuspended: Effect<typeof Organisation> = (tx, _actor, row, input) =>
  notifyInstitution(tx, row, ["机构已停用", "Your institution is suspended"], because(input.reason));
/** Notifies the institution that it may go on. */
export const notifyResumed: Effect<typeof Organisation> = (tx, _actor, row) =>
  notifyInstitution(
    tx,
    row,
    ["机构已恢复启用", "Your institution is active again"],
    ["可以继续申报计划和开班", "You may file plans and open classes again"],
  );
/** Notifies the institution that its change is in force. */
export const notifyChangeApproved: Effect<typeof Organisation> = (tx, _actor, row) =>
  notifyInstitution(
    tx,
    row,
    ["变更备案已通过", "Your change is approved"],
    ["变更内容已生效", "The change is in force"],
  );
/** Notifies the institution that its change was returned, with the reason. */
export const notifyChangeReturned: Effect<typeof Organisation> = (tx, _actor, row, input) =>
  notifyInstitution(tx, row, ["变更备案被退回", "Your change was returned"], because(input.reason));

/** Notifies those who approve institutions. */
export const notifyClerks: Effect<typeof Organisation> = (tx, _actor, row) =>
  notify(tx, {
    to: { role: "clerk" },
    title: { zh: "机构备案待审核", en: "An institution is waiting for approval" },
    text: { zh: row.orgName, en: row.orgName },
    link: `/org/index?orgName=${encodeURIComponent(row.orgName)}`,
  });
