import { changedFields } from "../../core/entity/changes.ts";
import { type Draft, columns } from "../../core/entity/columns.ts";
import { confirmStatus } from "@jipei/contract/core/fields/codes.ts";
import { Student } from "@jipei/contract/training/student.ts";
import type { Save } from "@jipei/contract/core/entity.ts";
import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import { type CrudOptions, saveRow } from "../../core/entity/crud.ts";
import type { Tx } from "../../core/database/db.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { Refusal, illegalState } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { type ClassFacts, assertOwnClass, assertUnlocked, lockClass, getSeats } from "./class-facts.ts";
import { studentScope } from "./roster.scope.ts";
import { getAgeLimits, identify, assertOfAge, assertRegionCode } from "./person-rules.ts";
import { assertNoClash } from "./roster-rules.ts";
import { findAccount } from "./roster-row.ts";

/** A row as an institution sends it: with an id only the fields that change. */
type Input = Save<typeof Student>;

/** States in which a row may be edited; a change makes it a draft again, so that a changed person is checked anew. */
const editable: ReadonlySet<string> = new Set(["unSubmit", "back", "Confirm"]);

/** 7-1: adds a person to a draft class, or corrects a row of it. @returns its id */
export async function saveStudent(tx: Tx, actor: Actor, input: Input, app: Services): Promise<{ id: string }> {
  if (actor.audience !== "institution") throw new Refusal("ROLE_DENIED");
  const facts = await lockClass(tx, await getClassId(tx, input));
  assertOwnClass(actor, facts);
  return saveRow(tx, actor, saving(facts), input, app);
}

/** The class is locked before the row, as every other way to a roster does it. */
async function getClassId(tx: Tx, input: Input): Promise<string> {
  const { id, classId } = input;
  if (!id) return classId;
  const row = await tx
    .selectFrom("student")
    .select("classId")
    .where("id", "=", id)
    .where("isDeleted", "=", 0)
    .executeTakeFirst();
  if (!row) throw new Refusal("NOT_FOUND");
  return row.classId;
}

const newStudent = columns(Student, { rosterSource: "1", gradeResult: "0", subsidyStatus: "none" });

/** Whether a row was sent back as it is: nothing that was checked has changed. */
const isUnchanged = (merged: Draft<typeof Student>, old: StoredRow<typeof Student>): boolean =>
  changedFields(Student, merged, old).length === 0;

const saving = (facts: ClassFacts): CrudOptions<typeof Student> => ({
  entity: Student,
  resource: "train_student",
  scope: studentScope,
  async beforeSave(tx, _actor, merged, old, app) {
    if (old && !editable.has(old.confirmStatus)) throw illegalState(confirmStatus, old.confirmStatus, "修改", "Edit");
    if (old && merged.classId !== old.classId)
      throw new Refusal("FIELD_FROZEN", { field: { zh: "班级", en: "Class" } });
    assertUnlocked(facts);
    const person = await assertSeatable(tx, app, facts, merged, old?.id ?? null);
    return columns(Student, {
      ...person,
      orgId: facts.orgId,
      confirmStatus: old && isUnchanged(merged, old) ? old.confirmStatus : "unSubmit",
      ...(old ? {} : newStudent),
      accountId: await findAccount(tx, app.cipher.hash(person.idNumber)),
    });
  },
  async afterSave(tx, actor, row, old) {
    await writeAudit(tx, actor, [
      {
        bizType: "Student",
        bizId: row.id,
        action: old ? "edit" : "add",
        fromStatus: old?.confirmStatus ?? null,
        toStatus: row.confirmStatus,
      },
    ]);
  },
});

/**
 * The rules a person must meet for a place on the roster: document, once per class, seat, age, no other class at the time.
 * @param id the row itself when it is there already
 * @throws ID_INVALID, FIELD_INVALID, STUDENT_DUP, SIGN_FULL, STUDENT_AGE, STUDENT_CLASH
 */
export async function assertSeatable(
  tx: Tx,
  app: Services,
  facts: ClassFacts,
  values: Parameters<typeof identify>[0] & { name: string; regionCode: string },
  id: string | null,
): Promise<ReturnType<typeof identify>> {
  const person = identify(values);
  assertRegionCode(values.regionCode);
  const idNumberHash = app.cipher.hash(person.idNumber);
  const duplicate = await sql`
    select 1 from student where class_id = ${facts.id} and id_number_hash = ${idNumberHash} and is_deleted = 0 and confirm_status <> 'Invalidate' and id is distinct from ${id}::bigint`.execute(
    tx,
  );
  if (duplicate.rows.length > 0) throw new Refusal("STUDENT_DUP");
  if (!id && (await getSeats(tx, facts.id)).roster >= facts.planCount) throw new Refusal("SIGN_FULL");
  assertOfAge(person, facts.startDate, await getAgeLimits(tx));
  await assertNoClash(tx, facts, [{ id, name: values.name, idNumberHash }]);
  return person;
}
