import { Organisation } from "@jipei/contract/organisations/organisation.ts";
import { sql } from "kysely";
import { type Actor, mustHold } from "../core/actor.ts";
import { writeAudit } from "../core/audit.ts";
import { attachFiles } from "../core/files.ts";
import { insertRow, updateRow } from "../core/crud.ts";
import type { Tx } from "../core/db.ts";
import { opened, stored } from "../core/present.ts";
import { Refusal, illegalState } from "../core/refusal.ts";
import { checkVersion, lockRow, mustStayInScope } from "../core/rows.ts";
import type { Services } from "../core/services.ts";
import { derive } from "../core/sql.ts";
import { transition } from "../core/transition.ts";
import { mustBeRegion, nextNumber } from "../settings/settings.queries.ts";
import { bindInstitution, renameAccount } from "../users/users.queries.ts";
import { addLicenceFiles } from "./organisation-document.ts";
import { sealed, splitChange, unsealed } from "./organisation.change.ts";
import { openAccount, tellApproved, tellClerks } from "./organisation.effects.ts";
import { organisationLifecycle } from "./organisation.lifecycle.ts";
import { checkOrganisation, mustBeUnique, mustHaveLicenceFile } from "./organisation.rules.ts";
import { organisationScope } from "./organisations.scope.ts";

type Values = Record<string, any>;

derive(
  Organisation,
  "fulltimeTeacherCount",
  `select count(*)::int from organisation_teacher d where d.org_id = t.id and d.is_deleted = 0 and d.confirm_status = 'Confirm' and d.is_valid = 'isValid' and d.teacher_kind = '1'`,
);

/** Saves an institution: a filing by itself, a record by the bureau, or a change of either. @returns its id */
export async function saveOrganisation(tx: Tx, actor: Actor, app: Services, input: Values): Promise<{ id: string }> {
  const { id, orgId: _alias, version, licenseFiles, ...values } = input;
  const files = (licenseFiles ?? []) as string[];
  if (actor.audience === "institution") delete values["creditGrade"];
  const saved = id
    ? await changeOrganisation(tx, actor, app, id, version, values, files)
    : await addOrganisation(tx, actor, app, values, files);
  await mustStayInScope(tx, Organisation, actor, saved);
  return { id: saved };
}

async function addOrganisation(
  tx: Tx,
  actor: Actor,
  app: Services,
  values: Values,
  files: readonly string[],
): Promise<string> {
  mustHold(actor, "org_add");
  // One institution to a user: who has one changes it instead.
  if (actor.audience === "institution" && actor.orgId) throw new Refusal("NOT_OWNER");
  checkOrganisation(values);
  await mustBeRegion(tx, Organisation.fields.regionCode, values["regionCode"]);
  await mustBeUnique(tx, values);
  await mustHaveLicenceFile(tx, values, files);
  const byBureau = actor.audience === "bureau";
  const decided = byBureau
    ? { state: "isUser", orgNo: await nextNumber(tx, "ORG_NO"), confirmUser: actor.userId, confirmTime: sql`now()` }
    : { state: "unConfirm", commitTime: sql`now()` };
  const row = opened(
    Organisation,
    app.cipher,
    await insertRow(tx, actor, Organisation, { ...stored(Organisation, app.cipher, values), ...decided }),
  );
  await attachFiles(tx, actor, Organisation, row["id"], values);
  await addLicenceFiles(tx, actor, row["id"], files);
  await writeAudit(tx, actor, [
    { bizType: Organisation.name, bizId: row["id"], action: "save", toStatus: row["state"] },
  ]);
  // An applicant goes on signing in by the name he came in with, whatever the filing says.
  const account = byBureau ? null : await bindInstitution(tx, actor.userId, row["id"]);
  if (account) await tx.updateTable("organisation").set({ account }).where("id", "=", row["id"]).execute();
  for (const effect of byBureau ? [openAccount, tellApproved] : [tellClerks])
    await effect(tx, actor, row, {}, app, row);
  return row["id"];
}

