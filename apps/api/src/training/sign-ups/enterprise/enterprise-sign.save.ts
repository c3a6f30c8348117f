import { EnterpriseSign, type enterpriseSignCalls } from "@jipei/contract/training/enterprise-sign.ts";
import type { InputOf } from "@jipei/contract/core/call.ts";
import type { Tx } from "../../../core/database/db.ts";
import { checkVersion, lockRow } from "../../../core/database/rows.ts";
import type { StoredRow } from "../../../core/database/tables.ts";
import { writeAudit } from "../../../core/entity/audit.ts";
import { insertRow, updateRow } from "../../../core/database/write-rows.ts";
import { transition } from "../../../core/entity/transition.ts";
import type { Actor } from "../../../core/foundation/actor.ts";
import { Refusal, invalidValue } from "../../../core/foundation/refusal.ts";
import type { Services } from "../../../core/foundation/services.ts";
import { nextNumber } from "../../../settings/settings.queries.ts";
import { type ClassFacts, lockClass } from "../../roster/class-facts.ts";
import { assertDraft } from "../sign-up.guards.ts";
import { assertOpen } from "../sign-up.window.ts";
import { assertOnlyOpen, enterpriseSignLifecycle } from "./enterprise-sign.lifecycle.ts";
import { enterpriseSignScope } from "./enterprise-sign.scope.ts";
import { savePeople } from "./staff.save.ts";

type Row = StoredRow<typeof EnterpriseSign>;
export type SignInput = InputOf<typeof enterpriseSignCalls.sign>;

/** The enterprise of the session. @throws NOT_OWNER */
export function getOwnEnterprise({ audience, entId }: Actor): string {
  if (audience !== "enterprise" || !entId) throw new Refusal("NOT_OWNER");
  return entId;
}

/** Locks the class of a sign-up, and the sign-up after it. @throws NOT_FOUND, NOT_OWNER */
export async function lockSign(tx: Tx, actor: Actor, id: string): Promise<{ row: Row; facts: ClassFacts }> {
  const found = await tx
    .selectFrom("enterpriseSign")
    .select("classId")
    .where("id", "=", id)
    .where("isDeleted", "=", 0)
    .executeTakeFirst();
  if (!found) throw new Refusal("NOT_FOUND");
  const facts = await lockClass(tx, found.classId);
  return { row: await lockRow(tx, EnterpriseSign, enterpriseSignScope, actor, id), facts };
}

/** 6.3-1: saves a draft, new or not yet decided on; a returned one that is changed is a draft again. The class is locked. @returns its id */
export async function saveSign(tx: Tx, actor: Actor, input: SignInput, app: Services): Promise<{ id: string }> {
  if (input.id) return change(tx, actor, input.id, input, app);
  const row = await create(tx, actor, input);
  if (input.persons) await savePeople(tx, actor, app, row, input.persons);
  return { id: row.id };
}

async function create(tx: Tx, actor: Actor, { classId, remark }: SignInput): Promise<Row> {
  const entId = getOwnEnterprise(actor);
  if (!classId) throw invalidValue(EnterpriseSign, "classId", "请选择班级", "please choose");
  const facts = await lockClass(tx, classId);
  assertOpen(facts);
  return insertSign(tx, actor, facts, { entId, remark: remark ?? null, isReSign: "0" });
}

/** What a new sign-up says beside its class. */
type NewSign = Pick<Row, "entId" | "remark" | "isReSign"> & Partial<Pick<Row, "originSignId" | "reSignReason">>;

/** Inserts a draft with its number. @throws SIGN_DUP */
export async function insertSign(tx: Tx, actor: Actor, facts: ClassFacts, values: NewSign): Promise<Row> {
  await assertOnlyOpen(tx, { classId: facts.id, entId: values.entId, originSignId: values.originSignId });
  const row = await insertRow(tx, actor, EnterpriseSign, {
    ...values,
    entSignNo: await nextNumber(tx, "ENT_SIGN_NO"),
    classId: facts.id,
    orgId: facts.orgId,
    confirmStatus: "unSubmit",
  });
  await writeAudit(tx, actor, [{ bizType: EnterpriseSign.name, bizId: row.id, action: "add", toStatus: "unSubmit" }]);
  return row;
}

async function change(
  tx: Tx,
  actor: Actor,
  id: string,
  { version, classId, remark, persons }: SignInput,
  app: Services,
): Promise<{ id: string }> {
  const { row, facts } = await lockSign(tx, actor, id);
  checkVersion(row, version);
  assertDraft(row, "修改", "Edit");
  if (classId && classId !== row.classId) throw new Refusal("FIELD_FROZEN", { field: { zh: "班级", en: "Class" } });
  assertOpen(facts);
  const arePeopleChanged = persons ? await savePeople(tx, actor, app, row, persons) : false;
  const isChanged = arePeopleChanged || (remark !== undefined && remark !== row.remark);
  if (row.confirmStatus === "back" && isChanged)
    await transition(tx, actor, enterpriseSignLifecycle, "revise", [id], {}, app);
  // Also for people alone, so that two who change them at once hear of each other.
  await updateRow(tx, actor, EnterpriseSign, id, { ...(remark !== undefined && { remark }) });
  return { id };
}
