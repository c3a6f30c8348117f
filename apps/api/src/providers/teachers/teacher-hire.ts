import { columns } from "../../core/entity/columns.ts";
import { Organisation } from "@jipei/contract/providers/organisation.ts";
import { record, saveShape } from "@jipei/contract/core/fields/shape.ts";
import { Teacher } from "@jipei/contract/providers/teacher.ts";
import { TeacherHire } from "@jipei/contract/providers/teacher-hire.ts";
import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import { changedFields } from "../../core/entity/changes.ts";
import { addMonths } from "../../core/foundation/clock.ts";
import { type CrudOptions, type SaveInput, saveRow } from "../../core/entity/crud.ts";
import type { Tx } from "../../core/database/db.ts";
import { parseInput } from "../../core/entity/input.ts";
import { refuseUsed } from "../../core/entity/references.ts";
import { Refusal, invalidValue } from "../../core/foundation/refusal.ts";
import { liveRow } from "../../core/database/rows.ts";
import type { Services } from "../../core/foundation/services.ts";
import { type DerivedField, derived } from "../../core/database/sql.ts";
import { reviewDuties } from "./duty-review.ts";
import { hireScope, teacherScope } from "../providers.scope.ts";

export const hireDerived: readonly DerivedField[] = [
  derived(
    TeacherHire,
    "isCurrentUser",
    `case when current_date between t.start_date and t.end_date then 'isCurrentUser' else 'unCurrentUser' end`,
  ),
];

/** Longest contract in months. */
const longest = 36;

const frozen = (name: "teacherId" | "orgId") => new Refusal("FIELD_FROZEN", { field: TeacherHire.fields[name] });

/** Rules of a hire. `anyone`: the teacher was just named by name and ID number, so they need not be known to the institution before. */
const hireOptionsFor = (anyone: boolean): CrudOptions<typeof TeacherHire> => ({
  entity: TeacherHire,
  resource: "teacher_hire",
  audited: true,
  scope: hireScope,
  async beforeSave(tx, actor, merged, old) {
    const orgId = actor.audience === "institution" ? actor.orgId : merged.orgId;
    if (!orgId) throw invalidValue(TeacherHire, "orgId", "请选择机构", "please choose");
    if (old && old.teacherId !== merged.teacherId) throw frozen("teacherId");
    if (old && old.orgId !== orgId) throw frozen("orgId");
    if (merged.endDate <= merged.startDate)
      throw invalidValue(TeacherHire, "endDate", "须晚于聘用开始", "must be after the first day");
    if (merged.endDate > addMonths(merged.startDate, longest))
      throw invalidValue(TeacherHire, "endDate", "聘期最长3年", "at most 3 years after the first day");
    const organisation = await liveRow(tx, Organisation, orgId);
    if (!organisation || organisation.state === "Invalidate") throw new Refusal("ORG_NOT_ACTIVE");
    await assertKnowsTeacher(tx, actor, merged.teacherId, anyone || old !== null);
    if (await conflicts(tx, { ...merged, orgId })) throw new Refusal("HIRE_CONFLICT");
    if (old?.contractAttId && !merged.contractAttId) await assertNotNamed(tx, old.id);
    return columns(TeacherHire, { orgId });
  },
  async afterSave(tx, actor, row, old) {
    if (!old) return;
    const changed: readonly string[] = changedFields(TeacherHire, row, old);
    if (contracted.some((name) => changed.includes(name))) await reviewDuties(tx, actor, sql`t.hire_id = ${row.id}`);
  },
  beforeRemove: (tx, _actor, rows) => refuseUsed(tx, TeacherHire, rows, "TEACHER_IN_USE"),
});
export const hireOptions = hireOptionsFor(false);

/** What the bureau approves a teacher by, beside who they are. */
const contracted = ["teacherKind", "startDate", "endDate", "contractAttId"] as const;

/** The contract stays while a teacher is filed with it. @throws ATTACH_REQUIRED */
async function assertNotNamed(tx: Tx, hireId: string): Promise<void> {
  const { rows } = await sql`
    select from organisation_teacher where hire_id = ${hireId} and confirm_status <> 'back' and is_deleted = 0 limit 1`.execute(
    tx,
  );
  const { zh, en } = TeacherHire.fields.contractAttId;
  if (rows.length > 0) throw new Refusal("ATTACH_REQUIRED", { names: { zh, en } });
}

/** A contract shows an institution who somebody is, so it may not be made out for a number that was merely guessed. */
async function assertKnowsTeacher(tx: Tx, actor: Actor, teacherId: string, anyone: boolean): Promise<void> {
  const found = await sql<{
    inScope: boolean;
    isValid: string;
  }>`select (${teacherScope(actor)}) as "inScope", t.is_valid from ${sql.table(Teacher.table)} t where t.id = ${teacherId} and t.is_deleted = 0`.execute(
    tx,
  );
  const teacher = found.rows[0];
  if (!teacher || (!anyone && !teacher.inScope))
    throw new Refusal(actor.audience === "institution" ? "NOT_OWNER" : "NOT_FOUND");
  if (teacher.isValid !== "isValid") throw invalidValue(TeacherHire, "teacherId", "该教师已停用", "out of use");
}

/**
 * Whether another contract stands against a hire: one of a pair at a time, full-time at one institution only. Exclusion constraints stand
 * behind.
 */
export async function conflicts(
  tx: Tx,
  hire: {
    id?: string | null;
    teacherId: string;
    orgId: string;
    teacherKind: string;
    startDate: string;
    endDate: string;
  },
): Promise<boolean> {
  const found =
    await sql`select 1 from teacher_hire t where t.is_deleted = 0 and t.id is distinct from ${hire.id ?? null}::bigint and t.teacher_id = ${hire.teacherId}
    and daterange(t.start_date, t.end_date, '[]') && daterange(${hire.startDate}::date, ${hire.endDate}::date, '[]')
    and (t.org_id = ${hire.orgId} or (t.teacher_kind = '1' and ${hire.teacherKind}::text = '1')) limit 1`.execute(tx);
  return found.rows.length > 0;
}

/** A hire sent along with a teacher, checked as if it had been sent alone. @returns its id */
export async function saveHire(
  tx: Tx,
  actor: Actor,
  app: Services,
  values: SaveInput<typeof TeacherHire>,
  who: "any teacher" | "known teacher",
): Promise<string> {
  const { trainTeacherHireDTO } = parseInput(record({ trainTeacherHireDTO: saveShape(TeacherHire) }), {
    trainTeacherHireDTO: values,
  });
  return (await saveRow(tx, actor, hireOptionsFor(who === "any teacher"), trainTeacherHireDTO, app)).id;
}
