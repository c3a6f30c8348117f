import type { NewAdministrator, PendingFactor } from "@jipei/contract/setup/setup.ts";
import QRCode from "qrcode";
import { sql } from "kysely";
import { type Actor, system } from "../core/foundation/actor.ts";
import { newFactor, replaceFactor } from "../auth/auth.queries.ts";
import { writeAudit } from "../core/entity/audit.ts";
import type { Tx } from "../core/database/db.ts";
import { checkNewPassword, firstPassword, hashPassword } from "../core/security/password.ts";
import { Refusal, invalidField } from "../core/foundation/refusal.ts";
import type { Services } from "../core/foundation/services.ts";
import { notify } from "../notices/notices.queries.ts";
import {
  administrators,
  bureauDepartment,
  createAccount,
  assertNewAccount,
  assertNotUsed,
  restoreAccess,
} from "../users/users.queries.ts";
import { type Link, type NewLink, getLink, newLink } from "./setup-link.ts";

/** What is typed about an administrator. For the recovery of an account only the password is used. */
export interface Person {
  account?: string | null;
  name?: string | null;
  phone?: string | null;
  /** As plain text. */
  password: string;
  /** Secret of the second factor from the command line, in base32, of 160 bits or more. Left out: one is generated. */
  secret?: string;
}

/** What a link stores between its two steps. */
interface Pending {
  account: string;
  name: string;
  phone: string | null;
  passwordHash: string;
  secret: string;
}

/** The actor of calls with a link, who is not signed in. */
const behindLink = (ip: string): Actor => ({ ...system, ip });

/**
 * First step of a link: checks the input by the rules of all accounts, and generates the secret of the second factor.
 * @throws SETUP_LINK, FIELD_INVALID, ACCOUNT_DUP, DUPLICATE
 */
export async function beginAdministrator(tx: Tx, app: Services, token: string, person: Person): Promise<PendingFactor> {
  const link = await getLink(app, tx, token, "lock");
  const who =
    link.purpose === "recover"
      ? await checkLostAdministrator(tx, app, link, person.password)
      : await checkNewAdministrator(tx, app, person);
  const { secret, address } = newFactor(who.account, person.secret);
  const pending: Pending = { ...who, passwordHash: await hashPassword(person.password), secret };
  await sql`update setup_link set pending = ${app.cipher.encrypt(JSON.stringify(pending))}, pending_time = now() where token_hash = ${link.tokenHash}`.execute(
    tx,
  );
  return { account: who.account, secret, address, picture: getPicture(address) };
}

async function checkNewAdministrator(tx: Tx, app: Services, { account, name, phone, password }: Person) {
  const missing = (field: string, zh: string, en: string) => invalidField(field, zh, en, "不能为空", "required");
  if (!account) throw missing("account", "账号名称", "Account");
  if (!name) throw missing("name", "姓名", "Name");
  if (!phone) throw missing("phone", "手机", "Mobile phone");
  checkNewPassword(password, { account, name, phone }, firstPassword);
  await assertNewAccount(tx, app, { account, phone, loginType: "0" });
  return { account, name, phone };
}

async function checkLostAdministrator(tx: Tx, app: Services, { userId, account }: Link, password: string) {
  if (userId === null || account === null) throw new Refusal("SETUP_LINK");
  checkNewPassword(password, { account }, firstPassword);
  await assertNotUsed(tx, userId, password, firstPassword);
  return { account, name: "", phone: null };
}

/** The QR code of an address, as an SVG path with a square for each dark module. */
function getPicture(address: string): PendingFactor["picture"] {
  const { modules } = QRCode.create(address, { errorCorrectionLevel: "M" });
  const dark = [...modules.data].flatMap((on, at) =>
    on ? [`M${at % modules.size} ${Math.floor(at / modules.size)}h1v1h-1z`] : [],
  );
  return { size: modules.size, path: dark.join("") };
}

/**
 * Second step: a code of the new secret creates the administrator, or restores their access, and uses the link up.
 * @throws SETUP_LINK, FACTOR_EXPIRED when the first step is missing or too old, FIELD_INVALID for a wrong code
 */
