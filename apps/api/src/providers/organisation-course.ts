import type { StoredRow } from "../core/database/tables.ts";
import { type Draft, columns } from "../core/entity/columns.ts";
import { organisationCourseMachine } from "@jipei/contract/providers/organisation-course.machine.ts";
import { OrganisationCourse } from "@jipei/contract/providers/organisation-course.ts";
import { Organisation } from "@jipei/contract/providers/organisation.ts";
import { Course } from "@jipei/contract/catalogue/course.ts";
import { kindsWithoutPractice } from "@jipei/contract/catalogue/training.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import { isInside } from "../core/foundation/actor.ts";
import { getAudit } from "../core/entity/audit.ts";
import { changedFields } from "../core/entity/changes.ts";
import type { CrudOptions } from "../core/entity/crud.ts";
import type { Db, Tx } from "../core/database/db.ts";
import { refuseDuplicate, refuseUsed } from "../core/entity/references.ts";
import { Refusal, because, invalidValue } from "../core/foundation/refusal.ts";
import { liveRow } from "../core/database/rows.ts";
import { type MoveInput, lifecycle } from "../core/entity/transition.ts";
import { notify } from "../notices/notices.queries.ts";
import { decisions, notEditedBy, submittedNow } from "./organisations/filing.ts";
import { offerScope } from "./providers.scope.ts";

type CourseFacts = StoredRow<typeof Course>;

export const courseOptions: CrudOptions<typeof OrganisationCourse> = {
  entity: OrganisationCourse,
  resource: "org_course",
  audited: true,
  scope: offerScope,
  async beforeSave(tx, actor, merged, old) {
    const orgId = old?.orgId ?? (actor.audience === "institution" ? actor.orgId : merged.orgId);
    if (!orgId) throw invalidValue(OrganisationCourse, "orgId", "请选择机构", "please choose");
    if (old && old.courseId !== merged.courseId)
      throw new Refusal("FIELD_FROZEN", { field: { zh: "课程", en: "course" } });
    if (!merged.textbook) throw invalidValue(OrganisationCourse, "textbook", "不能为空", "required");
    const course = await liveRow(tx, Course, merged.courseId);
    if (course?.isValid !== "isValid") throw new Refusal("COURSE_NOT_VALID");
    await assertInScope(tx, orgId, course);
    checkHours(merged, course);
    await refuseDuplicate(tx, OrganisationCourse, merged.id, { orgId, courseId: merged.courseId }, "DUPLICATE", {
      field: { zh: "该机构课程", en: "This course of the institution" },
    });
    if (old) return needsApproval(merged, old) ? columns(OrganisationCourse, submittedNow()) : undefined;
    const { courseName, occupationCode, occupationName, level } = course;
    return columns(OrganisationCourse, {
      orgId,
      courseName,
      occupationCode,
      occupationName,
      level,
      isValid: "isValid",
      ...submittedNow(),
    });
  },
  async afterSave(tx, actor, row, old) {
    if (!old || !needsApproval(row, old)) return;
    await notify(tx, {
      to: { role: "clerk" },
      title: { zh: "机构课程待审核", en: "An institution course is waiting for approval" },
      text: {
        zh: `${actor.name}修改了${row.courseName}的课时或收费标准`,
        en: `${actor.name} changed hours or fee of ${row.courseName}`,
      },
      link: "/org/course?confirmStatus=unConfirm",
    });
  },
  async beforeRemove(tx, _actor, rows) {
    const ids = rows.map((row) => row.id);
    await refuseUsed(tx, OrganisationCourse, rows, "ORG_COURSE_IN_USE");
    const planned =
      await sql`select 1 from organisation_course t join filed_plan p on p.org_id = t.org_id and p.course_id = t.course_id
      where t.id = any(${ids}::bigint[]) and p.confirm_status <> 'Invalidate' limit 1`.execute(tx);
    if (planned.rows.length > 0) throw new Refusal("ORG_COURSE_IN_USE");
  },
  detail: async (db, actor, row) => ({
    auditList: isInside(actor) ? await getAudit(db, actor, OrganisationCourse.name, row.id) : [],
  }),
};

