import { exporter } from "../core/excel/export.ts";
import { now } from "../core/foundation/clock.ts";
import { applyKind, Registration, registrationCalls } from "@jipei/contract/users/registration.ts";
import type { Audience } from "@jipei/contract/core/audience.ts";
import { type CodeOf, getLabels } from "@jipei/contract/core/fields/field.ts";
import type { ValueOfShape } from "@jipei/contract/core/fields/shape.ts";
import { sql } from "kysely";
import { identityNames, linkRegistered } from "../auth/auth.queries.ts";
import { type Actor, guest } from "../core/foundation/actor.ts";
import { writeAudit } from "../core/entity/audit.ts";
import { insertRow } from "../core/database/write-rows.ts";
import type { Tx } from "../core/database/db.ts";
import { type Route, reads, writesPrepared } from "../core/http/implement.ts";
import { listPage } from "../core/list/list.ts";
import { checkNewPassword, firstPassword, hashPassword, decryptPassword } from "../core/security/password.ts";
import { toResponse, stored } from "../core/entity/to-response.ts";
import { limitRate } from "../core/security/rate-limit.ts";
import { Refusal, invalidField } from "../core/foundation/refusal.ts";
import { readRow } from "../core/database/rows.ts";
import { type DerivedField, derived } from "../core/database/sql.ts";
import type { Services } from "../core/foundation/services.ts";
import { notify } from "../notices/notices.queries.ts";
import { userScope } from "./user/user.scope.ts";
import { assertChoosable } from "./user/account.names.ts";

/** Most registrations from one IP address in an hour. */
const perHour = 20;
/** Days for which a rejected registration is stored; its account name stays taken until then. */
const retentionDays = 30;

export const registrationDerived: readonly DerivedField[] = [derived(Registration, "thirdParty", identityNames)];

const options = { scope: (actor: Actor) => sql`${userScope(actor)} and t.apply_kind is not null` };

export const registrationRows = { entity: Registration, scope: options.scope, resource: "register_guest" as const };

/** Login type and audience of each kind of registration. */
const logins: Readonly<Record<CodeOf<typeof applyKind>, { loginType: string; audience: Audience }>> = {
  "1": { loginType: "1", audience: "institution" },
  "2": { loginType: "3", audience: "enterprise" },
  "3": { loginType: "2", audience: "person" },
};

type Input = ValueOfShape<(typeof registrationCalls)["register"]["input"]>;

/** Counts the public call and hashes the password, before anything is locked. @throws RATE_LIMIT, FIELD_INVALID */
async function prepare(
  app: Services,
  _actor: Actor,
  input: Input,
  request: { ip: string },
): Promise<{ passwordHash: string; ip: string }> {
  await limitRate(app, "register", request.ip, perHour, 60);
  if (input.tenantId !== app.tenantId)
    throw invalidField("tenantId", "租户编号", "Tenant", "租户不存在", "there is no such tenant");
  assertChoosable(input.account);
  if (input.applyKind !== "3" && !input.creditCode)
    throw invalidField("creditCode", "统一社会信用代码", "Credit code", "不能为空", "required");
  const password = decryptPassword(app.keys, input.password, "password");
  if (decryptPassword(app.keys, input.password2, "password2") !== password)
    throw invalidField("password2", "确认密码", "Repeat password", "两次密码输入不一致", "the two passwords differ");
  checkNewPassword(password, { account: input.account, name: input.name, phone: input.phone }, firstPassword);
  return { passwordHash: await hashPassword(password), ip: request.ip };
}

/** Creates an account that waits for approval. @throws ACCOUNT_DUP, OAUTH_INVALID, IDENTITY_TAKEN */
async function register(
  tx: Tx,
  _actor: Actor,
  input: Input,
  app: Services,
  { passwordHash, ip }: { passwordHash: string; ip: string },
): Promise<void> {
  const { name, account, oauthId, applyKind: kind, creditCode, phone } = input;
  const taken =
    await sql`select 1 from app_user where tenant_id = ${app.tenantId} and lower(account) = lower(${account}) and is_deleted = 0 limit 1`.execute(
      tx,
    );
  if (taken.rows.length > 0) throw new Refusal("ACCOUNT_DUP");
  const actor = guest(ip, app.tenantId);
  const columns = stored(Registration, app.cipher, {
    name,
    account,
    applyKind: kind,
    creditCode: kind === "3" ? null : creditCode,
    phone,
    status: "0",
  });
  const row = await insertRow(tx, actor, Registration, {
    ...columns,
    ...logins[kind],
    realName: name,
    passwordHash,
    passwordTime: now(),
  });
  if (oauthId) await linkRegistered(tx, app, row.id, oauthId);
  await writeAudit(tx, actor, [
    { bizType: "User", bizId: row.id, action: "register", toStatus: "0", after: { account, applyKind: kind } },
  ]);
  const words = getLabels(applyKind, kind);
  await notify(tx, {
    to: { role: "sysAdmin" },
    title: { zh: `注册申请待审核：${name}`, en: `A registration waits: ${name}` },
    text: {
      zh: `${name}（${words.zh}）申请账号${account}，请审核。`,
      en: `${name} (${words.en}) asks for the account ${account}.`,
    },
    link: "/system/register",
  });
}

/** Removes rejected registrations after thirty days, so that their account names are free again. Run by a timer. */
export async function sweepRejected(app: Services): Promise<void> {
  await sql`update app_user set is_deleted = 1, update_time = ${now()}, version = version + 1
    where status = '4' and apply_kind is not null and is_deleted = 0 and update_time < now() - make_interval(days => ${retentionDays})`.execute(
    app.db,
  );
}

export const registrationRoutes: Route[] = [
  exporter(Registration, registrationCalls.export, options),
  writesPrepared(registrationCalls.register, prepare, register),
  reads(registrationCalls.list, (_db, actor, query, app) => listPage(app, actor, Registration, query, options)),
  reads(registrationCalls.detail, async (db, actor, { id }, app) =>
    toResponse(Registration, actor, app.cipher, await readRow(db, Registration, options.scope, actor, id), "detail"),
  ),
];
