import type { bureauQueue, bureauWarning } from "@jipei/contract/home/home.ts";
import { OrganisationPlan } from "@jipei/contract/classes/organisation-plan.ts";
import { TrainingClass } from "@jipei/contract/classes/training-class.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import { PaymentObjection } from "@jipei/contract/enrolment/payment-objection.ts";
import { Student } from "@jipei/contract/enrolment/student.ts";
import { Grade } from "@jipei/contract/exams/grade.ts";
import { TestApplication } from "@jipei/contract/exams/test-application.ts";
import { OrganisationCourse } from "@jipei/contract/organisations/organisation-course.ts";
import { OrganisationTeacher } from "@jipei/contract/organisations/organisation-teacher.ts";
import { Organisation } from "@jipei/contract/organisations/organisation.ts";
import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { type RawBuilder, sql } from "kysely";
import { type Actor, may } from "../core/actor.ts";
import { addDays, today } from "../core/clock.ts";
import type { Db } from "../core/db.ts";
import { overdueBefore, parameter } from "../settings/settings.queries.ts";
import { liveRows } from "./live-rows.ts";

interface Counter<K> {
  key: K;
  /** Whoever holds one of these keys can deal with what is counted. */
  by: readonly string[];
  /** Rows with the moment `since` when each began to wait. */
  rows: (actor: Actor) => RawBuilder<unknown>;
}
type QueueKey = keyof (typeof bureauQueue)["codes"];
type WarningKey = keyof (typeof bureauWarning)["codes"];

const claims = (actor: Actor, since: string, where: RawBuilder<unknown>) =>
  sql`select ${sql.raw(since)} as since from subsidy_application t where ${liveRows(SubsidyApplication, actor)} and ${where}`;
const filed = (entity: Entity<any>) => (actor: Actor) =>
  sql`select t.commit_time as since from ${sql.table(entity.table)} t where ${liveRows(entity, actor)} and t.confirm_status = 'unConfirm'`;

/** The order is that of the work: money first, then what starts soon. Each reads an index that holds the waiting rows only, or begins with their state. */
const queue: readonly Counter<QueueKey>[] = [
  {
    key: "firstTrial",
    by: ["subsidy_apply_first_commit"],
    rows: (actor) => claims(actor, "t.commit_time", sql`t.status = 'firstTrial'`),
  },
  // Nobody decides twice on one claim.
  {
    key: "reTrial",
    by: ["subsidy_apply_re_commit"],
    rows: (actor) => claims(actor, "t.first_time", sql`t.status = 'reTrial' and t.first_user <> ${actor.userId}`),
  },
  // A claim waits for its payment from the day after its publicity.
  {
    key: "compile",
    by: ["subsidy_apply_pay", "subsidy_apply_re_commit"],
    rows: (actor) =>
      claims(
        actor,
        `case when t.publicity_end < current_date then (t.publicity_end + 1)::timestamptz end`,
        sql`t.status = 'compile' and t.pay_status in ('0', '1', '2')`,
      ),
  },
  {
    key: "objection",
    by: ["payment_objection_edit"],
    rows: (actor) =>
      sql`select t.create_time as since from payment_objection t where ${liveRows(PaymentObjection, actor)} and t.state = 'open'`,
  },
  {
    key: "class",
    by: ["train_class_confirm"],
    rows: (actor) =>
      sql`select t.commit_time as since from training_class t where ${liveRows(TrainingClass, actor)} and t.status = 'unConfirm'`,
  },
  {
    key: "student",
    by: ["train_student_check"],
    rows: (actor) =>
      sql`select c.commit_time as since from student t join training_class c on c.id = t.class_id and c.is_deleted = 0 and c.status = 'unConfirm' where ${liveRows(Student, actor)} and t.confirm_status = 'unConfirm'`,
  },
  {
    key: "test",
    by: ["test_apply_confirm"],
    rows: (actor) =>
      sql`select t.commit_time as since from test_application t where ${liveRows(TestApplication, actor)} and t.confirm_type = 'unConfirm'`,
  },
  {
    key: "grade",
    by: ["grade_publish"],
    rows: (actor) =>
      sql`select t.update_time as since from grade t where ${liveRows(Grade, actor)} and t.grade_status = '1'`,
  },
  { key: "orgPlan", by: ["org_plan_confirm"], rows: filed(OrganisationPlan) },
  {
    key: "organisation",
    by: ["org_confirm"],
    rows: (actor) =>
      sql`select t.commit_time as since from organisation t where ${liveRows(Organisation, actor)} and (t.state = 'unConfirm' or t.change_pending = '1') and t.state = 'unConfirm'`,
  },
  {
    key: "organisationChange",
    by: ["org_confirm"],
    rows: (actor) =>
      sql`select t.commit_time as since from organisation t where ${liveRows(Organisation, actor)} and (t.state = 'unConfirm' or t.change_pending = '1') and t.change_pending = '1'`,
  },
  { key: "orgCourse", by: ["org_course_confirm"], rows: filed(OrganisationCourse) },
  { key: "orgTeacher", by: ["train_org_teacher_confirm"], rows: filed(OrganisationTeacher) },
];