/** What money follows from: hours make a class long enough, and nothing is paid above the fee. */
const decisive = ["courseHours", "theoryHours", "practiceHours", "chargeStandard"] as const;

/** Whether a change of an approved course waits for another approval. */
const needsApproval = (row: Draft<typeof OrganisationCourse>, old: StoredRow<typeof OrganisationCourse>): boolean => {
  const changed: readonly string[] = changedFields(OrganisationCourse, row, old);
  return old.confirmStatus === "Confirm" && decisive.some((name) => changed.includes(name));
};

/** The licence must name the occupation or the course. @throws COURSE_NOT_APPROVED */
async function assertInScope(tx: Tx, orgId: string, course: CourseFacts): Promise<void> {
  const organisation = await liveRow(tx, Organisation, orgId);
  if (!organisation) throw new Refusal("NOT_FOUND");
  const plain = (text: string) => text.replace(/\s+/g, "").toLowerCase();
  const scope = plain(organisation.trainScope);
  if (![course.occupationName, course.courseName, course.occupationCode].some((name) => scope.includes(plain(name))))
    throw new Refusal("COURSE_NOT_APPROVED");
}

/** Hours in halves, adding up, not below the catalogue, with enough practice. @throws FIELD_INVALID, CLASS_HOURS_SHORT */
function checkHours(row: Draft<typeof OrganisationCourse>, course: CourseFacts): void {
  for (const name of ["courseHours", "theoryHours", "practiceHours"] as const)
    if (!new Decimal(row[name]).mod("0.5").isZero())
      throw invalidValue(OrganisationCourse, name, "须为0.5课时的倍数", "must be a multiple of 0.5 hours");
  const hours = new Decimal(row.courseHours);
  const practice = new Decimal(row.practiceHours);
  if (!practice.plus(row.theoryHours).eq(hours))
    throw invalidValue(
      OrganisationCourse,
      "courseHours",
      "须等于理论课时与实操课时之和",
      "must be the sum of theory and practice hours",
    );
  const ratio = kindsWithoutPractice.has(course.trainKind) ? new Decimal(0) : new Decimal(course.practiceRatio);
  if (hours.lt(course.minHours) || practice.lt(hours.times(ratio)))
    throw because("CLASS_HOURS_SHORT", "withPractice", {
      a: new Decimal(course.minHours).toFixed(1),
      b: hours.toFixed(1),
      r: ratio.toFixed(2),
    });
}

const notifyDecided =
  (title: { zh: string; en: string }) =>
  async (tx: Tx, _actor: unknown, row: StoredRow<typeof OrganisationCourse>, input: MoveInput) => {
    await notify(tx, {
      to: { orgId: row.orgId },
      kind: "mail",
      title,
      text: {
        zh: [row.courseName, input.reason].filter(Boolean).join("："),
        en: [row.courseName, input.reason].filter(Boolean).join(": "),
      },
      link: "/my/org/course",
    });
  };

export const courseLifecycle = lifecycle({
  machine: organisationCourseMachine,
  entity: OrganisationCourse,
  scope: offerScope,
  moves: {
    ...decisions,
    confirm: {
      ...decisions.confirm,
      guards: [notEditedBy(OrganisationCourse)],
      effects: [notifyDecided({ zh: "机构课程已通过", en: "Course approved" })],
    },
    back: { ...decisions.back, effects: [notifyDecided({ zh: "机构课程被退回", en: "Course returned" })] },
  },
});

/** What institutions filed for a course follows its validity in the catalogue. */
export async function followCourse(_db: Db, { tx, courseId, isValid }: CourseValidity): Promise<void> {
  await sql`update organisation_course set is_valid = ${isValid}, update_time = now(), version = version + 1 where course_id = ${courseId} and is_deleted = 0`.execute(
    tx,
  );
}
interface CourseValidity {
  tx: Tx;
  courseId: string;
  isValid: string;
}
