import { EnterpriseSign, enterpriseSignCalls as calls } from "@jipei/contract/training/enterprise-sign.ts";
import type { InputOf } from "@jipei/contract/core/call.ts";
import { SignUp } from "@jipei/contract/training/sign-up.ts";
import { TrainingClass } from "@jipei/contract/training/training-class.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../core/database/db.ts";
import { splitIds } from "../../../core/database/rows.ts";
import type { StoredRow } from "../../../core/database/tables.ts";
import { getAudit, writeAudit } from "../../../core/entity/audit.ts";
import { readChildRows } from "../../../core/entity/child-rows.ts";
import { type CrudOptions, crud } from "../../../core/entity/crud.ts";
import { removeRows } from "../../../core/database/write-rows.ts";
import { decryptRow } from "../../../core/entity/to-response.ts";
import { transition } from "../../../core/entity/transition.ts";
import { exporter } from "../../../core/excel/export.ts";
import type { Actor } from "../../../core/foundation/actor.ts";
import { Refusal } from "../../../core/foundation/refusal.ts";
import type { Services } from "../../../core/foundation/services.ts";
import { type Route, reads, writes, writesPrepared } from "../../../core/http/implement.ts";
import { listPage } from "../../../core/list/list.ts";
import type { ListOptions } from "../../../core/list/list-source.ts";
import { classScope } from "../../classes/training-class.scope.ts";
import { openForSignUp } from "../sign-up.window.ts";
import { freeSeats } from "../../roster/roster.ts";
import { signUpScope } from "../../roster/roster.scope.ts";
import { assertDraft } from "../sign-up.guards.ts";
import { readLeft, signAgain, toStaff } from "./enterprise-sign.again.ts";
import { enterpriseSignLifecycle, getPeople } from "./enterprise-sign.lifecycle.ts";
import { lockSign, saveSign } from "./enterprise-sign.save.ts";
import { enterpriseSignScope } from "./enterprise-sign.scope.ts";
import { type InsuredStaff, askInsured } from "./insured-staff.ts";

export const enterpriseSignRows = {
  entity: EnterpriseSign,
  resource: "enterprise_sign",
  scope: enterpriseSignScope,
  detail: async (db, actor, { id }, app) => ({
    persons: await readChildRows(db, actor, app, SignUp, {
      scope: signUpScope,
      where: sql`t.ent_sign_id = ${id}`,
      order: sql`t.id`,
      view: "detail",
    }),
    auditList: await getAudit(db, actor, EnterpriseSign.name, id),
  }),
} satisfies CrudOptions<typeof EnterpriseSign>;

const { list, detail } = crud(enterpriseSignRows);
const staff = { scope: signUpScope, where: [sql`t.ent_sign_id is not null`] };
const openClasses: ListOptions<{ freeSeats: number }> = {
  scope: classScope,
  where: [openForSignUp],
  columns: sql`${freeSeats} as "freeSeats"`,
};

/** 6.3-1 and 6.3-6: `status` names the move. */
async function submit(
  tx: Tx,
  actor: Actor,
  input: InputOf<typeof calls.submit>,
  app: Services,
): Promise<{ id: string }> {
  const { status, reason, ...draft } = input;
  if (!status || status === "unSubmit") return saveSign(tx, actor, draft, app);
  if (status !== "Invalidate")
    throw new Refusal("FIELD_INVALID", {
      field: { zh: "目标状态", en: "Target state" },
      reason: { zh: "请使用提交报名", en: "use the call that signs up" },
    });
  if (!draft.id) throw new Refusal("NOT_FOUND");
  await lockSign(tx, actor, draft.id);
  await transition(
    tx,
    actor,
    enterpriseSignLifecycle,
    "invalidate",
    [draft.id],
    { reason, version: draft.version },
    app,
  );
  return { id: draft.id };
}

/** 6.3-2 */
async function sign(
  tx: Tx,
  actor: Actor,
  input: InputOf<typeof calls.sign>,
  app: Services,
  insured: InsuredStaff | null,
): Promise<{ id: string }> {
  const { id } = await saveSign(tx, actor, input, app);
  await transition(tx, actor, enterpriseSignLifecycle, "sign", [id], { insured }, app);
  return { id };
}

/** ID numbers of the people of a draft of the actor's enterprise. */
async function readNumbers(app: Services, { entId }: Actor, entSignId: string): Promise<string[]> {
  const { rows } = await sql<{ idNumber: string }>`
    select id_number from sign_up where ent_sign_id = ${entSignId} and ent_id = ${entId} and is_deleted = 0 and confirm_status <> 'Invalidate'`.execute(
    app.db,
  );
  return rows.map(({ idNumber }) => app.cipher.decrypt(idNumber));
}

const numbersOf = (people: readonly { idNumber: string }[]): string[] => people.map(({ idNumber }) => idNumber);

/** Drafts and returned ones go with their people. */
async function remove(tx: Tx, actor: Actor, { ids }: { ids: string }): Promise<void> {
  for (const id of splitIds(ids).toSorted()) {
    const { row } = await lockSign(tx, actor, id);
    assertDraft(row, "删除", "Delete");
    const people = await getPeople(tx, id, ["unSubmit", "back"]);
    await removeRows(
      tx,
      actor,
      SignUp,
      people.map((person) => person.id),
    );
    await removeRows(tx, actor, EnterpriseSign, [id]);
    await writeAudit(tx, actor, [
      { bizType: EnterpriseSign.name, bizId: id, action: "remove", fromStatus: row.confirmStatus },
    ]);
  }
}

async function findStaff(db: Db, actor: Actor, { idNumber }: { idNumber: string }, app: Services) {
  const { rows } = await sql<StoredRow<typeof SignUp>>`
    select t.* from sign_up t where t.id_number_hash = ${app.cipher.hash(idNumber.trim().toUpperCase())} and t.ent_sign_id is not null and t.is_deleted = 0 and ${signUpScope(actor)}
    order by t.id desc limit 1`.execute(db);
  return { found: rows[0] ? toStaff(decryptRow(SignUp, app.cipher, rows[0]), actor) : null };
}

export const enterpriseSignRoutes: readonly Route[] = [
  exporter(EnterpriseSign, calls.export, enterpriseSignRows),
  reads(calls.list, list),
  reads(calls.detail, detail),
  reads(calls.getEnterpriseSign, list),
  reads(calls.getTrainSign, (_db, actor, query, app) => listPage(app, actor, SignUp, query, staff)),
  reads(calls.getTrainSignClass, (_db, actor, query, app) => listPage(app, actor, TrainingClass, query, openClasses)),
  reads(calls.findStaff, findStaff),
  writes(calls.submit, submit),
  writes(calls.remove, remove),
  writesPrepared(
    calls.sign,
    async (app, actor, { id, persons }) =>
      askInsured(app, actor, persons ? numbersOf(persons) : await readNumbers(app, actor, id ?? "0"), id ?? null),
    sign,
  ),
  writesPrepared(
    calls.resignup,
    async (app, actor, { originSignId, persons }) =>
      askInsured(app, actor, numbersOf(persons ?? (await readLeft(app.db, actor, app, originSignId))), originSignId),
    signAgain,
  ),
];
