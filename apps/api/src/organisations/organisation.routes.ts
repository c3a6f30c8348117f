import { OrganisationDocument } from "@jipei/contract/organisations/organisation-document.ts";
import {
  Organisation,
  type OrganisationRow,
  organisationCalls as calls,
} from "@jipei/contract/organisations/organisation.ts";
import { sql } from "kysely";
import { type Actor, isInside } from "../core/actor.ts";
import { auditOf } from "../core/audit.ts";
import { type CrudOptions, crud, crudRoutes } from "../core/crud.ts";
import type { Db, Tx } from "../core/db.ts";
import { reads, writes, writesPrepared } from "../core/implement.ts";
import { listPage } from "../core/list.ts";
import { descending } from "../core/order.ts";
import { Refusal } from "../core/refusal.ts";
import { lockRow, ownRows, splitIds } from "../core/rows.ts";
import type { Services } from "../core/services.ts";
import { shownRows } from "../core/shown-rows.ts";
import { transition } from "../core/transition.ts";
import { changePassword, isPasswordOf, limitPasswordTries } from "../users/users.queries.ts";
import { nextPassword, readPassword } from "../core/password.ts";
import { shownChange } from "./organisation.change.ts";
import { organisationLifecycle } from "./organisation.lifecycle.ts";
import { saveOrganisation } from "./organisation.ts";
import { organisationScope } from "./organisations.scope.ts";

type Values = Record<string, any>;

/** What waits for the bureau stands on top. */
export const pendingFirst = [
  descending(sql`(t.state = 'unConfirm' or t.change_pending = '1')`, true),
  descending(sql`t.create_time`),
  descending(sql`t.id`),
];

const options: CrudOptions = {
  entity: Organisation,
  resource: "org",
  scope: organisationScope,
  order: pendingFirst,
  async detail(db, actor, row, app) {
    const inside = isInside(actor);
    return {
      ...(inside ? { pendingChange: shownChange(row["pendingChange"], actor, app.cipher) } : hidden),
      auditList: inside ? await auditOf(db, actor, Organisation.name, row["id"]) : [],
      documentList: inside
        ? await shownRows(db, actor, app, OrganisationDocument, {
            scope: ownRows,
            where: sql`t.org_id = ${row["id"]}`,
            order: sql`t.is_valid, t.attach_type, t.create_time desc`,
            view: "list",
          })
        : [],
    };
  },
};
const handlers = crud(options);

/** What students see of an institution is what stands on its door. */
const hidden = Object.fromEntries(
  [
    "legalIdNumber",
    "legalPhone",
    "contactPhone",
    "bankName",
    "bankAccount",
    "bankAccountName",
    "account",
    "stateReason",
    "backReason",
    "confirmOpinion",
    "pendingChange",
    "remark",
  ].map((name) => [name, null]),
);

async function list(_db: Db, actor: Actor, query: any, app: Services) {
  const page = await listPage<OrganisationRow>(app, actor, Organisation, query, options);
  if (actor.audience !== "bureau" && actor.audience !== "institution")
    for (const row of page.records) Object.assign(row, hidden);
  return page;
}

const save = (tx: Tx, actor: Actor, input: any, app: Services) => saveOrganisation(tx, actor, app, input);

/** The move that a target state asks for; what it means depends on where the institution stands. */
function moveTo(state: string, row: Values): keyof typeof organisationLifecycle.machine.actions {
  switch (state) {
    case "isUser":
      return row["state"] === "unUser" ? "resume" : row["state"] === "isUser" ? "approveChange" : "approve";
    case "back":
      return row["state"] === "isUser" ? "returnChange" : "back";
    case "unUser":
      return "suspend";
    case "Invalidate":
      return "cancel";
    default:
      // An applicant submits by saving; nobody else may do it for him.
      throw new Refusal("FIELD_INVALID", {
        field: { zh: "机构状态", en: "State" },
        reason: { zh: "不能改为待审核", en: "cannot become pending" },
      });
  }
}

export const organisationRoutes = [
  ...crudRoutes(calls as never, options, {
    list: reads(calls.list, list),
    submit: writes(calls.submit, save),
    remove: writes(calls.remove, (tx, actor, { ids }, app) =>
      each(tx, actor, ids, (row) =>
        transition(tx, actor, organisationLifecycle, "remove", [row["id"]], { to: row["state"] }, app),
      ),
    ),
  }),
  writes(calls.save, save),
  reads(calls.usedByManage, list),
  reads(calls.usedByOrg, async (db, actor, _input, app) => {
    if (!actor.orgId) throw new Refusal("NOT_FOUND");
    return handlers.detail(db, actor, { id: actor.orgId }, app);
  }),
  writes(calls.stateSwitching, (tx, actor, { ids, state, reason }, app) =>
    each(tx, actor, ids, (row) =>
      transition(tx, actor, organisationLifecycle, moveTo(state, row), [row["id"]], { reason: reason ?? null }, app),
    ),
  ),
  writes(calls.resetPassword, (tx, actor, { id }, app) =>
    each(tx, actor, id, (row) =>
      transition(tx, actor, organisationLifecycle, "resetPassword", [row["id"]], { to: row["state"] }, app),
    ),
  ),
  reads(calls.idOfCurrentUser, async (_db, actor) => actor.orgId),
  reads(calls.validPasswords, async (db, actor, { password }, app) => {
    await limitPasswordTries(app, actor);
    const plain = readPassword(app.keys, password);
    return plain !== null && isPasswordOf(db, actor.userId, plain);
  }),
  writesPrepared(calls.changePasswords, limitPasswordTries, (tx, actor, { oldPassword, password }, app) =>
    changePassword(
      tx,
      app,
      actor,
      actor.userId,
      readPassword(app.keys, oldPassword) ?? "",
      readPassword(app.keys, password) ?? "",
      { ...nextPassword, name: "password" },
    ),
  ),
];

/** Locks the rows in order of id and moves them one by one; a refusal of one undoes all. */
async function each(tx: Tx, actor: Actor, ids: string, move: (row: Values) => Promise<unknown>): Promise<void> {
  const wanted = splitIds(ids).sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));
  for (const id of wanted) await move(await lockRow<Values>(tx, Organisation, organisationScope, actor, id));
}
