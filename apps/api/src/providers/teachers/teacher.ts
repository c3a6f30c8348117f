import { type Draft, columns } from "../../core/entity/columns.ts";
import { OrganisationTeacher } from "@jipei/contract/providers/organisation-teacher.ts";
import { Teacher, type teacherCalls } from "@jipei/contract/providers/teacher.ts";
import type { InputOf } from "@jipei/contract/core/call.ts";
import { sql } from "kysely";
import type { StoredRow } from "../../core/database/tables.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { wasDone } from "../../core/entity/audit.ts";
import { changedFields } from "../../core/entity/changes.ts";
import { type CrudOptions, saveRow } from "../../core/entity/crud.ts";
import type { Tx } from "../../core/database/db.ts";
import { parsePerson } from "../../core/foundation/person.ts";
import { decryptRow } from "../../core/entity/to-response.ts";
import { refuseDuplicate, refuseUsed } from "../../core/entity/references.ts";
import { Refusal, invalidField, invalidValue } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { nextNumber } from "../../settings/settings.queries.ts";
import { reviewDuties } from "./duty-review.ts";
import { saveHire } from "./teacher-hire.ts";
import { teacherScope } from "../providers.scope.ts";

type TeacherField = keyof typeof Teacher.fields;

/** What the provincial system says about a person; nobody changes it here. */
const syncedFields: ReadonlySet<TeacherField> = new Set([
  "name",
  "idType",
  "idNumber",
  "education",
  "title",
  "titleLevel",
  "skillLevel",
  "occupationCode",
  "certNo",
]);
/** Who a person is: an institution may not change that for the others that hire them, nor once somebody was approved or taught by it. */
const identity: ReadonlySet<TeacherField> = new Set(["name", "idType", "idNumber"]);
/** What decides whether, and for which courses, somebody may teach: approvals rest on it. */
const qualifications: readonly TeacherField[] = [
  "title",
  "titleLevel",
  "skillLevel",
  "occupationCode",
  "certNo",
  "trainerCertNo",
];
/** What an institution may not change for the others that hire them. */
const shared: ReadonlySet<TeacherField> = new Set([...identity, ...qualifications, "isValid"]);

export const teacherOptions: CrudOptions<typeof Teacher> = {
  entity: Teacher,
  resource: "teacher",
  audited: true,
  scope: teacherScope,
  async beforeSave(tx, actor, merged, old, app) {
    const person = parsePerson(merged);
    if (!merged.title && !merged.skillLevel)
      throw invalidValue(Teacher, "skillLevel", "职称和技能等级至少填写一项", "a title or a skill level is needed");
    if (old) await assertChangeable(tx, actor, { ...merged, ...person }, old);
    await refuseDuplicate(tx, Teacher, merged.id, { idNumberHash: app.cipher.hash(person.idNumber) }, "DUPLICATE", {
      field: { zh: "该证件号码的教师", en: "A teacher with this ID number" },
    });
    if (old) return columns(Teacher, person);
    return columns(Teacher, { ...person, teacherNo: await nextNumber(tx, "TEACHER_NO"), dataSource: "1" });
  },
  async afterSave(tx, actor, row, old) {
    if (!old) return;
    const changed: readonly string[] = changedFields(Teacher, row, old);
    if (qualifications.some((name) => changed.includes(name)))
      await reviewDuties(tx, actor, sql`t.teacher_id = ${row.id}`);
  },
  beforeRemove: (tx, _actor, rows) => refuseUsed(tx, Teacher, rows, "TEACHER_IN_USE"),
};

/** @throws FIELD_FROZEN for what comes from the provincial system, and for what an institution may not change alone */
async function assertChangeable(
  tx: Tx,
  actor: Actor,
  merged: Draft<typeof Teacher>,
  old: StoredRow<typeof Teacher>,
): Promise<void> {
  const changed = changedFields(Teacher, merged, old);
  const refuse = (frozen: ReadonlySet<TeacherField>) => {
    const name = changed.find((one) => frozen.has(one));
    if (name) throw new Refusal("FIELD_FROZEN", { field: Teacher.fields[name] });
  };
  if (old.dataSource === "2") refuse(syncedFields);
  if (actor.audience !== "institution") return;
  const { rows } = await sql<{ isShared: boolean; isKnown: boolean }>`
    select exists (select from teacher_hire h where h.teacher_id = ${old.id} and h.org_id <> ${actor.orgId ?? "0"} and h.is_deleted = 0) as is_shared,
      exists (select from organisation_teacher o where o.teacher_id = ${old.id} and (o.confirm_status = 'Confirm' or ${wasDone(OrganisationTeacher.name, sql`o.id`, "confirm")}))
      or exists (select from lecture l where l.teacher_id = ${old.id} or l.assist_teacher_id = ${old.id}) as is_known`.execute(
    tx,
  );
  if (rows[0]?.isShared) refuse(shared);
  if (rows[0]?.isKnown) refuse(identity);
}

type WithHire = InputOf<typeof teacherCalls.submit>;

/** Saves a teacher and, where sent, a hire, in one go. */
export async function saveTeacher(
  tx: Tx,
  actor: Actor,
  { trainTeacherDTO, trainTeacherHireDTO }: WithHire,
  app: Services,
): Promise<{ id: string; hireId: string | null }> {
  const known =
    actor.audience === "institution" && !trainTeacherDTO.id ? await knownPerson(tx, app, trainTeacherDTO) : null;
  if (!trainTeacherHireDTO && actor.audience === "institution" && !trainTeacherDTO.id)
    throw invalidField(
      "trainTeacherHireDTO",
      "聘用信息",
      "Hire",
      "机构新增教师须同时填写聘用信息",
      "an institution adds a teacher together with a hire",
    );
  const id = known ?? (await saveRow(tx, actor, teacherOptions, trainTeacherDTO, app)).id;
  const hireId = trainTeacherHireDTO
    ? await saveHire(tx, actor, app, { ...trainTeacherHireDTO, teacherId: id }, "any teacher")
    : null;
  return { id, hireId };
}

/**
 * A person whom an institution wants to hire may be in the pool already, out of its sight. Whoever knows name and ID number may hire them; the
 * stored data stay as they are and are not shown. @throws ID_MISMATCH
 */
async function knownPerson(tx: Tx, app: Services, values: WithHire["trainTeacherDTO"]): Promise<string | null> {
  const { idNumber } = parsePerson(values);
  const row = await tx
    .selectFrom("teacher")
    .selectAll()
    .where("idNumberHash", "=", app.cipher.hash(idNumber))
    .where("isDeleted", "=", 0)
    .executeTakeFirst();
  if (!row) return null;
  const teacher = decryptRow(Teacher, app.cipher, row);
  if (teacher.name !== values.name) throw new Refusal("ID_MISMATCH");
  if (teacher.isValid !== "isValid")
    throw invalidValue(Teacher, "idNumber", "该教师已停用", "this teacher is out of use");
  return teacher.id;
}
