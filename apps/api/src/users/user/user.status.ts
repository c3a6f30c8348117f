import type { Audience } from "@jipei/contract/core/audience.ts";
import { User, type userCalls, userStatus } from "@jipei/contract/users/user.ts";
import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import { getLabels } from "@jipei/contract/core/fields/field.ts";
import type { ValueOfShape } from "@jipei/contract/core/fields/shape.ts";
import { sql } from "kysely";
import type { RoleAlias } from "@jipei/contract/core/roles.ts";
import { type Actor, assertPermission } from "../../core/foundation/actor.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import { updateRow } from "../../core/database/write-rows.ts";
import type { Tx } from "../../core/database/db.ts";
import { Refusal, invalidField, notPossible } from "../../core/foundation/refusal.ts";
import { checkVersion, lockRow, assertStaysInScope } from "../../core/database/rows.ts";
import type { Services } from "../../core/foundation/services.ts";
import { type Sms, sendSms } from "../../notices/notices.queries.ts";
import { assertAccountPhoneUnique } from "./user.phone.ts";
import { guardLastAdministrator, assertReaches, replaceRoles } from "./user.roles.ts";
import { saveUser } from "./user.save.ts";
import { studentApproved } from "../users.holds.ts";
import { userScope } from "./user.scope.ts";
import { isLocked, unlockUsers } from "../../auth/auth.queries.ts";

type Input = ValueOfShape<(typeof userCalls)["update"]["input"]>;
type Status = CodeOf<typeof userStatus>;
type Row = {
  id: string;
  name: string;
  status: Status;
  account: string;
  phone: string | null;
  audience: Audience;
  loginType: string;
  version: number;
  entId: string | null;
  applyKind: string | null;
};

/** From which states a status is reached, and the audit action of the change. */
const moves: Readonly<Partial<Record<Status, { from: readonly Status[]; action: string; zh: string; en: string }>>> = {
  "1": { from: ["0", "2", "3"], action: "enable", zh: "启用", en: "enable" },
  "2": { from: ["1", "3"], action: "disable", zh: "停用", en: "disable" },
  "4": { from: ["0"], action: "reject", zh: "驳回", en: "reject" },
};

/**
 * Changes a user and, where the input has one, the status: approves or rejects a registration, enables, unlocks, disables.
 * @throws NOT_FOUND, STATE_ILLEGAL, REASON_REQUIRED, USER_PROTECTED, ROLE_DENIED
 */
export async function updateUser(
  tx: Tx,
  actor: Actor,
  { status, reason, idNumber, education, ...input }: Input,
  app: Services,
): Promise<void> {
  if (!input.id) throw new Refusal("NOT_FOUND");
  const row = await lockRow(tx, User, userScope, actor, input.id);
  const waits = row.status === "0";
  assertPermission(actor, waits ? "register_guest_edit" : "user_edit");
  if (waits && status) return decide(tx, actor, row, status, reason ?? null, { ...input, idNumber, education }, app);
  const { id, version, roleId, ...fields } = input;
  if (roleId || Object.values(fields).some((value) => value !== undefined))
    await saveUser(tx, actor, { ...fields, id, version, roleId }, app);
  else checkVersion(row, version);
  if (!status) return;
  const shown: Status = row.status === "1" && (await isLocked(tx, id)) ? "3" : row.status;
  if (status !== shown) await switchStatus(tx, actor, { ...row, status: shown }, status, app);
}

function assertMoves(row: Row, status: Status): { action: string } {
  const move = moves[status];
  if (!move?.from.includes(row.status))
    throw notPossible({
      status: getLabels(userStatus, row.status),
      action: move ?? getLabels(userStatus, status),
    });
  return move;
}

async function switchStatus(tx: Tx, actor: Actor, row: Row, status: Status, app: Services): Promise<void> {
  const { action } = assertMoves(row, status);
  if (status === "2" && row.id === actor.userId) throw new Refusal("USER_PROTECTED");
  await assertReaches(tx, actor, [row.id]);
  if (status === "1") {
    await assertHasRole(tx, row.id);
    await assertAccountPhoneUnique(tx, row.id);
  }
  await guardLastAdministrator(tx, [row], async () => {
    await updateRow(tx, actor, User, row.id, { status });
  });
  await writeAudit(tx, actor, [{ bizType: "User", bizId: row.id, action, fromStatus: row.status, toStatus: status }]);
  if (row.status === "3") await unlockUsers(tx, [row.id]);
  if (status === "1") await sendDecision(tx, app, row, { template: "ACCOUNT_OK", params: { account: row.account } });
}

