import { OrganisationDocument } from "@jipei/contract/providers/organisation-document.ts";
import { Organisation, organisationCalls as calls } from "@jipei/contract/providers/organisation.ts";
import { sql } from "kysely";
import { type Actor, isInside } from "../../core/foundation/actor.ts";
import { getAudit } from "../../core/entity/audit.ts";
import { type CrudOptions, crud, crudRoutes } from "../../core/entity/crud.ts";
import type { Tx } from "../../core/database/db.ts";
import { reads, writes } from "../../core/http/implement.ts";
import { listPage } from "../../core/list/list.ts";
import { descending } from "../../core/list/order.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { lockRow, ownRows, splitIds } from "../../core/database/rows.ts";
import { readChildRows } from "../../core/entity/child-rows.ts";
import { transition } from "../../core/entity/transition.ts";
import { ownPasswordRoutes } from "../../users/users.queries.ts";
import { getAccounts } from "../payees/payee-account.ts";
import { changeToResponse } from "./organisation.change.ts";
import { organisationLifecycle } from "./organisation.lifecycle.ts";
import { saveOrganisation } from "./organisation.ts";
import { organisationScope } from "../providers.scope.ts";

type Row = StoredRow<typeof Organisation>;

/** What waits for the bureau stands on top. */
export const pendingFirst = [
  descending(sql`(t.state = 'unConfirm' or t.change_pending = '1')`, true),
  descending(sql`t.create_time`),
  descending(sql`t.id`),
];

const options = {
  entity: Organisation,
  resource: "org",
  scope: organisationScope,
  order: pendingFirst,
  async detail(db, actor, row, app) {
    const inside = isInside(actor);
    return {
      ...(inside && { pendingChange: changeToResponse(row.pendingChange, actor, app.cipher) }),
      auditList: inside ? await getAudit(db, actor, Organisation.name, row.id) : [],
      ...(inside
        ? await getAccounts(db, actor, app, { entity: Organisation, id: row.id }, row.pendingFilers)
        : { filerNames: [], accountList: [] }),
      documentList: inside
        ? await readChildRows(db, actor, app, OrganisationDocument, {
            scope: ownRows,
            where: sql`t.org_id = ${row.id}`,
            order: sql`t.is_valid, t.attach_type, t.create_time desc`,
            view: "list",
          })
        : [],
    };
  },
} satisfies CrudOptions<typeof Organisation>;
const handlers = crud(options);

/** The move that leads from the present state to the wanted one. @throws FIELD_INVALID */
function findMove(wanted: string, state: string): keyof typeof organisationLifecycle.machine.actions {
  switch (wanted) {
    case "isUser":
      if (state === "unUser") return "resume";
      return state === "isUser" ? "approveChange" : "approve";
    case "back":
      return state === "isUser" ? "returnChange" : "back";
    case "unUser":
      return "suspend";
    case "Invalidate":
      return "cancel";
    default:
      // An applicant submits by saving; nobody else may do it for them.
      throw new Refusal("FIELD_INVALID", {
        field: { zh: "机构状态", en: "State" },
        reason: { zh: "不能改为待审核", en: "cannot become pending" },
      });
  }
}

export const organisationRoutes = [
  ...crudRoutes(calls, options, {
    submit: writes(calls.submit, saveOrganisation),
    remove: writes(calls.remove, (tx, actor, { ids }, app) =>
      each(tx, actor, ids, (row) =>
        transition(tx, actor, organisationLifecycle, "remove", [row.id], { to: row.state }, app),
      ),
    ),
  }),
  writes(calls.save, saveOrganisation),
  reads(calls.usedByManage, (_db, actor, query, app) => listPage(app, actor, Organisation, query, options)),
  reads(calls.usedByOrg, async (db, actor, _input, app) => {
    if (!actor.orgId) throw new Refusal("NOT_FOUND");
    return handlers.detail(db, actor, { id: actor.orgId }, app);
  }),
  writes(calls.stateSwitching, (tx, actor, { ids, state, reason, version }, app) =>
    each(tx, actor, ids, (row) =>
      transition(
        tx,
        actor,
        organisationLifecycle,
        findMove(state, row.state),
        [row.id],
        { reason: reason ?? null, version },
        app,
      ),
    ),
  ),
  writes(calls.resetPassword, (tx, actor, { id }, app) =>
    each(tx, actor, id, (row) =>
      transition(tx, actor, organisationLifecycle, "resetPassword", [row.id], { to: row.state }, app),
    ),
  ),
  reads(calls.idOfCurrentUser, async (_db, actor) => actor.orgId),
  ...ownPasswordRoutes(calls),
];

/** Locks the rows in order of id and moves them one by one; a refusal of one undoes all. */
async function each(tx: Tx, actor: Actor, ids: string, move: (row: Row) => Promise<unknown>): Promise<void> {
  const wanted = splitIds(ids).sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));
  for (const id of wanted) await move(await lockRow(tx, Organisation, organisationScope, actor, id));
}
