import { Lesson } from "@jipei/contract/classes/lesson.ts";
import { OrganisationPlan } from "@jipei/contract/classes/organisation-plan.ts";
import { TrainingClass } from "@jipei/contract/classes/training-class.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import { SignUp } from "@jipei/contract/enrolment/sign-up.ts";
import { Student } from "@jipei/contract/enrolment/student.ts";
import { Certificate } from "@jipei/contract/exams/certificate.ts";
import { TestApplication } from "@jipei/contract/exams/test-application.ts";
import type { institutionDue, institutionQueue } from "@jipei/contract/home/home.ts";
import { OrganisationCourse } from "@jipei/contract/organisations/organisation-course.ts";
import { OrganisationTeacher } from "@jipei/contract/organisations/organisation-teacher.ts";
import { Organisation } from "@jipei/contract/organisations/organisation.ts";
import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { type RawBuilder, sql } from "kysely";
import { classScope, lessonScope, runStateSql } from "../classes/classes.queries.ts";
import { type Actor, may } from "../core/actor.ts";
import { ownClasses } from "../core/class-scope.ts";
import { addDays, now, today } from "../core/clock.ts";
import type { Db } from "../core/db.ts";
import { parameter } from "../settings/settings.queries.ts";
import { claimScope } from "../subsidies/subsidies.queries.ts";
import { liveRows } from "./live-rows.ts";

type QueueKey = keyof (typeof institutionQueue)["codes"];
type DueKey = keyof (typeof institutionDue)["codes"];

interface Part<K> {
  key: K;
  /** Whoever holds this key can deal with it. */
  by: string;
  rows: RawBuilder<unknown>;
}
/** Rows of one kind that are shown; the list behind them has the rest. */
const most = sql`limit 20`;

const drafts = (actor: Actor, orgId: string): Part<QueueKey>[] => [
  {
    key: "sign",
    by: "sign_confirm",
    rows: sql`select t.commit_time as since from sign_up t where ${ownClasses(actor)} and ${liveRows(SignUp, actor)} and t.confirm_status = 'unConfirm'`,
  },
  {
    key: "planDraft",
    by: "org_plan_commit",
    rows: sql`select t.create_time as since from organisation_plan t where t.org_id = ${orgId} and ${liveRows(OrganisationPlan, actor)} and t.confirm_status = 'unSubmit'`,
  },
  {
    key: "classDraft",
    by: "train_class_commit",
    rows: sql`select t.create_time as since from training_class t where ${classScope(actor)} and ${liveRows(TrainingClass, actor)} and t.status = 'unCommit'`,
  },
  {
    key: "testDraft",
    by: "test_apply_commit",
    rows: sql`select t.create_time as since from test_application t where ${ownClasses(actor)} and ${liveRows(TestApplication, actor)} and t.confirm_type = 'unSubmit'`,
  },
  {
    key: "claimDraft",
    by: "subsidy_apply_commit",
    rows: sql`select t.create_time as since from subsidy_application t where ${claimScope(actor)} and ${liveRows(SubsidyApplication, actor)} and t.status = 'unSubmit'`,
  },
];

