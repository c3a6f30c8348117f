import type { Columns, StoredRow } from "../../core/database/tables.ts";
import { type Draft, columns } from "../../core/entity/columns.ts";
import { organisationTeacherMachine } from "@jipei/contract/providers/organisation-teacher.machine.ts";
import { OrganisationTeacher } from "@jipei/contract/providers/organisation-teacher.ts";
import { TeacherHire } from "@jipei/contract/providers/teacher-hire.ts";
import { Teacher } from "@jipei/contract/providers/teacher.ts";
import { sql } from "kysely";
import { withHistory } from "../../core/entity/audit.ts";
import { changedFields } from "../../core/entity/changes.ts";
import { today } from "../../core/foundation/clock.ts";
import type { CrudOptions, SaveInput } from "../../core/entity/crud.ts";
import type { Tx } from "../../core/database/db.ts";
import { refuseDuplicate } from "../../core/entity/references.ts";
import { Refusal, because, invalidValue, refuseRows } from "../../core/foundation/refusal.ts";
import { liveRow } from "../../core/database/rows.ts";
import { type DerivedField, derived } from "../../core/database/sql.ts";
import { type MoveInput, lifecycle } from "../../core/entity/transition.ts";
import { notify } from "../../notices/notices.queries.ts";
import { decisions, notEditedBy, submittedNow } from "../organisations/filing.ts";
import { dutyScope } from "../providers.scope.ts";
import { type TaughtCourse, assertQualified } from "./teacher-qualification.ts";
import { getOwner } from "../owner.ts";

type Duty = Draft<typeof OrganisationTeacher>;

export const dutyDerived: readonly DerivedField[] = [
  derived(
    OrganisationTeacher,
    "courseNames",
    `select string_agg(c.course_name, '、' order by c.occupation_code, c.level desc) from programme c where c.id = any(t.course_ids)`,
  ),
];

export const dutyOptions: CrudOptions<typeof OrganisationTeacher> = {
  entity: OrganisationTeacher,
  resource: "train_org_teacher",
  audited: true,
  scope: dutyScope,
  async beforeSave(tx, actor, merged, old) {
    const orgId = getOwner(actor, old);
    if (old && old.teacherId !== merged.teacherId)
      throw new Refusal("FIELD_FROZEN", { field: { zh: "教师", en: "teacher" } });
    // Whoever goes off duty need not be hired, valid or free any more.
    if (old && merged.isValid === "unValid" && isDutySwitch(merged, old)) return;
    const teacher = await liveRow(tx, Teacher, merged.teacherId);
    if (teacher?.isValid !== "isValid")
      throw invalidValue(OrganisationTeacher, "teacherId", "已停用，请重新选择", "is out of use; choose another one");
    await assertHired(tx, merged, orgId, teacher.name);
    await assertFree(tx, merged, orgId);
    const courses = await validCourses(tx, merged.courseIds);
    assertQualified(teacher, courses);
    await refuseDuplicate(tx, OrganisationTeacher, merged.id, { orgId, teacherId: merged.teacherId }, "DUPLICATE", {
      field: { zh: "该机构教师", en: "This teacher of the institution" },
    });
    return columns(OrganisationTeacher, { orgId, teacherName: teacher.name, ...(old ? {} : submittedNow()) });
  },
  async beforeRemove(tx, _actor, rows) {
    const ids = rows.map((row) => row.id);
    refuseRows("TEACHER_IN_USE", await scheduled(tx, ids));
  },
  detail: withHistory(OrganisationTeacher),
};

/** The hire must be of this pair, of this kind, in force today, with its contract filed. @throws TEACHER_NOT_HIRED, ATTACH_REQUIRED */
async function assertHired(tx: Tx, row: Duty, orgId: string, name: string): Promise<void> {
  const hire = await liveRow(tx, TeacherHire, row.hireId);
  const holds =
    hire &&
    hire.teacherId === row.teacherId &&
    hire.orgId === orgId &&
    hire.startDate <= today() &&
    hire.endDate >= today();
  if (!holds) throw because("TEACHER_NOT_HIRED", "noHire", { name, date: today() });
  if (hire.teacherKind !== row.teacherKind)
    throw invalidValue(OrganisationTeacher, "teacherKind", "须与聘用记录一致", "must be that of the hire");
  if (!hire.contractAttId) throw new Refusal("ATTACH_REQUIRED", { names: { zh: "聘用合同", en: "contract" } });
}

