import { now } from "../../core/foundation/clock.ts";
import { User } from "@jipei/contract/users/user.ts";
import { sql } from "kysely";
import { lockRoles } from "../../access/access.queries.ts";
import type { Grantor } from "../../access/access.queries.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import type { Tx } from "../../core/database/db.ts";
import type { Written } from "../../core/excel/import/import-definition.ts";
import type { ImportedRow } from "../../core/excel/import/import-existing.ts";
import type { Stage } from "../../core/excel/import/import-stage.ts";
import type { StageWriter } from "../../core/excel/import/import-writer.ts";
import { hashPassword, randomPassword } from "../../core/security/password.ts";
import { decryptRow } from "../../core/entity/to-response.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import { lockRow } from "../../core/database/rows.ts";
import type { Services } from "../../core/foundation/services.ts";
import { sendSms } from "../../notices/notices.queries.ts";
import type { UserImport } from "./user-import.context.ts";
import { assertGrantable, assertNeedsNoSecond } from "../user/user.roles.ts";
import { removeUsers } from "../user/user.remove.ts";
import { holdsExactly, saveUser } from "../user/user.save.ts";
import { userScope } from "../user/user.scope.ts";

type Row = Record<string, string | null> & { account: string };

/** Adds the staged users, and changes existing ones where the import may overwrite. */
export async function writeUsers(
  tx: Tx,
  actor: Actor,
  stage: StageWriter,
  { covers, grantor }: UserImport,
  app: Services,
): Promise<Written> {
  const { rows } = await sql<
    Row & { id: string | null }
  >`select s.*, u.id from import_stage s left join app_user u on lower(u.account) = lower(s.account) and u.is_deleted = 0 order by s.line`.execute(
    tx,
  );
  const added: ImportedRow[] = [];
  const changed: ImportedRow[] = [];
  for (const { id, line: _line, ...row } of rows) {
    if (id && !covers) throw new Refusal("ACCOUNT_DUP");
    if (!id) added.push(await add(tx, actor, grantor, stage, row as Row, app));
    else changed.push(...(await change(tx, actor, id, row as Row, app)));
  }
  await stage.record([...added, ...changed]);
  return { inserted: added.length, updated: changed.length, unchanged: rows.length - added.length - changed.length };
}

const rolesIn = (row: Row): string[] => (row.roleName ?? "").split(",").filter(Boolean);

async function add(
  tx: Tx,
  actor: Actor,
  grantor: Grantor,
  stage: Stage,
  row: Row,
  app: Services,
): Promise<ImportedRow> {
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
  return { id, before: null };
}

/** Saves the filled-in cells that differ, the way the form does: with the same rights, rules and history. @returns the user, where any differs */
async function change(tx: Tx, actor: Actor, id: string, row: Row, app: Services): Promise<ImportedRow[]> {
  const stored = await lockRow(tx, User, userScope, actor, id);
  const before = decryptRow(User, app.cipher, stored);
  const { account: _account, roleName: _roles, phoneHash: _hash, ...given } = decryptRow(User, app.cipher, row);
  const differing = Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) => value !== null && value !== (before as Readonly<Record<string, unknown>>)[name],
    ),
  );
  const roleIds = rolesIn(row);
  const sameRoles = roleIds.length === 0 || (await holdsExactly(tx, id, roleIds));
  if (sameRoles && Object.keys(differing).length === 0) return [];
  const former: Former = {
    values: Object.fromEntries(
      Object.keys(differing).map((name) => [name, stored[name as keyof typeof stored] ?? null]),
    ),
    roleIds: sameRoles ? null : await getRoleIds(tx, id),
  };
  await saveUser(tx, actor, { id, ...differing, ...(!sameRoles && { roleId: roleIds }) }, app);
  return [{ id, before: { ...former } }];
}

/** What an import has changed of a user, as it was stored, and the roles where they were others. */
interface Former {
  values: Readonly<Record<string, unknown>>;
  roleIds: string[] | null;
}

const getRoleIds = async (tx: Tx, userId: string): Promise<string[]> =>
  (
    await sql<{
      id: string;
    }>`select role_id as id from user_role where user_id = ${userId} and end_date is null order by 1`.execute(tx)
  ).rows.map(({ id }) => id);

/** Removes users whom an import has added, and changes others back, the way the form does. */
export async function undoUsers(tx: Tx, actor: Actor, rows: readonly ImportedRow[], app: Services): Promise<void> {
  const added = rows.filter(({ before }) => before === null).map(({ id }) => id);
  if (added.length > 0) await removeUsers(tx, actor, added);
  for (const { id, before } of rows) {
    if (!before) continue;
    const { values, roleIds } = before as unknown as Former;
    await saveUser(
      tx,
      actor,
      { id, ...decryptRow(User, app.cipher, values), ...(roleIds && { roleId: roleIds }) },
      app,
    );
  }
}