/** What the bureau sent back, with its reason: id, title, reason, count, day. */
const returned = (actor: Actor, orgId: string): Part<DueKey>[] => {
  const back = (entity: Entity<any>, title: string, from: RawBuilder<unknown>, reason = "t.back_reason") =>
    sql`select t.id, (${sql.raw(title)})::text as title, (${sql.raw(reason)})::text as reason, null::int as count, null::date as day from ${from} and ${liveRows(entity, actor)} order by t.update_time desc ${most}`;
  const ofClass = sql`join training_class c on c.id = t.class_id`;
  return [
    {
      key: "organisation",
      by: "org_edit",
      rows: back(
        Organisation,
        "t.org_name",
        sql`organisation t where t.id = ${orgId} and (t.state = 'back' or (t.state = 'isUser' and t.back_reason is not null and t.change_pending is distinct from '1'))`,
        "coalesce(t.back_reason, t.state_reason)",
      ),
    },
    {
      key: "course",
      by: "org_course_edit",
      rows: back(
        OrganisationCourse,
        `(select c.course_name from course c where c.id = t.course_id)`,
        sql`organisation_course t where t.org_id = ${orgId} and t.confirm_status = 'back'`,
      ),
    },
    {
      key: "teacher",
      by: "train_org_teacher_edit",
      rows: back(
        OrganisationTeacher,
        "t.teacher_name",
        sql`organisation_teacher t where t.org_id = ${orgId} and t.confirm_status = 'back'`,
      ),
    },
    {
      key: "plan",
      by: "org_plan_commit",
      rows: back(
        OrganisationPlan,
        `concat_ws(' ', t.org_plan_no, t.course_name)`,
        sql`organisation_plan t where t.org_id = ${orgId} and t.confirm_status = 'back'`,
      ),
    },
    {
      key: "class",
      by: "train_class_commit",
      rows: back(
        TrainingClass,
        "t.class_name",
        sql`training_class t where ${classScope(actor)} and t.status = 'unCommit' and t.back_reason is not null`,
      ),
    },
    {
      key: "test",
      by: "test_apply_commit",
      rows: back(
        TestApplication,
        `concat_ws(' ', t.test_apply_no, c.class_name)`,
        sql`test_application t ${ofClass} where ${ownClasses(actor)} and t.confirm_type = 'back'`,
        "coalesce(t.back_reason, t.reason)",
      ),
    },
    {
      key: "claim",
      by: "subsidy_apply_commit",
      rows: back(
        SubsidyApplication,
        `concat_ws(' ', t.apply_no, c.class_name)`,
        sql`subsidy_application t ${ofClass} where ${claimScope(actor)} and t.status = 'back'`,
      ),
    },
    {
      key: "student",
      by: "train_student_edit",
      rows: sql`select c.id, concat_ws(' · ', t.name, c.class_name) as title, t.back_reason as reason, null::int as count, null::date as day from student t join training_class c on c.id = t.class_id and c.is_deleted = 0 and c.status <> 'deleted'
        where ${ownClasses(actor)} and ${liveRows(Student, actor)} and t.confirm_status = 'back' order by t.update_time desc ${most}`,
    },
  ];
};

/** What nobody sent back, but the days go by. @param months in which a certificate may be claimed for */
const timely = (actor: Actor, months: number): Part<DueKey>[] => [
  {
    key: "attendance",
    by: "attendance_edit",
    rows: sql`select c.id, c.class_name as title, null::text as reason, count(*)::int as count, min(t.lesson_date) as day
      from lesson t join training_class c on c.id = t.class_id and c.is_deleted = 0 and c.status = 'Confirm'
      where ${liveRows(Lesson, actor)} and t.is_held = '0' and t.lesson_date <= ${today()} and to_char(t.lesson_date + t.start_time, 'YYYY-MM-DD HH24:MI:SS') <= ${now()} and ${lessonScope(actor)}
      group by c.id order by day ${most}`,
  },
  {
    key: "timetable",
    by: "train_class_commit",
    rows: sql`select t.id, t.class_name as title, null::text as reason, null::int as count, t.start_date as day from training_class t
      where ${classScope(actor)} and ${liveRows(TrainingClass, actor)} and t.status = 'unCommit' and not exists (select from lesson l where l.class_id = t.id and l.is_deleted = 0) order by t.start_date ${most}`,
  },
  {
    key: "assessment",
    by: "test_apply_commit",
    rows: sql`select * from (
        select t.id, t.class_name as title, null::text as reason, null::int as count, t.end_date as day, ${runStateSql} as run_state from training_class t
        where ${classScope(actor)} and ${liveRows(TrainingClass, actor)} and t.status = 'Confirm' and t.end_date between ${addDays(today(), -365)} and ${addDays(today(), 365)} and t.start_date <= ${today()}
          and not exists (select from test_application a where a.class_id = t.id and a.is_deleted = 0 and a.confirm_type <> 'Invalidate') offset 0) e
      where e.run_state = 'ended' order by day ${most}`,
  },
  {
    key: "unclaimed",
    by: "subsidy_apply_add",
    rows: sql`select c.id, c.class_name as title, null::text as reason, count(*)::int as count, (min(t.issue_date) + make_interval(months => ${months}))::date as day
      from certificate t join training_class c on c.id = t.class_id and c.is_subsidy = '1' and c.status = 'Confirm' and c.is_deleted = 0
      where ${ownClasses(actor)} and ${liveRows(Certificate, actor)} and t.is_valid = 'isValid' and t.issue_date >= (${today()}::date - make_interval(months => ${months}))::date
        and not exists (select from subsidy_line l join subsidy_application a on a.id = l.apply_id and a.is_deleted = 0 where l.student_id = t.student_id and l.is_deleted = 0 and l.detail_status is distinct from '2')
      group by c.id order by day ${most}`,
  },
];

