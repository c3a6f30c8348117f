import { Organisation } from "@jipei/contract/organisations/organisation.ts";
import { record, saveOf } from "@jipei/contract/core/shape.ts";
import { Teacher } from "@jipei/contract/teaching/teacher.ts";
import { TeacherHire } from "@jipei/contract/teaching/teacher-hire.ts";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import { addMonths } from "../core/clock.ts";
import { type CrudOptions, saveRow } from "../core/crud.ts";
import type { Tx } from "../core/db.ts";
import { parseInput } from "../core/input.ts";
import { refuseUsed } from "../core/references.ts";
import { Refusal, invalidField } from "../core/refusal.ts";
import { liveRow } from "../core/rows.ts";
import type { Services } from "../core/services.ts";
import { derive } from "../core/sql.ts";
import { hireScope, teacherScope } from "./teaching.scope.ts";

type Values = Record<string, any>;

derive(
  TeacherHire,
  "isCurrentUser",
  `case when current_date between t.start_date and t.end_date then 'isCurrentUser' else 'unCurrentUser' end`,
);

/** Longest contract in months. */
const longest = 36;

/** Rules of a hire. `anyone`: the teacher was just named by name and ID number, so he need not be known to the institution before. */
const hireOptionsFor = (anyone: boolean): CrudOptions => ({
  entity: TeacherHire,
  resource: "teacher_hire",
  scope: hireScope,
  async beforeSave(tx, actor, merged, old) {
    const orgId = actor.audience === "institution" ? actor.orgId : merged["orgId"];
    if (!orgId) throw invalidField("orgId", "机构", "Institution", "请选择机构", "please choose");
    if (old && (old["teacherId"] !== merged["teacherId"] || old["orgId"] !== orgId))
      throw new Refusal("FIELD_FROZEN", { field: { zh: "教师或机构", en: "teacher or institution" } });
    if (merged["endDate"] <= merged["startDate"])
      throw invalidField("endDate", "聘用结束", "Until", "须晚于聘用开始", "must be after the first day");
    if (merged["endDate"] > addMonths(merged["startDate"], longest))
      throw invalidField("endDate", "聘用结束", "Until", "聘期最长3年", "at most 3 years after the first day");
    const organisation = await liveRow<Values>(tx, Organisation, orgId);
    if (!organisation || organisation["state"] === "Invalidate") throw new Refusal("ORG_NOT_ACTIVE");
    await mustKnowTeacher(tx, actor, merged["teacherId"], anyone || old !== null);
    if (await conflicts(tx, { ...merged, orgId } as never)) throw new Refusal("HIRE_CONFLICT");
    return { orgId };
  },
  beforeRemove: (tx, _actor, rows) =>
    refuseUsed(
      tx,
      "TEACHER_IN_USE",
      rows.map((row) => row["id"]),
      ["organisation_teacher.hire_id"],
    ),
});
export const hireOptions = hireOptionsFor(false);

/** A contract shows an institution who somebody is, so it may not be made out for a number that was merely guessed. */
async function mustKnowTeacher(tx: Tx, actor: Actor, teacherId: string, anyone: boolean): Promise<void> {
  const found = await sql<{
    inScope: boolean;
    isValid: string;
  }>`select (${teacherScope(actor)}) as "inScope", t.is_valid from ${sql.table(Teacher.table)} t where t.id = ${teacherId} and t.is_deleted = 0`.execute(
    tx,
  );
  const teacher = found.rows[0];
  if (!teacher || (!anyone && !teacher.inScope))
    throw new Refusal(actor.audience === "institution" ? "NOT_OWNER" : "NOT_FOUND");
  if (teacher.isValid !== "isValid") throw invalidField("teacherId", "教师", "Teacher", "该教师已停用", "out of use");
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
  values: Values,
  who: "any teacher" | "known teacher",
): Promise<string> {
  const { trainTeacherHireDTO } = parseInput(record({ trainTeacherHireDTO: saveOf(TeacherHire) }), {
    trainTeacherHireDTO: values,
  });
  return (await saveRow(tx, actor, hireOptionsFor(who === "any teacher"), trainTeacherHireDTO, app)).id;
}
