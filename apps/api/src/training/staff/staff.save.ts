import type { InputOf } from "@jipei/contract/core/call.ts";
import { checkIdNumber } from "@jipei/contract/core/fields/id-number.ts";
import { EnterpriseClass } from "@jipei/contract/training/enterprise-class.ts";
import { EnterpriseStudent, type enterpriseStudentCalls } from "@jipei/contract/training/enterprise-student.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import { visible } from "../../core/access/data-scope.ts";
import { changedFields } from "../../core/entity/changes.ts";
import { columns } from "../../core/entity/columns.ts";
import { assertComplete } from "../../core/entity/complete.ts";
import { type CrudOptions, saveRow } from "../../core/entity/crud.ts";
import { refuseDuplicate } from "../../core/entity/references.ts";
import type { Tx } from "../../core/database/db.ts";
import { lockRow } from "../../core/database/rows.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { today } from "../../core/foundation/clock.ts";
import { Refusal, invalidValue } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { isDraft } from "../classes/class-state.ts";
import { enterpriseClassScope } from "../enterprise-classes/enterprise-class.scope.ts";
import { assertOfAge, getAgeLimits, identify } from "../roster/person-rules.ts";
import { type OwnUnit, getOwnUnit } from "../../providers/providers.queries.ts";
import { type StaffAnswers, askAboutStaff, getRegisterTime, getStaffFacts } from "./staff-registers.ts";
import { assertEmployed } from "./staff.rules.ts";
import { staffScope } from "./staff.scope.ts";

type Input = InputOf<typeof enterpriseStudentCalls.submit>;
type Stored = StoredRow<typeof EnterpriseStudent>;

/** What the registers say of a person who is saved. */
export interface AskedStaff {
  unit: OwnUnit;
  answers: StaffAnswers;
  /** Whether the name was asked about, and is not the register's own. */
  isNamed: boolean;
}

/** Asks about somebody new, and again about whom the registers did not answer for or who is somebody else now. @returns null: nobody is asked */
export async function askBeforeSave(app: Services, actor: Actor, input: Input): Promise<AskedStaff | null> {
  if (actor.audience !== "enterprise") return null;
  const known = input.id ? await findKnown(app, actor, input.id) : undefined;
  const idNumber = (input.idNumber ?? known?.idNumber)?.trim().toUpperCase();
  const name = input.name ?? known?.name;
  if (!idNumber || checkIdNumber(idNumber, input.idType ?? "1", today())) return null;
  if (known?.registerTime && known.idNumber === idNumber && known.name === name) return null;
  const unit = await getOwnUnit(app.db, actor);
  const [answers] = await askAboutStaff(app, actor, unit, [{ idNumber, name }]);
  return answers ? { unit, answers, isNamed: Boolean(name) } : null;
}

/** Who a row is about, as far as the actor sees it. */
async function findKnown(
  app: Services,
  actor: Actor,
  id: string,
): Promise<{ name: string; idNumber: string; registerTime: string | null } | undefined> {
  const { rows } = await sql<{ name: string; idNumber: string; registerTime: string | null }>`
    select t.name, t.id_number, t.register_time from enterprise_student t where t.id = ${id} and t.is_deleted = 0 and ${visible(EnterpriseStudent, staffScope, actor)}`.execute(
    app.db,
  );
  return rows[0] && { ...rows[0], idNumber: app.cipher.decrypt(rows[0].idNumber) };
}

/**
 * Puts somebody of the staff into a draft of the own enterprise, or corrects a row of it; of an approved class only says whether they still work there.
 * What is left out is taken from the registers. @throws CLASS_LOCKED, ID_INVALID, ID_MISMATCH, STUDENT_DUP, STUDENT_AGE, FIELD_INVALID
 */
export async function saveStaff(
  tx: Tx,
  actor: Actor,
  { attendHours, ...sent }: Input,
  app: Services,
  asked: AskedStaff | null,
): Promise<{ id: string }> {
  const cls = await lockRow(tx, EnterpriseClass, enterpriseClassScope, actor, await getClassId(tx, sent));
  const values = sent.id ? sent : fillIn(sent, asked);
  return saveRow(tx, actor, saving(cls, asked, attendHours ?? null), values, app);
}

