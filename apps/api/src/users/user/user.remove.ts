import { User } from "@jipei/contract/users/user.ts";
import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import { removeRows, updateRow } from "../../core/database/write-rows.ts";
import type { Tx } from "../../core/database/db.ts";
import { refuseRows } from "../../core/foundation/refusal.ts";
import { lockRows } from "../../core/database/rows.ts";
import { assertReaches, guardLastAdministrator } from "./user.roles.ts";
import { userScope } from "./user.scope.ts";

/** Removes users without audit rows of their own, and disables the others. @throws USER_PROTECTED */
export async function removeUsers(tx: Tx, actor: Actor, ids: readonly string[]): Promise<void> {
  const rows = await lockRows(tx, User, userScope, actor, ids);
  // Accounts of students and assessors are removed with the student account or assessor (`removeUsersOf`).
  const protectedRows = rows.filter(
    (row) => row.id === actor.userId || row.accountId !== null || row.assessorId !== null,
  );
  refuseRows(
    "USER_PROTECTED",
    protectedRows.map(({ id }) => id),
  );
  await assertReaches(
    tx,
    actor,
    rows.map(({ id }) => id),
  );
  const active = await sql<{
    id: string;
  }>`select x as id from unnest(${rows.map(({ id }) => id)}::text[]) x where exists (select from audit_trail where operator_id = x)`.execute(
    tx,
  );
  const acted = new Set(active.rows.map(({ id }) => id));
  await guardLastAdministrator(tx, rows, async () => {
    await remove(
      tx,
      actor,
      rows.map(({ id }) => id).filter((id) => !acted.has(id)),
    );
    for (const { id } of rows.filter((row) => acted.has(row.id) && row.status !== "2"))
      await updateRow(tx, actor, User, id, { status: "2" });
  });
  await writeAudit(
    tx,
    actor,
    rows.map((row) => ({
      bizType: "User",
      bizId: row.id,
      action: acted.has(row.id) ? "disable" : "remove",
      before: { account: row.account },
    })),
  );
}

/**
 * Removes the users of student accounts and assessors that are being removed: their sessions end, and their number and phone are free for a new
 * account. Whoever has acted goes as well, since nothing is left to act on; the history keeps the names.
 */
export async function removeUsersOf(
  tx: Tx,
  actor: Actor,
  column: "accountId" | "assessorId",
  ids: readonly string[],
): Promise<void> {
  const users = await tx
    .selectFrom("appUser")
    .select(["id", "account"])
    .where(column, "in", ids)
    .where("isDeleted", "=", 0)
    .orderBy("id")
    .forUpdate()
    .execute();
  await remove(
    tx,
    actor,
    users.map(({ id }) => id),
  );
  await writeAudit(
    tx,
    actor,
    users.map(({ id, account }) => ({ bizType: "User", bizId: id, action: "remove", before: { account } })),
  );
}

async function remove(tx: Tx, actor: Actor, ids: readonly string[]): Promise<void> {
  await sql`delete from user_role where user_id = any(${ids}::bigint[])`.execute(tx);
  await removeRows(tx, actor, User, ids);
}
