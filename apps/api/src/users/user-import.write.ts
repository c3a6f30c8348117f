import { User } from "@jipei/contract/users/user.ts";
import type { ImportResult } from "@jipei/contract/core/import.ts";
import { sql } from "kysely";
import type { Giver } from "../access/access.queries.ts";
import type { Actor } from "../core/actor.ts";
import { writeAudit } from "../core/audit.ts";
import type { Tx } from "../core/db.ts";
import type { Stage } from "../core/excel/import-stage.ts";
import { hashPassword, randomPassword } from "../core/password.ts";
import { opened } from "../core/present.ts";
import { Refusal } from "../core/refusal.ts";
import { lockRow } from "../core/rows.ts";
import type { Services } from "../core/services.ts";
import { sendSms } from "../notices/notices.queries.ts";
import type { UserImport } from "./user-import.ts";
import { mustBeGrantable, mustNotNeedTwo, rolesById } from "./user.roles.ts";
import { holdsExactly, saveUser } from "./user.save.ts";
import { userScope } from "./user.scope.ts";

type Row = Record<string, string | null> & { account: string };

/** Adds the staged users, and changes those who are there where the import may. */
export async function writeUsers(
  tx: Tx,
  actor: Actor,
  stage: Stage,
  { covers, giver }: UserImport,
  app: Services,
): Promise<Omit<ImportResult, "jobId">> {
  const { rows } = await sql<
    Row & { id: string | null }
  >`select s.*, u.id from import_stage s left join app_user u on lower(u.account) = lower(s.account) and u.is_deleted = 0 order by s.line`.execute(
    tx,
  );
  const result = { inserted: 0, updated: 0, unchanged: 0 };
  for (const { id, line: _line, ...row } of rows) {
    if (id && !covers) throw new Refusal("ACCOUNT_DUP");
    result[id ? await change(tx, actor, id, row as Row, app) : await add(tx, actor, giver, stage, row as Row, app)]++;
  }
  return result;
}

const rolesIn = (row: Row): string[] => (row["roleName"] ?? "").split(",").filter(Boolean);

async function add(tx: Tx, actor: Actor, giver: Giver, stage: Stage, row: Row, app: Services): Promise<"inserted"> {
  const roles = await rolesById(tx, actor, rolesIn(row));
  mustBeGrantable(giver, roles, "bureau");
  mustNotNeedTwo(app, roles, []);
  const password = randomPassword();
  const columns = Object.fromEntries(
    stage.columns.filter((name) => name !== "roleName").map((name) => [name, row[name]]),
  );
  const { id } = await tx
    .insertInto("appUser")
    .values({
      ...columns,
      account: row.account,
      realName: row["realName"] as string,
      name: row["name"] ?? (row["realName"] as string),
      tenantId: actor.tenantId,
      loginType: "0",
      status: "1",
      audience: "bureau",
      passwordHash: await hashPassword(password),
      passwordTime: sql`now()`,
      mustChange: 1,
      createUser: actor.userId,
      createDept: actor.deptId,
      updateUser: actor.userId,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await sql`insert into user_role (user_id, role_id) select ${id}::bigint, unnest(${roles.map((role) => role.id)}::bigint[])`.execute(
    tx,
  );
  await writeAudit(tx, actor, [
    {
      bizType: "User",
      bizId: id,
      action: "create",
      after: { account: row.account, roles: roles.map(({ alias }) => alias) },
    },
  ]);
  await sendSms(tx, app, {
    template: "ACCOUNT_NEW",
    phone: app.cipher.decrypt(row["phone"] as string),
    params: { account: row.account, password },
    bizType: "User",
    bizId: id,
  });
  return "inserted";
}

/** Writes what the sheet says and what differs, as the form would: with its rights, its rules and its history. */
async function change(tx: Tx, actor: Actor, id: string, row: Row, app: Services): Promise<"updated" | "unchanged"> {
  const before = opened(User, app.cipher, await lockRow(tx, User, userScope, actor, id));
  const { account: _account, roleName: _roles, phoneHash: _hash, ...said } = opened(User, app.cipher, row);
  const differing = Object.fromEntries(
    Object.entries(said).filter(([name, value]) => value !== null && value !== before[name]),
  );
  const roleIds = rolesIn(row);
  const sameRoles = roleIds.length === 0 || (await holdsExactly(tx, id, roleIds));
  if (sameRoles && Object.keys(differing).length === 0) return "unchanged";
  await saveUser(tx, actor, { id, ...differing, ...(!sameRoles && { roleId: roleIds }) } as never, app);
  return "updated";
}
