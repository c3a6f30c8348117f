import { EnterpriseClass } from "@jipei/contract/training/enterprise-class.ts";
import { Lesson } from "@jipei/contract/training/lesson.ts";
import { OrganisationPlan } from "@jipei/contract/training/organisation-plan.ts";
import { SignUp } from "@jipei/contract/training/sign-up.ts";
import { Student } from "@jipei/contract/training/student.ts";
import { TrainingClass } from "@jipei/contract/training/training-class.ts";
import { sql } from "kysely";
import { liveRows } from "../core/access/data-scope.ts";
import { addDays, now, today } from "../core/foundation/clock.ts";
import type { HomeRows, ReturnedRows } from "../core/foundation/home-rows.ts";
import { classIsSql } from "./classes/class-state.ts";
import { ownClasses } from "./classes/own-classes.ts";
import { inRunState } from "./classes/run-state.ts";
import { classScope, lessonScope } from "./classes/training-class.scope.ts";

/** Days ahead that a start is pointed out. */
const near = 5;

/** What waits for the bureau, with the moment since when; each reads an index of the waiting rows only. */
export const trainingWaiting = {
  class: (actor) =>
    sql`select t.commit_time as since from training_class t where ${liveRows(TrainingClass, actor)} and t.side = '1' and t.status = 'unConfirm'`,
  enterpriseClass: (actor) =>
    sql`select t.commit_time as since from enterprise_class t where ${liveRows(EnterpriseClass, actor)} and t.confirm_status = 'unConfirm'`,
  student: (actor) =>
    sql`select c.commit_time as since from student t join training_class c on c.id = t.class_id and c.is_deleted = 0 and c.status = 'unConfirm' where ${liveRows(Student, actor)} and t.side = '1' and t.confirm_status = 'unConfirm'`,
  organisationPlan: (actor) =>
    sql`select t.commit_time as since from organisation_plan t where ${liveRows(OrganisationPlan, actor)} and t.confirm_status = 'unConfirm'`,
  classStart: (actor) =>
    sql`select t.start_date as since from training_class t where ${liveRows(TrainingClass, actor)} and t.side = '1' and t.status = 'unConfirm' and t.start_date <= ${addDays(today(), near)}`,
} satisfies Record<string, HomeRows>;

/** What an institution has begun and not sent on. */
export const trainingDrafts = {
  signUp: (actor) =>
    sql`select t.commit_time as since from sign_up t where ${ownClasses(actor)} and ${liveRows(SignUp, actor)} and t.confirm_status = 'unConfirm'`,
  plan: (actor) =>
    sql`select t.create_time as since from organisation_plan t where t.org_id = ${actor.orgId} and ${liveRows(OrganisationPlan, actor)} and t.confirm_status = 'unSubmit'`,
  class: (actor) =>
    sql`select t.create_time as since from training_class t where ${classScope(actor)} and ${liveRows(TrainingClass, actor)} and t.status = 'unCommit'`,
} satisfies Record<string, HomeRows>;

/** What the bureau sent back to an institution. */
export const trainingReturned = {
  plan: {
    entity: OrganisationPlan,
    title: "concat_ws(' ', t.org_plan_no, t.course_name)",
    from: ({ orgId }) => sql`organisation_plan t where t.org_id = ${orgId} and t.confirm_status = 'back'`,
  },
  class: {
    entity: TrainingClass,
    title: "t.class_name",
    from: (actor) =>
      sql`training_class t where ${classScope(actor)} and t.status = 'unCommit' and t.back_reason is not null`,
  },
} satisfies Record<string, ReturnedRows>;

/** Classes in which something is to be done, in the order of the days: id, title, reason, count, day. */
export const trainingDue = {
  returnedStudents: (actor) =>
    sql`select c.id, concat_ws(' · ', t.name, c.class_name) as title, t.back_reason as reason, null::int as count, null::date as day from student t join training_class c on c.id = t.class_id and c.is_deleted = 0 and not class_is_void(c.status)
      where ${ownClasses(actor)} and ${liveRows(Student, actor)} and t.confirm_status = 'back' order by t.update_time desc`,
  attendance: (actor) =>
    sql`select c.id, c.class_name as title, null::text as reason, count(*)::int as count, min(t.lesson_date) as day
      from lesson t join training_class c on c.id = t.class_id and c.is_deleted = 0 and ${classIsSql("c", "isHeld")}
      where ${liveRows(Lesson, actor)} and t.is_held = '0' and t.lesson_date <= ${today()} and to_char(t.lesson_date + t.start_time, 'YYYY-MM-DD HH24:MI:SS') <= ${now()} and ${lessonScope(actor)}
      group by c.id order by day`,
  timetable: (actor) =>
    sql`select t.id, t.class_name as title, null::text as reason, null::int as count, t.start_date as day from training_class t
      where ${classScope(actor)} and ${liveRows(TrainingClass, actor)} and t.status = 'unCommit' and not exists (select from lesson l where l.class_id = t.id and l.is_deleted = 0) order by t.start_date`,
  assessment: (actor) =>
    sql`select t.id, t.class_name as title, null::text as reason, null::int as count, t.end_date as day from training_class t
      where ${classScope(actor)} and ${liveRows(TrainingClass, actor)} and ${inRunState("ended")} and t.end_date between ${addDays(today(), -365)} and ${addDays(today(), 365)} and t.start_date <= ${today()}
        and not exists (select from examination a where a.class_id = t.id and a.confirm_type <> 'Invalidate') order by day`,
} satisfies Record<string, HomeRows>;