/** Full-time at one institution at a time, while they are hired there; the constraint on hires stands behind. @throws HIRE_CONFLICT */
async function assertFree(tx: Tx, row: Duty, orgId: string): Promise<void> {
  if (row.teacherKind !== "1" || row.isValid !== "isValid") return;
  const elsewhere =
    await sql`select 1 from organisation_teacher t join teacher_hire h on h.id = t.hire_id and h.is_deleted = 0 join teacher_hire own on own.id = ${row.hireId}
    where t.teacher_id = ${row.teacherId} and t.org_id <> ${orgId} and t.teacher_kind = '1' and t.is_valid = 'isValid' and t.confirm_status <> 'back' and t.is_deleted = 0
      and daterange(h.start_date, h.end_date, '[]') && daterange(own.start_date, own.end_date, '[]') limit 1`.execute(
      tx,
    );
  if (elsewhere.rows.length > 0) throw new Refusal("HIRE_CONFLICT");
}

/** @throws COURSE_NOT_VALID when one is not in the valid catalogue */
async function validCourses(tx: Tx, ids: readonly string[]): Promise<TaughtCourse[]> {
  const found = await tx
    .selectFrom("programme")
    .select(["id", "courseName", "level", "trainKind"])
    .where("id", "in", ids)
    .where("isDeleted", "=", 0)
    .where("isValid", "=", "isValid")
    .execute();
  if (found.length < new Set(ids).size) throw new Refusal("COURSE_NOT_VALID");
  return found;
}

/** Those of the duties whose teacher has lessons from today on, in classes of the institution or of enterprises whose staff it trains. */
async function scheduled(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const found = await sql<{
    id: string;
  }>`select t.id from organisation_teacher t where t.id = any(${ids}::bigint[]) and exists (
      select 1 from lecture l join training c on c.id = l.class_id and c.is_deleted = 0 and not class_is_void(c.status)
      where t.org_id in (c.org_id, c.trainer_id) and l.lesson_date >= ${today()} and t.teacher_id in (l.teacher_id, l.assist_teacher_id)) order by t.id`.execute(
    tx,
  );
  return found.rows.map((row) => row.id);
}

/** Going off and on duty needs no new approval. */
export const isDutySwitch = (
  values: Duty | SaveInput<typeof OrganisationTeacher>,
  old: StoredRow<typeof OrganisationTeacher>,
): boolean =>
  changedFields(OrganisationTeacher, { ...old, ...(values as Columns<typeof OrganisationTeacher>) }, old).every(
    (name) => name === "isValid",
  );

const notifyDecided =
  (title: { zh: string; en: string }) =>
  async (tx: Tx, _actor: unknown, row: StoredRow<typeof OrganisationTeacher>, input: MoveInput) => {
    await notify(tx, {
      to: { orgId: row.orgId },
      kind: "mail",
      title,
      text: {
        zh: [row.teacherName, input.reason].filter(Boolean).join("："),
        en: [row.teacherName, input.reason].filter(Boolean).join(": "),
      },
      link: "/my/org/teacher",
    });
  };

export const dutyLifecycle = lifecycle({
  machine: organisationTeacherMachine,
  entity: OrganisationTeacher,
  scope: dutyScope,
  moves: {
    ...decisions,
    confirm: {
      ...decisions.confirm,
      guards: [notEditedBy(OrganisationTeacher)],
      effects: [notifyDecided({ zh: "机构教师已通过", en: "Teacher approved" })],
    },
    back: { ...decisions.back, effects: [notifyDecided({ zh: "机构教师被退回", en: "Teacher returned" })] },
  },
});
