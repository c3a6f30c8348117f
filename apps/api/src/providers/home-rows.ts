import { OrganisationCourse } from "@jipei/contract/providers/organisation-course.ts";
import { OrganisationTeacher } from "@jipei/contract/providers/organisation-teacher.ts";
import { Organisation } from "@jipei/contract/providers/organisation.ts";
import { sql } from "kysely";
import { liveRows } from "../core/access/data-scope.ts";
import { addDays, today } from "../core/foundation/clock.ts";
import type { HomeRows, ReturnedRows } from "../core/foundation/home-rows.ts";

/** Days ahead that the end of a licence is pointed out. */
const far = 30;

const filed = (of: "unConfirm" | "change"): HomeRows => {
  const which = of === "unConfirm" ? sql`t.state = 'unConfirm'` : sql`t.change_pending = '1'`;
  return (actor) =>
    sql`select t.commit_time as since from organisation t where ${liveRows(Organisation, actor)} and (t.state = 'unConfirm' or t.change_pending = '1') and ${which}`;
};

/** What waits for the bureau, with the moment since when; each reads an index of the waiting rows only. */
export const providersWaiting = {
  organisation: filed("unConfirm"),
  organisationChange: filed("change"),
  organisationCourse: (actor) =>
    sql`select t.commit_time as since from organisation_course t where ${liveRows(OrganisationCourse, actor)} and t.confirm_status = 'unConfirm'`,
  organisationTeacher: (actor) =>
    sql`select t.commit_time as since from organisation_teacher t where ${liveRows(OrganisationTeacher, actor)} and t.confirm_status = 'unConfirm'`,
  licence: (actor) =>
    sql`select t.license_expire_date as since from organisation t where ${liveRows(Organisation, actor)} and t.state = 'isUser' and t.license_expire_date <= ${addDays(today(), far)}`,
} satisfies Record<string, HomeRows>;

/** What the bureau sent back to an institution. */
export const providersReturned = {
  organisation: {
    entity: Organisation,
    title: "t.org_name",
    reason: "coalesce(t.back_reason, t.state_reason)",
    from: ({ orgId }) =>
      sql`organisation t where t.id = ${orgId} and (t.state = 'back' or (t.state = 'isUser' and t.back_reason is not null and t.change_pending is distinct from '1'))`,
  },
  course: {
    entity: OrganisationCourse,
    title: "(select c.course_name from programme c where c.id = t.course_id)",
    from: ({ orgId }) => sql`organisation_course t where t.org_id = ${orgId} and t.confirm_status = 'back'`,
  },
  teacher: {
    entity: OrganisationTeacher,
    title: "t.teacher_name",
    from: ({ orgId }) => sql`organisation_teacher t where t.org_id = ${orgId} and t.confirm_status = 'back'`,
  },
} satisfies Record<string, ReturnedRows>;