/** Approves or rejects a registration. @throws FIELD_INVALID for an enterprise without its department, or a user without a role */
async function decide(
  tx: Tx,
  actor: Actor,
  row: Row,
  status: Status,
  reason: string | null,
  input: Input,
  app: Services,
): Promise<void> {
  assertMoves(row, status);
  checkVersion(row, input.version);
  if (status === "4" && !reason) throw new Refusal("REASON_REQUIRED");
  if (status === "1") {
    // An enterprise sees the rows of this department; without one it would see nothing.
    if (row.loginType === "3" && !input.deptId)
      throw invalidField(
        "deptId",
        User.fields.deptId.zh,
        User.fields.deptId.en,
        "企业账号须选择所属单位",
        "an enterprise needs the department that stands for it",
      );
    if (input.deptId)
      await tx
        .updateTable("appUser")
        .set({
          deptId: await lockDepartment(tx, actor, input.deptId, row.loginType === "3"),
          ...(row.loginType === "3" && { entId: input.deptId }),
        })
        .where("id", "=", row.id)
        .execute();
    const roleIds = input.roleId ?? (await getDefaultRoles(tx, actor, row));
    if (roleIds.length > 0 || input.roleId) await replaceRoles(tx, app, actor, [row], roleIds, "kept");
    await assertHasRole(tx, row.id);
    await assertAccountPhoneUnique(tx, row.id);
    if (row.applyKind === "3") await openStudentAccount(tx, actor, row, input, app);
  }
  await updateRow(tx, actor, User, row.id, { status, stateReason: status === "4" ? reason : null });
  await assertStaysInScope(tx, User, actor, row.id);
  await writeAudit(tx, actor, [
    {
      bizType: "User",
      bizId: row.id,
      action: status === "1" ? "approve" : "reject",
      fromStatus: "0",
      toStatus: status,
      opinion: reason,
    },
  ]);
  await (status === "1"
    ? sendDecision(tx, app, row, { template: "ACCOUNT_OK", params: { account: row.account } })
    : sendDecision(tx, app, row, { template: "ACCOUNT_BACK", params: { account: row.account, reason } }));
}

/** A student sees the rows of their account, which is found by the number that the administrator has checked. @throws FIELD_INVALID, and what the account refuses */
async function openStudentAccount(
  tx: Tx,
  actor: Actor,
  { id, name, phone }: Row,
  { idNumber, education }: Input,
  app: Services,
): Promise<void> {
  if (!idNumber) throw invalidField("idNumber", "证件号码", "ID number", "不能为空", "required");
  if (!education) throw invalidField("education", "学历", "Education", "不能为空", "required");
  if (!phone) throw invalidField("phone", "手机", "Mobile phone", "不能为空", "required");
  const student = { userId: id, name, phone: app.cipher.decrypt(phone), idNumber, education };
  for (const account of await app.ports.ask(tx, studentApproved, { tx, actor, app, student }))
    await tx.updateTable("appUser").set(account).where("id", "=", id).execute();
}

/** The role of each kind of applicant, unless the administrator chooses another one. */
const defaultRoles: Readonly<Record<string, RoleAlias>> = { "1": "orgAdmin", "2": "entAdmin", "3": "student" };

/** Ids of the default role of an applicant; empty where the user has roles already. */
async function getDefaultRoles(tx: Tx, actor: Actor, { id, applyKind }: Row): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select r.id from authority r where r.role_alias = ${defaultRoles[applyKind ?? ""] ?? ""} and r.tenant_id = ${actor.tenantId} and r.is_deleted = 0
    and not exists (select from held_role ur where ur.user_id = ${id})`.execute(tx);
  return rows.map((row) => row.id);
}

/** @param ofEnterprise whether it must be the department of an enterprise, whose users see all its rows @throws NOT_FOUND, FIELD_INVALID */
async function lockDepartment(tx: Tx, actor: Actor, id: string, ofEnterprise: boolean): Promise<string> {
  const { rows } = await sql<{
    kind: string;
  }>`select dept_category as kind from department where id = ${id} and tenant_id = ${actor.tenantId} and is_deleted = 0 for share`.execute(
    tx,
  );
  if (!rows[0]) throw new Refusal("NOT_FOUND");
  if (ofEnterprise && rows[0].kind !== "3")
    throw invalidField("deptId", User.fields.deptId.zh, User.fields.deptId.en, "须为企业", "must be an enterprise");
  return id;
}

/** @throws FIELD_INVALID for an account without a role, which could do nothing */
async function assertHasRole(tx: Tx, userId: string): Promise<void> {
  const { rows } =
    await sql`select 1 from held_role ur join authority r on r.id = ur.role_id and r.is_deleted = 0 where ur.user_id = ${userId} limit 1`.execute(
      tx,
    );
  if (rows.length === 0)
    throw new Refusal("FIELD_INVALID", {
      field: { zh: "角色", en: "Roles" },
      reason: { zh: "请至少选择一个角色", en: "choose at least one role" },
    });
}

async function sendDecision<T extends "ACCOUNT_OK" | "ACCOUNT_BACK">(
  tx: Tx,
  app: Services,
  row: Row,
  message: Pick<Sms<T>, "template" | "params">,
): Promise<void> {
  if (row.phone)
    await sendSms(tx, app, { ...message, phone: app.cipher.decrypt(row.phone), bizType: "User", bizId: row.id });
}
