import { FourEyesRequest, fourEyesCalls as calls } from "@jipei/contract/users/four-eyes.ts";
import { sql } from "kysely";
import { type Actor, may } from "../core/actor.ts";
import type { Db } from "../core/db.ts";
import { ownFiles } from "../core/files.ts";
import { type Route, reads, writes } from "../core/implement.ts";
import { listPage } from "../core/list.ts";
import { present } from "../core/present.ts";
import { ofTenant, readRow } from "../core/rows.ts";
import type { Services } from "../core/services.ts";
import { derive } from "../core/sql.ts";
import { ask, confirm, refuse, withdraw } from "./four-eyes.ts";

const names = (name: string, between: string) =>
  `select string_agg(${name}, '${between}' order by r.sort, r.id) from role r where r.id = any(t.role_ids)`;
derive(FourEyesRequest, "roleName", names("r.role_name", "、"));
derive(FourEyesRequest, "roleNameEn", names("coalesce(r.role_name_en, r.role_name)", ", "));

const options = { scope: ofTenant };

ownFiles(FourEyesRequest, options.scope, "four_eyes");

interface Background {
  presentRoles: string | null;
  madeBy: string | null;
  madeTime: string | null;
  lastLoginTime: string | null;
}

/** With what helps to tell whether the account is whose it should be: one that the asker made a minute ago is not. */
async function detail(db: Db, actor: Actor, { id }: { id: string }, app: Services) {
  const row = await readRow<Record<string, any>>(db, FourEyesRequest, options.scope, actor, id);
  const { rows } =
    await sql<Background>`select (select string_agg(r.role_name, '、' order by r.sort, r.id) from held_role h join role r on r.id = h.role_id where h.user_id = u.id) as present_roles,
      (select m.real_name from app_user m where m.id = u.create_user) as made_by, u.create_time as made_time, u.last_login_time
    from app_user u where u.id = ${row["userId"]}`.execute(db);
  // Whoever confirms a number calls it first.
  const phone =
    may(actor, "four_eyes_confirm") && row["phone"] !== null ? { phone: app.cipher.decrypt(row["phone"]) } : {};
  return { ...present(FourEyesRequest, actor, app.cipher, row, "detail"), ...rows[0], ...phone } as never;
}

async function counts(db: Db, actor: Actor) {
  const { rows } = await sql<{
    toConfirm: number;
    own: number;
  }>`select count(*) filter (where create_user <> ${actor.userId} and user_id <> ${actor.userId})::int as to_confirm, count(*) filter (where create_user = ${actor.userId})::int as own
    from four_eyes_request t where state = 'waiting' and expire_time > now() and is_deleted = 0 and ${ofTenant(actor)}`.execute(
    db,
  );
  return rows[0] ?? { toConfirm: 0, own: 0 };
}

const nothing = { roleIds: null, endDate: null, phone: null };

export const fourEyesRoutes: readonly Route[] = [
  reads(calls.list, (_db, actor, query, app) => listPage<never>(app, actor, FourEyesRequest, query, options)),
  reads(calls.detail, detail),
  reads(calls.counts, counts),
  writes(calls.askRoles, (tx, actor, { userId, roleIds, endDate, reason }, app) =>
    ask(tx, app, actor, userId, { ...nothing, kind: "roles", roleIds, endDate: endDate ?? null }, reason),
  ),
  writes(calls.askPhone, (tx, actor, { userId, phone, reason }, app) =>
    ask(tx, app, actor, userId, { ...nothing, kind: "phone", phone }, reason),
  ),
  writes(calls.askFactor, (tx, actor, { userId, reason }, app) =>
    ask(tx, app, actor, userId, { ...nothing, kind: "factor" }, reason),
  ),
  writes(calls.confirm, (tx, actor, { id }, app) => confirm(tx, app, actor, id)),
  writes(calls.refuse, (tx, actor, { id, opinion }, app) => refuse(tx, app, actor, id, opinion)),
  writes(calls.withdraw, (tx, actor, { id }, app) => withdraw(tx, app, actor, id)),
];