const union = (parts: readonly RawBuilder<unknown>[]) => sql.join([...parts], sql` union all `);

async function waitingOf(db: Db, actor: Actor, orgId: string) {
  const parts = drafts(actor, orgId).filter((part) => may(actor, part.by));
  if (parts.length === 0) return [];
  const { rows } = await sql<{ key: QueueKey; count: number; oldest: string | null }>`
    select * from (${union(parts.map(({ key, rows: found }) => sql`select ${key}::text as key, count(*)::int as count, min(w.since) as oldest from (${found}) w`))}) q where count > 0`.execute(
    db,
  );
  return rows;
}

interface Due {
  key: DueKey;
  id: string;
  title: string;
  reason: string | null;
  count: number | null;
  day: string | null;
}

async function dueOf(db: Db, actor: Actor, orgId: string): Promise<Due[]> {
  const months = await parameter(db, "subsidy.deadline.months");
  const parts = [...returned(actor, orgId), ...timely(actor, months)].filter((part) => may(actor, part.by));
  if (parts.length === 0) return [];
  const { rows } =
    await sql<Due>`${union(parts.map(({ key, rows: found }) => sql`(select ${key}::text as key, d.id, d.title, d.reason, d.count, d.day from (${found}) d)`))} limit 100`.execute(
      db,
    );
  return rows;
}

/** Classes that run today, those with lessons today first. */
async function runningOf(db: Db, actor: Actor) {
  if (!may(actor, "train_class_view")) return [];
  const { rows } = await sql<any>`
    select t.id, t.class_name, t.class_no, t.start_date, t.end_date, s.student_count, s.attendance_rate, coalesce(l.lesson_count, 0) as lesson_count, coalesce(l.held_count, 0) as held_count,
      l.first_start, l.last_end, coalesce((select r.classroom_name from classroom r where r.id = t.classroom_id), t.train_place) as place
    from training_class t
      cross join lateral (select count(*)::int as student_count, avg(attendance_rate)::numeric(6,2) as attendance_rate from student where class_id = t.id and is_deleted = 0 and confirm_status = 'Confirm') s
      cross join lateral (select count(*)::int as lesson_count, (count(*) filter (where is_held = '1'))::int as held_count, min(start_time) filter (where lesson_date = ${today()}) as first_start,
        max(end_time) filter (where lesson_date = ${today()}) as last_end from lesson where class_id = t.id and is_deleted = 0) l
    where ${liveRows(TrainingClass, actor)} and t.status = 'Confirm' and ${today()}::date between t.start_date and t.end_date and ${classScope(actor)}
    order by l.first_start nulls last, t.end_date, t.id limit 50`.execute(db);
  return rows;
}

/** The home page of an institution; a teacher sees what concerns the classes he leads or teaches. */
export async function institutionHomeOf(db: Db, actor: Actor) {
  const { orgId } = actor;
  if (!orgId) return { waiting: [], due: [], running: [] };
  return {
    waiting: await waitingOf(db, actor, orgId),
    due: await dueOf(db, actor, orgId),
    running: await runningOf(db, actor),
  };
}
