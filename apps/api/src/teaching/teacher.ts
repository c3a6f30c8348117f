import { Teacher } from "@jipei/contract/teaching/teacher.ts";
import type { Field } from "@jipei/contract/core/field.ts";
import type { Actor } from "../core/actor.ts";
import { changedFields } from "../core/changes.ts";
import { type CrudOptions, saveRow } from "../core/crud.ts";
import type { Tx } from "../core/db.ts";
import { personOf } from "../core/person.ts";
import { opened } from "../core/present.ts";
import { type Place, refuseTwin, refuseUsed } from "../core/references.ts";
import { Refusal, invalidField } from "../core/refusal.ts";
import type { Services } from "../core/services.ts";
import { nextNumber } from "../settings/settings.queries.ts";
import { saveHire } from "./teacher-hire.ts";
import { teacherScope } from "./teaching.scope.ts";

type Values = Record<string, any>;

const uses: readonly Place[] = [
  "organisation_teacher.teacher_id",
  "teacher_hire.teacher_id",
  "lesson.teacher_id",
  "lesson.assist_teacher_id",
  "training_class.head_teacher_id",
  "teacher_engagement.teacher_id",
];
/** What the provincial system says about a person; nobody changes it here. */
const syncedFields = new Set([
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
/** Who a person is: an institution may not change that for the others that hire him. */
const identity = new Set(["name", "idType", "idNumber"]);

export const teacherOptions: CrudOptions = {
  entity: Teacher,
  resource: "teacher",
  scope: teacherScope,
  async beforeSave(tx, actor, merged, old, app) {
    const person = personOf(merged);
    if (!merged["title"] && !merged["skillLevel"])
      throw invalidField(
        "skillLevel",
        "技能等级",
        "Skill level",
        "职称和技能等级至少填写一项",
        "a title or a skill level is needed",
      );
    if (old) await mustBeChangeable(tx, actor, { ...merged, ...person }, old);
    await refuseTwin(tx, Teacher, merged["id"], { idNumberHash: app.cipher.hash(person.idNumber) }, "DUPLICATE", {
      field: { zh: "该证件号码的教师", en: "A teacher with this ID number" },
    });
    return { ...person, ...(old ? {} : { teacherNo: await nextNumber(tx, "TEACHER_NO"), dataSource: "1" }) };
  },
  beforeRemove: (tx, _actor, rows) =>
    refuseUsed(
      tx,
      "TEACHER_IN_USE",
      rows.map((row) => row["id"]),
      uses,
    ),
};

/** @throws FIELD_FROZEN for what comes from the provincial system, and for the identity of a person whom others hire as well */
async function mustBeChangeable(tx: Tx, actor: Actor, merged: Values, old: Values): Promise<void> {
  const changed = changedFields(Teacher, merged, old);
  const frozen = changed.find(
    (name) =>
      (old["dataSource"] === "2" && syncedFields.has(name)) || (actor.audience === "institution" && identity.has(name)),
  );
  if (!frozen) return;
  const shared = await tx
    .selectFrom("teacherHire")
    .select("id")
    .where("teacherId", "=", old["id"])
    .where("orgId", "<>", actor.orgId ?? "0")
    .where("isDeleted", "=", 0)
    .executeTakeFirst();
  if (old["dataSource"] === "2" || shared) throw new Refusal("FIELD_FROZEN", { field: labelOf(frozen) });
}

const labelOf = (name: string) => {
  const { zh, en } = (Teacher.fields as Record<string, Field>)[name] as Field;
  return { zh, en };
};

interface WithHire {
  trainTeacherDTO: Values;
  trainTeacherHireDTO?: Values | undefined;
}

/** Saves a teacher and, where sent, a hire, in one go. */
export async function saveTeacher(
  tx: Tx,
  actor: Actor,
  app: Services,
  { trainTeacherDTO, trainTeacherHireDTO }: WithHire,
): Promise<{ id: string; hireId: string | null }> {
  const known =
    actor.audience === "institution" && !trainTeacherDTO["id"] ? await knownPerson(tx, app, trainTeacherDTO) : null;
  if (!trainTeacherHireDTO && actor.audience === "institution" && !trainTeacherDTO["id"])
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
 * A person whom an institution wants to hire may be in the pool already, out of its sight. Who knows name and ID number may hire him; the
 * stored data stay as they are and are not shown. @throws ID_MISMATCH
 */
async function knownPerson(tx: Tx, app: Services, values: Values): Promise<string | null> {
  const { idNumber } = personOf(values);
  const row = await tx
    .selectFrom("teacher")
    .selectAll()
    .where("idNumberHash", "=", app.cipher.hash(idNumber))
    .where("isDeleted", "=", 0)
    .executeTakeFirst();
  if (!row) return null;
  const teacher = opened(Teacher, app.cipher, row);
  if (teacher["name"] !== values["name"]) throw new Refusal("ID_MISMATCH");
  if (teacher["isValid"] !== "isValid")
    throw invalidField("idNumber", "证件号码", "ID number", "该教师已停用", "this teacher is out of use");
  return teacher["id"];
}