export async function confirmAdministrator(
  tx: Tx,
  app: Services,
  token: string,
  code: string,
  ip: string,
): Promise<NewAdministrator> {
  const link = await getLink(app, tx, token, "lock");
  if (!link.pending) throw new Refusal("FACTOR_EXPIRED");
  const pending = JSON.parse(app.cipher.decrypt(link.pending)) as Pending;
  const actor = behindLink(ip);
  const userId =
    link.purpose === "recover" && link.userId
      ? await restoreAdministrator(tx, actor, link.userId, pending)
      : await make(tx, app, actor, pending);
  const recoveryCodes = await replaceFactor(tx, app, userId, pending.secret, code);
  if (!recoveryCodes) throw invalidField("code", "验证码", "Code", "不正确或已用过", "is wrong or was used");
  await sql`delete from setup_link where purpose = ${link.purpose} and user_id is not distinct from ${link.userId}::bigint`.execute(
    tx,
  );
  if (link.purpose === "second") await sql`update setup_state set second_admin_time = now()`.execute(tx);
  return { account: pending.account, recoveryCodes };
}

async function make(
  tx: Tx,
  app: Services,
  actor: Actor,
  { account, name, phone, passwordHash }: Pending,
): Promise<string> {
  const { rows } = await sql<{ id: string | null }>`select ${bureauDepartment} as id`.execute(tx);
  const { userId } = await createAccount(tx, app, actor, {
    loginType: "0",
    account,
    name,
    phone,
    roles: ["sysAdmin"],
    deptId: rows[0]?.id ?? null,
    passwordHash,
  });
  await writeAudit(tx, actor, [{ bizType: "User", bizId: userId, action: "install" }]);
  return userId;
}

async function restoreAdministrator(
  tx: Tx,
  actor: Actor,
  userId: string,
  { account, passwordHash }: Pending,
): Promise<string> {
  await restoreAccess(tx, userId, passwordHash);
  await writeAudit(tx, actor, [{ bizType: "User", bizId: userId, action: "recover" }]);
  await notifyOthers(tx, userId, {
    title: { zh: `管理员${account}已重设登录方式`, en: `Administrator ${account} has set up their sign-in anew` },
    text: {
      zh: "通过服务器上生成的恢复地址重设了密码和两步验证。如非本单位安排，请立即停用该账号并检查服务器。",
      en: "Password and second factor were set by a recovery address made on the server. If this was not arranged, disable the account and examine the server.",
    },
  });
  return userId;
}

/**
 * Makes an address at which an administrator who lost password or second factor sets both anew. It can only be made by a command on the server; the other
 * administrators are notified.
 * @throws NOT_FOUND when there is no administrator of this name
 */
export async function recoveryLink(tx: Tx, app: Services, account: string): Promise<NewLink> {
  const lost = (await administrators(tx, "disabled too")).find(
    (one) => one.account.toLowerCase() === account.toLowerCase(),
  );
  if (!lost) throw new Refusal("NOT_FOUND");
  await writeAudit(tx, system, [{ bizType: "User", bizId: lost.id, action: "recoverLink" }]);
  await notifyOthers(tx, lost.id, {
    title: {
      zh: `已为管理员${lost.account}生成恢复地址`,
      en: `A recovery address was made for administrator ${lost.account}`,
    },
    text: {
      zh: "该地址在服务器上生成，一小时内有效，可重设其密码和两步验证。",
      en: "It was made on the server and counts for an hour; password and second factor can be set by it.",
    },
  });
  return newLink(app, tx, "recover", lost.id);
}

/** Notifies the other administrators. */
async function notifyOthers(
  tx: Tx,
  userId: string,
  words: { title: { zh: string; en: string }; text: { zh: string; en: string } },
): Promise<void> {
  const others = (await administrators(tx)).filter(({ id }) => id !== userId);
  await notify(tx, { to: { userIds: others.map(({ id }) => id) }, ...words });
}
