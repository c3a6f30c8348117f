import { type RoleAlias, roles } from "@jipei/contract/core/roles.ts";
import { sql } from "kysely";
import type { Tx } from "../src/core/database/db.ts";
import type { Services } from "../src/core/foundation/services.ts";
import { hashPassword } from "../src/core/security/password.ts";

/** An account to try the software with. */
export interface DemoAccount {
  account: string;
  zh: string;
  en: string;
}

interface DemoUser {
  account: string;
  name: string;
  role: RoleAlias;
  loginType: "0" | "1" | "2" | "3";
  /** Bureau section. */
  section?: string;
}

/** One account for each role. The demo county decides whose rows those of institution, enterprise and persons see. */
export const demoUsers: readonly DemoUser[] = [
  { account: "admin", name: "陈管理", role: "sysAdmin", loginType: "0", section: "信息中心" },
  { account: "clerk", name: "林经办", role: "clerk", loginType: "0", section: "培训科" },
  { account: "first", name: "周初审", role: "firstReviewer", loginType: "0", section: "培训科" },
  { account: "second", name: "吴复审", role: "secondReviewer", loginType: "0", section: "资金管理科" },
  { account: "finance", name: "郑财务", role: "finance", loginType: "0", section: "资金管理科" },
  { account: "leader", name: "王局长", role: "leader", loginType: "0", section: "办公室" },
  { account: "auditor", name: "冯审计", role: "auditor", loginType: "0", section: "审计监督科" },
  { account: "org", name: "机构管理员", role: "orgAdmin", loginType: "1" },
  { account: "teacher", name: "机构教师", role: "orgTeacher", loginType: "1" },
  { account: "enterprise", name: "企业管理员", role: "entAdmin", loginType: "3" },
  { account: "student", name: "学员", role: "student", loginType: "2" },
  { account: "assessor", name: "考评员", role: "assessor", loginType: "0" },
];

const ways: Readonly<Record<DemoUser["loginType"], readonly [zh: string, en: string]>> = {
  "0": ["业务登录", "business"],
  "1": ["机构登录", "institution"],
  "2": ["学员登录", "student"],
  "3": ["业务登录", "business"],
};

/** Makes the demo accounts once; a new demo password is given to all of them. */
export async function seedDemoUsers(app: Services, password: string): Promise<DemoAccount[]> {
  const mark = `${passwordMark}${app.cipher.hash(password)}`;
  await app.db.transaction().execute(async (tx) => {
    for (const user of demoUsers) await seedUser(tx, user);
    if (!(await isNew(tx, mark))) return;
    await sql`delete from seeded where name like ${`${passwordMark}%`} and name <> ${mark}`.execute(tx);
    await sql`update app_user set password_hash = ${await hashPassword(password)}, password_time = now(), must_change = 0 where account = any(${names}) and is_deleted = 0`.execute(
      tx,
    );
    await sql`with shut as (delete from seeded where name like ${`${shutMark}%`} returning substr(name, ${shutMark.length + 1}) as account)
      update app_user set status = '1' where account in (select account from shut) and status = '2'`.execute(tx);
  });
  return demoUsers.map(({ account, role, loginType }) => ({
    account,
    zh: `${roles[role].zh}（${ways[loginType][0]}）`,
    en: `${roles[role].en} (${ways[loginType][1]})`,
  }));
}

/** A database that was tried out with demo accounts and is now used in production: disables them, so that nobody signs in with a known password. */
export async function shutDemoUsers(app: Services): Promise<void> {
  await sql`with marks as (delete from seeded where name like ${`${passwordMark}%`} returning name),
      shut as (update app_user set status = '2' where account = any(${names}) and status = '1' and exists (select from marks) returning account)
    insert into seeded (name) select ${shutMark} || account from shut`.execute(app.db);
}

const passwordMark = "demo-password:";
/** Accounts that were disabled here, and not by an administrator. */
const shutMark = "demo-shut:";
const names = demoUsers.map(({ account }) => account);

async function seedUser(tx: Tx, { account, name, role, loginType, section }: DemoUser): Promise<void> {
  if (!(await isNew(tx, `demo-user:${account}`))) return;
  await sql`with person as (
      insert into app_user (account, name, real_name, dept_id, login_type, status, audience, create_user, update_user)
      values (${account}, ${name}, ${name}, (select id from department where org_name = ${section ?? null} and dept_category = '1' limit 1), ${loginType}, '1', ${roles[role].audience}, 0, 0)
      on conflict (tenant_id, lower(account)) where is_deleted = 0 do nothing returning id)
    insert into user_role (user_id, role_id) select person.id, role.id from person, role where role_alias = ${role} and is_deleted = 0`.execute(
    tx,
  );
}

/** Whether this is done for the first time; it counts as done from now on. */
async function isNew(tx: Tx, name: string): Promise<boolean> {
  const done = await sql`insert into seeded (name) values (${name}) on conflict do nothing`.execute(tx);
  return done.numAffectedRows === 1n;
}