async function changeOrganisation(
  tx: Tx,
  actor: Actor,
  app: Services,
  id: string,
  version: number | null,
  values: Values,
  files: readonly string[],
): Promise<string> {
  mustHold(actor, "org_edit");
  const locked = await lockRow<Values>(tx, Organisation, organisationScope, actor, id);
  checkVersion(locked as { version: number }, version);
  const old = opened(Organisation, app.cipher, locked);
  mustBeEditable(actor, old);
  if (values["account"] !== undefined && values["account"].toLowerCase() !== old["account"].toLowerCase())
    values = { ...values, ...(await changeAccount(tx, actor, old, values["account"])) };
  await addLicenceFiles(tx, actor, id, files);
  if (actor.audience === "institution" && old["state"] === "isUser") return fileChange(tx, actor, app, old, values);
  checkOrganisation({ ...old, ...values });
  await mustBeRegion(tx, Organisation.fields.regionCode, values["regionCode"], old["regionCode"]);
  await mustBeUnique(tx, { ...old, ...values, id });
  await write(tx, actor, app, old, values);
  if (old["state"] === "back" && actor.audience === "institution") {
    await mustHaveLicenceFile(tx, { ...old, ...values, id });
    await transition(tx, actor, organisationLifecycle, "resubmit", [id], {}, app);
  }
  return id;
}

/** The name an approved institution signs in with changes once. @throws FIELD_FROZEN, ACCOUNT_DUP */
async function changeAccount(tx: Tx, actor: Actor, old: Values, account: string): Promise<Values> {
  if (old["orgNo"] === null || old["accountChanged"] === "1")
    throw new Refusal("FIELD_FROZEN", {
      field: { zh: "登录账号（审核通过后可修改一次）", en: "sign-in account (changes once, after approval)" },
    });
  await renameAccount(tx, actor, old["id"], old["account"], account);
  return { accountChanged: "1" };
}

/** The applicant edits before submission and after approval; what waits for the bureau stands still. @throws STATE_ILLEGAL */
function mustBeEditable(actor: Actor, row: Values): void {
  const allowed =
    actor.audience === "bureau" ? row["state"] !== "Invalidate" : ["back", "isUser"].includes(row["state"]);
  if (!allowed) throw illegalState(organisationLifecycle.machine.states, row["state"], "修改", "edit");
}

/** After approval: what the bureau has approved waits beside the row, the rest applies at once (变更备案). */
async function fileChange(tx: Tx, actor: Actor, app: Services, old: Values, values: Values): Promise<string> {
  const { atOnce, pending, touched } = splitChange(values, old, unsealed(old["pendingChange"], app.cipher));
  await write(tx, actor, app, old, atOnce);
  if (!touched) return old["id"];
  checkOrganisation({ ...old, ...atOnce, ...pending });
  await mustBeRegion(tx, Organisation.fields.regionCode, values["regionCode"], old["regionCode"]);
  await mustBeUnique(tx, { ...old, ...pending });
  if (Object.keys(pending).length > 0)
    await transition(
      tx,
      actor,
      organisationLifecycle,
      "requestChange",
      [old["id"]],
      { pending: sealed(pending, app.cipher) },
      app,
    );
  else if (old["changePending"] === "1")
    await updateRow(tx, actor, Organisation, old["id"], { pendingChange: null, changePending: "0" });
  return old["id"];
}

async function write(tx: Tx, actor: Actor, app: Services, old: Values, values: Values): Promise<void> {
  await updateRow(tx, actor, Organisation, old["id"], stored(Organisation, app.cipher, values));
  await attachFiles(tx, actor, Organisation, old["id"], values);
  await writeAudit(tx, actor, [{ bizType: Organisation.name, bizId: old["id"], action: "save" }]);
}