/** The class is locked before the row, as every other way to a roster does it. @throws NOT_FOUND */
async function getClassId(tx: Tx, { id, classId }: Input): Promise<string> {
  if (!id) {
    if (!classId) throw invalidValue(EnterpriseStudent, "classId", "不能为空", "required");
    return classId;
  }
  const { rows } = await sql<{
    classId: string;
  }>`select class_id from enterprise_student where id = ${id} and is_deleted = 0`.execute(tx);
  if (!rows[0]) throw new Refusal("NOT_FOUND");
  return rows[0].classId;
}

/** A new row: what is sent goes before the registers. @throws FIELD_INVALID naming what neither says */
function fillIn(sent: Input, asked: AskedStaff | null): Input {
  const facts = asked && getStaffFacts(asked.answers, asked.unit);
  const contractStart = sent.contractStart ?? facts?.contractStart;
  const values = {
    ...sent,
    idType: sent.idType ?? "1",
    isOnJob: sent.isOnJob ?? "1",
    name: sent.name ?? facts?.name,
    contractStart,
    contractEnd: sent.contractEnd ?? (sent.contractStart ? null : facts?.contractEnd),
    entryDate: sent.entryDate ?? facts?.insuredSince ?? facts?.contractStart,
  };
  assertComplete(EnterpriseStudent, values, "save");
  return values;
}

const saving = (
  cls: StoredRow<typeof EnterpriseClass>,
  asked: AskedStaff | null,
  attendHours: string | null,
): CrudOptions<typeof EnterpriseStudent> => ({
  entity: EnterpriseStudent,
  resource: "enterprise_student",
  scope: staffScope,
  audited: true,
  async beforeSave(tx, actor, merged, old, app) {
    assertSameHours(attendHours, old);
    if (old && cls.confirmStatus === "Confirm") {
      const changed = changedFields(EnterpriseStudent, merged, old);
      if (changed.some((name) => name !== "isOnJob")) throw new Refusal("CLASS_LOCKED");
      return;
    }
    if (!isDraft(cls.confirmStatus)) throw new Refusal("CLASS_LOCKED");
    if (actor.audience !== "enterprise") throw new Refusal("ROLE_DENIED");
    if (old && merged.classId !== old.classId)
      throw new Refusal("FIELD_FROZEN", { field: { zh: "班级", en: "Class" } });
    const person = identify(merged);
    assertEmployed(merged);
    await refuseDuplicate(
      tx,
      EnterpriseStudent,
      old?.id,
      { classId: cls.id, idNumberHash: app.cipher.hash(person.idNumber) },
      "STUDENT_DUP",
      {},
    );
    assertOfAge(person, cls.startDate, await getAgeLimits(tx));
    return columns(EnterpriseStudent, {
      ...person,
      unitId: cls.unitId,
      ...(old ? {} : { gradeResult: "0", subsidyStatus: "none" }),
      ...(asked && getRegistered(asked)),
    });
  },
});

/** Hours are worked out from the attendance sheet; what is sent must be the same. @throws FIELD_INVALID */
function assertSameHours(sent: string | null, old: Stored | null): void {
  if (sent !== null && !new Decimal(sent).eq(old?.attendHours ?? 0))
    throw invalidValue(EnterpriseStudent, "attendHours", "与考勤表不一致", "is not what the attendance sheet says");
}

/** What the registers say, with its evidence. @throws ID_MISMATCH */
export function getRegistered({ answers, unit, isNamed }: AskedStaff) {
  const { isSame, isInsured, insuredSince, isContract } = getStaffFacts(answers, unit);
  if (isNamed && isSame === false) throw new Refusal("ID_MISMATCH");
  return {
    isInsured,
    insuredSince,
    isContract,
    registerTime: getRegisterTime(answers),
    insuredEvidenceId: answers.insured.id,
    contractEvidenceId: answers.contract.id,
  };
}
