import type { InputOf } from "@jipei/contract/core/call.ts";
import type { Columns, StoredRow } from "../../core/database/tables.ts";
import { now } from "../../core/foundation/clock.ts";
import { Organisation, type organisationCalls as calls } from "@jipei/contract/providers/organisation.ts";
import { type Actor, assertPermission } from "../../core/foundation/actor.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import type { AuditEntry } from "../../core/entity/audit-entry.ts";
import { attachFiles, fileIds } from "../../core/storage/files.ts";
import { changedFields } from "../../core/entity/changes.ts";
import { filterColumns } from "../../core/entity/columns.ts";
import { insertRow, updateRow } from "../../core/database/write-rows.ts";
import type { Tx } from "../../core/database/db.ts";
import { decryptRow, stored } from "../../core/entity/to-response.ts";
import { Refusal, illegalState } from "../../core/foundation/refusal.ts";
import { checkVersion, lockRow, assertStaysInScope } from "../../core/database/rows.ts";
import type { Services } from "../../core/foundation/services.ts";
import { type DerivedField, derived } from "../../core/database/sql.ts";
import { transition } from "../../core/entity/transition.ts";
import { assertRegion, nextNumber } from "../../settings/settings.queries.ts";
import { bindInstitution, renameAccount } from "../../users/users.queries.ts";
import { addLicenceFiles } from "./organisation-document.ts";
import { toHistory, withFiler } from "../payees/payee-account.ts";
import { accountValues, concernsPayee, encryptChange, splitChange, decryptChange } from "./organisation.change.ts";
import { noChange, openAccount, notifyApproved, notifyClerks } from "./organisation.effects.ts";
import { organisationLifecycle } from "./organisation.lifecycle.ts";
import { checkOrganisation, assertUnique, assertHasLicenceFile } from "./organisation.rules.ts";
import { organisationScope } from "../providers.scope.ts";

type Row = StoredRow<typeof Organisation>;
type Values = Columns<typeof Organisation>;
/** What a client sends: with an id only the fields that change, without one a whole filing. */
type Input = InputOf<typeof calls.submit>;

export const organisationDerived: readonly DerivedField[] = [
  derived(
    Organisation,
    "fulltimeTeacherCount",
    `select count(*)::int from organisation_teacher d where d.org_id = t.id and d.is_deleted = 0 and d.confirm_status = 'Confirm' and d.is_valid = 'isValid' and d.teacher_kind = '1'`,
  ),
];

/** Saves an institution: a filing by itself, a record by the bureau, or a change of either. @returns its id */
export async function saveOrganisation(tx: Tx, actor: Actor, input: Input, app: Services): Promise<{ id: string }> {
  const { id, version, licenseFiles, ...values } = input;
  const files = fileIds(licenseFiles) ?? [];
  if (actor.audience === "institution") delete values.creditGrade;
  const saved = id
    ? await changeOrganisation(tx, actor, app, id, version, values, files)
    : await addOrganisation(tx, actor, app, values, files);
  await assertStaysInScope(tx, Organisation, actor, saved);
  return { id: saved };
}

async function addOrganisation(
  tx: Tx,
  actor: Actor,
  app: Services,
  values: Omit<Input, "id" | "version" | "licenseFiles">,
  files: readonly string[],
): Promise<string> {
  assertPermission(actor, "org_add");
  // One institution to a user: who has one changes it instead.
  if (actor.audience === "institution" && actor.orgId) throw new Refusal("NOT_OWNER");
  checkOrganisation(values);
  await assertRegion(tx, Organisation.fields.regionCode, values.regionCode);
  await assertUnique(tx, values);
  await assertHasLicenceFile(tx, values, files);
  const byBureau = actor.audience === "bureau";
  const payee = accountValues(values);
  const decided = byBureau ? await recorded(tx, actor, app, payee) : filed(actor, payee);
  const row = decryptRow(
    Organisation,
    app.cipher,
    await insertRow(tx, actor, Organisation, { ...stored(Organisation, app.cipher, values), ...decided }),
  );
  await attachFiles(tx, actor, Organisation, row.id, values);
  await addLicenceFiles(tx, actor, row.id, files);
  await writeAudit(tx, actor, [
    {
      bizType: Organisation.name,
      bizId: row.id,
      action: "save",
      toStatus: row.state,
      ...(concernsPayee(payee) && { after: toHistory(payee) }),
    },
  ]);
  // An applicant goes on signing in by the name they came in with, whatever the filing says.
  const account = byBureau ? null : await bindInstitution(tx, actor.userId, row.id);
  if (account) await tx.updateTable("organisation").set({ account }).where("id", "=", row.id).execute();
  const waits = !byBureau || concernsPayee(payee);
  for (const effect of [...(byBureau ? [openAccount, notifyApproved] : []), ...(waits ? [notifyClerks] : [])])
    await effect(tx, actor, row, {}, app, row);
  return row.id;
}

