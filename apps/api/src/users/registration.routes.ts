import { applyKind, Registration, registrationCalls } from "@jipei/contract/users/registration.ts";
import type { Audience } from "@jipei/contract/core/call.ts";
import { type CodeOf, wordsOf } from "@jipei/contract/core/field.ts";
import type { ValueOfShape } from "@jipei/contract/core/shape.ts";
import { sql } from "kysely";
import { linkRegistered } from "../auth/auth.queries.ts";
import { type Actor, guest } from "../core/actor.ts";
import { writeAudit } from "../core/audit.ts";
import { insertRow } from "../core/crud.ts";
import type { Tx } from "../core/db.ts";
import { ownFiles } from "../core/files.ts";
import { type Route, reads, writesPrepared } from "../core/implement.ts";
import { listPage } from "../core/list.ts";
import { checkNewPassword, firstPassword, hashPassword, openedPassword } from "../core/password.ts";
import { present, stored } from "../core/present.ts";
import { limitRate } from "../core/rate-limit.ts";
import { Refusal, invalidField } from "../core/refusal.ts";
import { readRow } from "../core/rows.ts";
import { derive } from "../core/sql.ts";
import type { Services } from "../core/services.ts";
import { notify } from "../notices/notices.queries.ts";
import { userScope } from "./user.scope.ts";
import { isReserved } from "./users.queries.ts";

/** Registrations that one address may send in an hour. */
const perHour = 20;
/** Days for which a rejected registration is kept; its account name is taken as long. */
const keptDays = 30;

derive(
  Registration,
  "thirdParty",
  `select string_agg(p.name || ' · ' || coalesce(i.name, i.subject), '、') from user_identity i join identity_provider p on p.id = i.provider_id where i.user_id = t.id`,
);

const options = { scope: (actor: Actor) => sql`${userScope(actor)} and t.apply_kind is not null` };

ownFiles(Registration, options.scope, "register_guest");

/** How an account of each kind signs in, and whose side it is on. */
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
  if (isReserved(input.account)) throw new Refusal("ACCOUNT_DUP");
  if (input.applyKind !== "3" && !input.creditCode)
    throw invalidField("creditCode", "统一社会信用代码", "Credit code", "不能为空", "required");
  const password = openedPassword(app.keys, input.password, "password");
  if (openedPassword(app.keys, input.password2, "password2") !== password)
    throw invalidField("password2", "确认密码", "Repeat password", "两次密码输入不一致", "the two passwords differ");
  checkNewPassword(password, { account: input.account, name: input.name, phone: input.phone }, firstPassword);
  return { passwordHash: await hashPassword(password), ip: request.ip };
}

/** Makes the account that waits. @throws ACCOUNT_DUP, OAUTH_INVALID, IDENTITY_TAKEN */
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
    passwordTime: sql`now()`,
  });
  if (oauthId) await linkRegistered(tx, app, row["id"], oauthId);
  await writeAudit(tx, actor, [
    { bizType: "User", bizId: row["id"], action: "register", toStatus: "0", after: { account, applyKind: kind } },
  ]);
  const words = wordsOf(applyKind, kind);
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

/** Lets go of rejected registrations and their names after thirty days. Run by a timer. */
export async function sweepRejected(app: Services): Promise<void> {
  await sql`update app_user set is_deleted = 1, update_time = now(), version = version + 1
    where status = '4' and apply_kind is not null and is_deleted = 0 and update_time < now() - make_interval(days => ${keptDays})`.execute(
    app.db,
  );
}

export const registrationRoutes: Route[] = [
  writesPrepared(registrationCalls.register, prepare, register),
  reads(registrationCalls.list, (_db, actor, query, app) => listPage<never>(app, actor, Registration, query, options)),
  reads(registrationCalls.detail, async (db, actor, { id }, app) =>
    present(
      Registration,
      actor,
      app.cipher,
      await readRow<never>(db, Registration, options.scope, actor, id),
      "detail",
    ),
  ),
];
