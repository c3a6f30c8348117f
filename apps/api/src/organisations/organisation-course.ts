import { organisationCourseMachine } from "@jipei/contract/organisations/organisation-course.machine.ts";
import { OrganisationCourse } from "@jipei/contract/organisations/organisation-course.ts";
import { Organisation } from "@jipei/contract/organisations/organisation.ts";
import { Course } from "@jipei/contract/teaching/course.ts";
import { kindsWithoutPractice } from "@jipei/contract/teaching/training.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import { isInside } from "../core/actor.ts";
import { auditOf } from "../core/audit.ts";
import type { CrudOptions } from "../core/crud.ts";
import type { Tx } from "../core/db.ts";
import { refuseTwin, refuseUsed } from "../core/references.ts";
import { Refusal, invalidField } from "../core/refusal.ts";
import { liveRow } from "../core/rows.ts";
import { lifecycle } from "../core/transition.ts";
import { notify } from "../notices/notices.queries.ts";
import { decisions, submittedNow } from "./filing.ts";
import { offerScope } from "./organisations.scope.ts";

type Values = Record<string, any>;

export const courseOptions: CrudOptions = {
  entity: OrganisationCourse,
  resource: "org_course",
  scope: offerScope,
  async beforeSave(tx, actor, merged, old) {
    const orgId = old?.["orgId"] ?? (actor.audience === "institution" ? actor.orgId : merged["orgId"]);
    if (!orgId) throw invalidField("orgId", "机构", "Institution", "请选择机构", "please choose");
    if (old && old["courseId"] !== merged["courseId"])
      throw new Refusal("FIELD_FROZEN", { field: { zh: "课程", en: "course" } });
    if (!merged["textbook"]) throw invalidField("textbook", "教材", "Textbook", "不能为空", "required");
    const course = await liveRow<Values>(tx, Course, merged["courseId"]);
    if (course?.["isValid"] !== "isValid") throw new Refusal("COURSE_NOT_VALID");
    await mustBeInScope(tx, orgId, course);
    checkHours(merged, course);
    await refuseTwin(tx, OrganisationCourse, merged["id"], { orgId, courseId: merged["courseId"] }, "DUPLICATE", {
      field: { zh: "该机构课程", en: "This course of the institution" },
    });
    if (old) return {};
    const { courseName, occupationCode, occupationName, level } = course;
    return { orgId, courseName, occupationCode, occupationName, level, isValid: "isValid", ...submittedNow };
  },
  async beforeRemove(tx, _actor, rows) {
    const ids = rows.map((row) => row["id"] as string);
    await refuseUsed(tx, "ORG_COURSE_IN_USE", ids, ["training_class.org_course_id"]);
    const planned =
      await sql`select 1 from organisation_course t join organisation_plan p on p.org_id = t.org_id and p.course_id = t.course_id
      where t.id = any(${ids}::bigint[]) and p.is_deleted = 0 and p.confirm_status <> 'Invalidate' limit 1`.execute(tx);
    if (planned.rows.length > 0) throw new Refusal("ORG_COURSE_IN_USE");
  },
  detail: async (db, actor, row) => ({
    auditList: isInside(actor) ? await auditOf(db, actor, OrganisationCourse.name, row["id"]) : [],
  }),
};

/** The licence must name the occupation or the course. @throws COURSE_NOT_APPROVED */
async function mustBeInScope(tx: Tx, orgId: string, course: Values): Promise<void> {
  const organisation = await liveRow<Values>(tx, Organisation, orgId);
  if (!organisation) throw new Refusal("NOT_FOUND");
  const plain = (text: string) => text.replace(/\s+/g, "").toLowerCase();
  const scope = plain(organisation["trainScope"]);
  if (
    ![course["occupationName"], course["courseName"], course["occupationCode"]].some((name) =>
      scope.includes(plain(name)),
    )
  )
    throw new Refusal("COURSE_NOT_APPROVED");
}

/** Hours in halves, adding up, not below the catalogue, with enough practice. @throws FIELD_INVALID, CLASS_HOURS_SHORT */
function checkHours(row: Values, course: Values): void {
  const { courseHours, theoryHours, practiceHours } = OrganisationCourse.fields;
  for (const [name, field] of Object.entries({ courseHours, theoryHours, practiceHours }))
    if (!new Decimal(row[name]).mod("0.5").isZero())
      throw invalidField(name, field.zh, field.en, "须为0.5课时的倍数", "must be a multiple of 0.5 hours");
  const hours = new Decimal(row["courseHours"]);
  const practice = new Decimal(row["practiceHours"]);
  if (!practice.plus(row["theoryHours"]).eq(hours))
    throw invalidField(
      "courseHours",
      courseHours.zh,
      courseHours.en,
      "须等于理论课时与实操课时之和",
      "must be the sum of theory and practice hours",
    );
  const ratio = kindsWithoutPractice.has(course["trainKind"]) ? new Decimal(0) : new Decimal(course["practiceRatio"]);
  if (hours.lt(course["minHours"]) || practice.lt(hours.times(ratio)))
    throw new Refusal("CLASS_HOURS_SHORT", {
      a: new Decimal(course["minHours"]).toFixed(1),
      b: hours.toFixed(1),
      r: ratio.toFixed(2),
    });
}

const tell = (title: { zh: string; en: string }) => (tx: Tx, _actor: unknown, row: Values, input: Values) =>
  notify(tx, {
    to: { orgId: row["orgId"] },
    kind: "mail",
    title,
    text: {
      zh: [row["courseName"], input["reason"]].filter(Boolean).join("："),
      en: [row["courseName"], input["reason"]].filter(Boolean).join(": "),
    },
    link: "/my/org/course",
  });

export const courseLifecycle = lifecycle({
  machine: organisationCourseMachine,
  entity: OrganisationCourse,
  scope: offerScope,
  moves: {
    ...decisions,
    confirm: { ...decisions.confirm, effects: [tell({ zh: "机构课程已通过", en: "Course approved" })] },
    back: { ...decisions.back, effects: [tell({ zh: "机构课程被退回", en: "Course returned" })] },
  },
});