/** Days ahead that a start or the end of a publicity is pointed out, and the end of a licence. */
const near = 5;
const far = 30;
const warnings: readonly Counter<WarningKey>[] = [
  {
    key: "classStart",
    by: ["train_class_confirm"],
    rows: (actor) =>
      sql`select t.start_date as since from training_class t where ${liveRows(TrainingClass, actor)} and t.status = 'unConfirm' and t.start_date <= ${addDays(today(), near)}`,
  },
  {
    key: "publicity",
    by: ["subsidy_apply_pay", "subsidy_apply_re_commit"],
    rows: (actor) =>
      claims(
        actor,
        "t.publicity_end",
        sql`t.status = 'compile' and t.pay_status = '1' and t.publicity_end between ${today()} and ${addDays(today(), near)}`,
      ),
  },
  {
    key: "licence",
    by: ["org_view"],
    rows: (actor) =>
      sql`select t.license_expire_date as since from organisation t where ${liveRows(Organisation, actor)} and t.state = 'isUser' and t.license_expire_date <= ${addDays(today(), far)}`,
  },
];

const open = <K>(counters: readonly Counter<K>[], actor: Actor) =>
  counters.filter((counter) => counter.by.some((key) => may(actor, key)));
const union = (parts: readonly RawBuilder<unknown>[]) => sql.join([...parts], sql` union all `);

export interface Waiting {
  key: QueueKey;
  count: number;
  overdue: number;
  oldest: string | null;
}

/** What waits for this user and since when, one statement for all of it; what nothing waits in is left out. */
async function waitingFor(db: Db, actor: Actor, latest: string): Promise<Waiting[]> {
  const counters = open(queue, actor);
  if (counters.length === 0) return [];
  const parts = counters.map(
    ({ key, rows }) =>
      sql`select ${key}::text as key, count(*)::int as count, (count(*) filter (where w.since < ${latest}))::int as overdue, min(w.since) as oldest from (${rows(actor)}) w`,
  );
  return (await sql<Waiting>`select * from (${union(parts)}) q where count > 0`.execute(db)).rows;
}

async function warningsFor(db: Db, actor: Actor) {
  const counters = open(warnings, actor);
  if (counters.length === 0) return [];
  const parts = counters.map(
    ({ key, rows }) =>
      sql`select ${key}::text as key, count(*)::int as count, min(w.since) as first from (${rows(actor)}) w`,
  );
  return (
    await sql<{
      key: WarningKey;
      count: number;
      first: string | null;
    }>`select * from (${union(parts)}) q where count > 0`.execute(db)
  ).rows;
}

/** The home page of the bureau: what waits for this user, and what must not be missed. */
export async function bureauHomeOf(db: Db, actor: Actor) {
  const reviewDays = await parameter(db, "review.deadline.workdays");
  return {
    reviewDays,
    waiting: await waitingFor(db, actor, await overdueBefore(db)),
    warnings: await warningsFor(db, actor),
  };
}
