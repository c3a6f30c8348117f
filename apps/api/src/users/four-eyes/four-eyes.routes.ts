import { exporter } from "../../core/excel/export.ts";
import { FourEyesRequest, fourEyesCalls as calls } from "@jipei/contract/users/four-eyes.ts";
import { sql } from "kysely";
import { type Actor, may } from "../../core/foundation/actor.ts";
import type { Db } from "../../core/database/db.ts";
import { type Route, reads, writes } from "../../core/http/implement.ts";
import { listPage } from "../../core/list/list.ts";
import { toResponse } from "../../core/entity/to-response.ts";
import { ofTenant, readRow } from "../../core/database/rows.ts";
import type { Services } from "../../core/foundation/services.ts";
import { type DerivedField, derived } from "../../core/database/sql.ts";
import { ask, confirm, refuse, withdraw } from "./four-eyes.ts";

const names = (name: string, between: string) =>
  `select string_agg(${name}, '${between}' order by r.sort, r.id) from authority r where r.id = any(t.role_ids)`;
export const fourEyesDerived: readonly DerivedField[] = [
  derived(FourEyesRequest, "roleName", names("r.role_name", "、")),
  derived(FourEyesRequest, "roleNameEn", names("coalesce(r.role_name_en, r.role_name)", ", ")),
];

const options = { scope: ofTenant };
export const fourEyesRows = { entity: FourEyesRequest, scope: options.scope, resource: "four_eyes" as const };

interface Background {
  presentRoles: string | null;
  madeBy: string | null;
  madeTime: string | null;
  lastLoginTime: string | null;
}

/** With facts that help to judge whether the account is genuine: an account that the requester made a minute ago is suspicious. */
async function detail(db: Db, actor: Actor, { id }: { id: string }, app: Services) {
  const row = await readRow(db, FourEyesRequest, options.scope, actor, id);
  const { rows } =
    await sql<Background>`select (select string_agg(r.role_name, '、' order by r.sort, r.id) from held_role h join authority r on r.id = h.role_id where h.user_id = u.id) as present_roles,
      (select m.real_name from app_user m where m.id = u.create_user) as made_by, u.create_time as made_time, u.last_login_time
    from app_user u where u.id = ${row.userId}`.execute(db);
  // Administrators who may confirm see the whole number, because they call it first.
  const phone = may(actor, "four_eyes_confirm") && row.phone !== null ? { phone: app.cipher.decrypt(row.phone) } : {};
  return { ...toResponse(FourEyesRequest, actor, app.cipher, row, "detail"), ...rows[0], ...phone };
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
  exporter(FourEyesRequest, calls.export, options),
  reads(calls.list, (_db, actor, query, app) => listPage(app, actor, FourEyesRequest, query, options)),
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
