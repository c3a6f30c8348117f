import { organisationTeacherMachine } from "@jipei/contract/organisations/organisation-teacher.machine.ts";
import { OrganisationTeacher } from "@jipei/contract/organisations/organisation-teacher.ts";
import { Course } from "@jipei/contract/teaching/course.ts";
import { TeacherHire } from "@jipei/contract/teaching/teacher-hire.ts";
import { Teacher } from "@jipei/contract/teaching/teacher.ts";
import { sql } from "kysely";
import { withHistory } from "../core/audit.ts";
import { changedFields } from "../core/changes.ts";
import { today } from "../core/clock.ts";
import type { CrudOptions } from "../core/crud.ts";
import type { Tx } from "../core/db.ts";
import { refuseTwin } from "../core/references.ts";
import { Refusal, failureOf, invalidField, throwAll } from "../core/refusal.ts";
import { liveRow } from "../core/rows.ts";
import { derive } from "../core/sql.ts";
import { lifecycle } from "../core/transition.ts";
import { notify } from "../notices/notices.queries.ts";
import { decisions, submittedNow } from "./filing.ts";
import { dutyScope } from "./organisations.scope.ts";
import { mustBeQualified } from "./teacher-qualification.ts";

type Values = Record<string, any>;

derive(
  OrganisationTeacher,
  "courseNames",
  `select string_agg(c.course_name, '、' order by c.occupation_code, c.level desc) from course c where c.id = any(t.course_ids)`,
);

export const dutyOptions: CrudOptions = {
  entity: OrganisationTeacher,
  resource: "train_org_teacher",
  scope: dutyScope,
  async beforeSave(tx, actor, merged, old) {
    const orgId: string | null = old?.["orgId"] ?? actor.orgId;
    if (old && old["teacherId"] !== merged["teacherId"])
      throw new Refusal("FIELD_FROZEN", { field: { zh: "教师", en: "teacher" } });
    const teacher = await liveRow<Values>(tx, Teacher, merged["teacherId"]);
    if (teacher?.["isValid"] !== "isValid")
      throw invalidField("teacherId", "教师", "Teacher", "不存在或已停用", "does not exist or is out of use");
    await mustBeHired(tx, { ...merged, orgId, name: teacher["name"] });
    await mustBeFree(tx, merged, orgId);
    const courses = await validCourses(tx, merged["courseIds"]);
    mustBeQualified(teacher, courses);
    await refuseTwin(tx, OrganisationTeacher, merged["id"], { orgId, teacherId: merged["teacherId"] }, "DUPLICATE", {
      field: { zh: "该机构教师", en: "This teacher of the institution" },
    });
    return { orgId, teacherName: teacher["name"], ...(old ? {} : submittedNow) };
  },
  async beforeRemove(tx, _actor, rows) {
    throwAll(
      (
        await scheduled(
          tx,
          rows.map((row) => row["id"]),
        )
      ).map((id) => failureOf(new Refusal("TEACHER_IN_USE"), id)),
    );
  },
  detail: withHistory(OrganisationTeacher),
};

/** The hire must be of this pair, of this kind, in force today, with its contract filed. @throws TEACHER_NOT_HIRED, ATTACH_REQUIRED */
async function mustBeHired(tx: Tx, row: Values): Promise<void> {
  const hire = await liveRow<Values>(tx, TeacherHire, row["hireId"]);
  const holds =
    hire &&
    hire["teacherId"] === row["teacherId"] &&
    hire["orgId"] === row["orgId"] &&
    hire["startDate"] <= today() &&
    hire["endDate"] >= today();
  if (!holds) throw new Refusal("TEACHER_NOT_HIRED", { name: row["name"], date: today() });
  if (hire["teacherKind"] !== row["teacherKind"])
    throw invalidField("teacherKind", "聘用性质", "Kind of hire", "须与聘用记录一致", "must be that of the hire");
  if (!hire["contractAttId"]) throw new Refusal("ATTACH_REQUIRED", { names: { zh: "聘用合同", en: "contract" } });
}

/** Full-time at one institution only; a unique index stands behind. @throws HIRE_CONFLICT */
async function mustBeFree(tx: Tx, row: Values, orgId: string | null): Promise<void> {
  if (row["teacherKind"] !== "1" || row["isValid"] !== "isValid") return;
  const elsewhere =
    await sql`select 1 from organisation_teacher t where t.teacher_id = ${row["teacherId"]} and t.org_id <> ${orgId} and t.teacher_kind = '1'
    and t.is_valid = 'isValid' and t.confirm_status <> 'back' and t.is_deleted = 0 limit 1`.execute(tx);
  if (elsewhere.rows.length > 0) throw new Refusal("HIRE_CONFLICT");
}

/** @throws COURSE_NOT_VALID when one is not in the valid catalogue */
async function validCourses(tx: Tx, ids: readonly string[]): Promise<Values[]> {
  const found = await tx
    .selectFrom(Course.table)
    .select(["id", "courseName", "level", "trainKind"])
    .where("id", "in", ids as string[])
    .where("isDeleted", "=", 0)
    .where("isValid", "=", "isValid")
    .execute();
  if (found.length < new Set(ids).size) throw new Refusal("COURSE_NOT_VALID");
  return found;
}

/** Those of the duties whose teacher has lessons there from today on. */
async function scheduled(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const found = await sql<{
    id: string;
  }>`select t.id from organisation_teacher t where t.id = any(${ids}::bigint[]) and exists (
      select 1 from lesson l join training_class c on c.id = l.class_id and c.is_deleted = 0 and c.status <> 'deleted'
      where c.org_id = t.org_id and l.is_deleted = 0 and l.lesson_date >= ${today()} and t.teacher_id in (l.teacher_id, l.assist_teacher_id)) order by t.id`.execute(
    tx,
  );
  return found.rows.map((row) => row.id);
}

/** Going off and on duty needs no new approval. */
export const isDutySwitch = (values: Values, old: Values): boolean =>
  changedFields(OrganisationTeacher, { ...old, ...values }, old).every((name) => name === "isValid");

const tell = (title: { zh: string; en: string }) => (tx: Tx, _actor: unknown, row: Values, input: Values) =>
  notify(tx, {
    to: { orgId: row["orgId"] },
    kind: "mail",
    title,
    text: {
      zh: [row["teacherName"], input["reason"]].filter(Boolean).join("："),
      en: [row["teacherName"], input["reason"]].filter(Boolean).join(": "),
    },
    link: "/my/org/teacher",
  });

export const dutyLifecycle = lifecycle({
  machine: organisationTeacherMachine,
  entity: OrganisationTeacher,
  scope: dutyScope,
  moves: {
    ...decisions,
    confirm: { ...decisions.confirm, effects: [tell({ zh: "机构教师已通过", en: "Teacher approved" })] },
    back: { ...decisions.back, effects: [tell({ zh: "机构教师被退回", en: "Teacher returned" })] },
  },
});
