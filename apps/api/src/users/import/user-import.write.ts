import { now } from "../../core/foundation/clock.ts";
import { User } from "@jipei/contract/users/user.ts";
import type { ImportResult } from "@jipei/contract/core/import.ts";
import { sql } from "kysely";
import { lockRoles } from "../../access/access.queries.ts";
import type { Grantor } from "../../access/access.queries.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import type { Tx } from "../../core/database/db.ts";
import type { Stage } from "../../core/excel/import/import-stage.ts";
import { hashPassword, randomPassword } from "../../core/security/password.ts";
import { decryptRow } from "../../core/entity/to-response.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import { lockRow } from "../../core/database/rows.ts";
import type { Services } from "../../core/foundation/services.ts";
import { sendSms } from "../../notices/notices.queries.ts";
import type { UserImport } from "./user-import.context.ts";
import { assertGrantable, assertNeedsNoSecond } from "../user/user.roles.ts";
import { holdsExactly, saveUser } from "../user/user.save.ts";
import { userScope } from "../user/user.scope.ts";

type Row = Record<string, string | null> & { account: string };

/** Adds the staged users, and changes existing ones where the import may overwrite. */
export async function writeUsers(
  tx: Tx,
  actor: Actor,
  stage: Stage,
  { covers, grantor }: UserImport,
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
    result[id ? await change(tx, actor, id, row as Row, app) : await add(tx, actor, grantor, stage, row as Row, app)]++;
  }
  return result;
}

const rolesIn = (row: Row): string[] => (row.roleName ?? "").split(",").filter(Boolean);

async function add(tx: Tx, actor: Actor, grantor: Grantor, stage: Stage, row: Row, app: Services): Promise<"inserted"> {
  const roles = await lockRoles(tx, actor, rolesIn(row));
  assertGrantable(grantor, roles, "bureau");
  assertNeedsNoSecond(app, roles, []);
  const password = randomPassword();
  const columns = Object.fromEntries(
    stage.columns.filter((name) => name !== "roleName").map((name) => [name, row[name]]),
  );
  const { id } = await tx
    .insertInto("appUser")
    .values({
      ...columns,
      account: row.account,
      realName: row.realName as string,
      name: row.name ?? (row.realName as string),
      tenantId: actor.tenantId,
      loginType: "0",
      status: "1",
      audience: "bureau",
      passwordHash: await hashPassword(password),
      passwordTime: now(),
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
    phone: app.cipher.decrypt(row.phone as string),
    params: { account: row.account, password },
    bizType: "User",
    bizId: id,
  });
  return "inserted";
}

/** Saves the filled-in cells that differ, the way the form does: with the same rights, rules and history. */
async function change(tx: Tx, actor: Actor, id: string, row: Row, app: Services): Promise<"updated" | "unchanged"> {
  const before = decryptRow(User, app.cipher, await lockRow(tx, User, userScope, actor, id));
  const { account: _account, roleName: _roles, phoneHash: _hash, ...given } = decryptRow(User, app.cipher, row);
  const differing = Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) => value !== null && value !== (before as Readonly<Record<string, unknown>>)[name],
    ),
  );
  const roleIds = rolesIn(row);
  const sameRoles = roleIds.length === 0 || (await holdsExactly(tx, id, roleIds));
  if (sameRoles && Object.keys(differing).length === 0) return "unchanged";
  await saveUser(tx, actor, { id, ...differing, ...(!sameRoles && { roleId: roleIds }) }, app);
  return "updated";
}