/** What the bureau records is active at once, but for its account: that waits for a second person. */
async function recorded(tx: Tx, actor: Actor, app: Services, account: Values): Promise<Values> {
  const active: Values = {
    state: "isUser",
    orgNo: await nextNumber(tx, "ORG_NO"),
    confirmUser: actor.userId,
    confirmTime: now(),
  };
  if (!concernsPayee(account)) return active;
  return {
    ...active,
    bankName: null,
    bankAccount: null,
    bankAccountHash: null,
    bankAccountName: null,
    pendingChange: encryptChange(account, app.cipher),
    changePending: "1",
    pendingFilers: withFiler(null, actor),
    commitTime: now(),
  };
}

/** What an institution files waits for its approval. */
const filed = (actor: Actor, account: Values): Values => ({
  state: "unConfirm",
  commitTime: now(),
  ...(concernsPayee(account) && { pendingFilers: withFiler(null, actor) }),
});

async function changeOrganisation(
  tx: Tx,
  actor: Actor,
  app: Services,
  id: string,
  version: number | null | undefined,
  values: Values,
  files: readonly string[],
): Promise<string> {
  assertPermission(actor, "org_edit");
  const locked = await lockRow(tx, Organisation, organisationScope, actor, id);
  checkVersion(locked, version);
  const old = decryptRow(Organisation, app.cipher, locked);
  assertEditable(actor, old);
  if (values.account !== undefined && values.account.toLowerCase() !== old.account.toLowerCase())
    values = { ...values, ...(await changeAccount(tx, actor, old, values.account)) };
  await addLicenceFiles(tx, actor, id, files);
  if (isApproved(old)) return fileChange(tx, actor, app, old, values);
  checkOrganisation({ ...old, ...values });
  await assertRegion(tx, Organisation.fields.regionCode, values.regionCode, old.regionCode);
  await assertUnique(tx, { ...old, ...values, id });
  const account = changeOfPayee(old, values);
  if (account) values = { ...values, pendingFilers: withFiler(old.pendingFilers, actor) };
  await write(tx, actor, app, old, values, account);
  if (old.state === "back" && actor.audience === "institution") {
    await assertHasLicenceFile(tx, { ...old, ...values, id });
    await transition(tx, actor, organisationLifecycle, "resubmit", [id], {}, app);
  }
  return id;
}

/** The name an approved institution signs in with changes once. @throws FIELD_FROZEN, ACCOUNT_DUP */
async function changeAccount(tx: Tx, actor: Actor, old: Row, account: string): Promise<Values> {
  if (old.orgNo === null || old.accountChanged === "1")
    throw new Refusal("FIELD_FROZEN", {
      field: { zh: "登录账号（审核通过后可修改一次）", en: "sign-in account (changes once, after approval)" },
    });
  await renameAccount(tx, actor, old.id, old.account, account);
  return { accountChanged: "1" };
}

/** The applicant edits before submission and after approval; what waits for the bureau stands still. @throws STATE_ILLEGAL */
function assertEditable(actor: Actor, row: Row): void {
  const allowed = actor.audience === "bureau" ? row.state !== "Invalidate" : ["back", "isUser"].includes(row.state);
  if (!allowed) throw illegalState(organisationLifecycle.machine.states, row.state, "修改", "edit");
}

/** A number is issued with the approval, and stays with a suspended institution. */
const isApproved = (row: Row): boolean => row.orgNo !== null;

/** What a change does to the account, as the history keeps it; undefined where it leaves it as it is. */
function changeOfPayee(old: Row, values: Values): Pick<AuditEntry, "before" | "after"> | undefined {
  const names: readonly string[] = changedFields(Organisation, { ...old, ...values }, old);
  if (!concernsPayee(filterColumns(values, (name) => names.includes(name)))) return undefined;
  return { before: toHistory(old), after: toHistory({ ...old, ...values }) };
}

/**
 * After approval: what the bureau has approved waits beside the row, the rest applies at once (变更备案). Of a change by the bureau itself
 * the account waits, which no one person decides.
 */
async function fileChange(tx: Tx, actor: Actor, app: Services, old: Row, values: Values): Promise<string> {
  const waiting = decryptChange(old.pendingChange, app.cipher);
  const { atOnce, pending, touched } = splitChange(values, old, waiting, actor);
  await write(tx, actor, app, old, atOnce, touched ? changeOfPayee(old, pending) : undefined);
  if (!touched && actor.audience === "institution") return old.id;
  checkOrganisation({ ...old, ...atOnce, ...pending });
  await assertRegion(tx, Organisation.fields.regionCode, values.regionCode, old.regionCode);
  await assertUnique(tx, { ...old, ...atOnce, ...pending });
  if (!touched) return old.id;
  if (Object.keys(pending).length > 0)
    await transition(
      tx,
      actor,
      organisationLifecycle,
      "requestChange",
      [old.id],
      { pending: encryptChange(pending, app.cipher), to: old.state },
      app,
    );
  else if (old.changePending === "1") await updateRow(tx, actor, Organisation, old.id, noChange);
  return old.id;
}

async function write(
  tx: Tx,
  actor: Actor,
  app: Services,
  old: Row,
  values: Values,
  account: Pick<AuditEntry, "before" | "after"> | undefined,
): Promise<void> {
  await updateRow(tx, actor, Organisation, old.id, stored(Organisation, app.cipher, values));
  await attachFiles(tx, actor, Organisation, old.id, values);
  await writeAudit(tx, actor, [{ bizType: Organisation.name, bizId: old.id, action: "save", ...account }]);
}
