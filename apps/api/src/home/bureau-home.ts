import type { bureauQueue, bureauWarning } from "@jipei/contract/home/bureau-home.ts";
import type { PermissionKey } from "@jipei/contract/permissions.ts";
import { type RawBuilder, sql } from "kysely";
import { type Actor, may } from "../core/foundation/actor.ts";
import type { HomeRows } from "../core/foundation/home-rows.ts";
import type { Db } from "../core/database/db.ts";
import { assessmentWaiting } from "../assessment/assessment.queries.ts";
import { enterpriseAccountsWaiting } from "../enterprises/enterprises.queries.ts";
import { providersWaiting } from "../providers/providers.queries.ts";
import { policyChangesWaiting } from "../policy/policy.queries.ts";
import { overdueBefore, parameter } from "../settings/settings.queries.ts";
import { inspectionsWaiting } from "../inspection/inspection.queries.ts";
import { claimsWaiting } from "../subsidies/subsidies.queries.ts";
import { trainingWaiting } from "../training/training.queries.ts";
import { registrationsWaiting } from "../competitions/competitions.queries.ts";
import { studiesWaiting } from "../talents/talents.queries.ts";
import { recordsWaiting } from "../work-records/work-records.queries.ts";
import { tasksWaiting } from "../workflow/workflow.queries.ts";

interface Counter<K> {
  key: K;
  /** Users with one of these permission keys can deal with what is counted. */
  by: readonly PermissionKey[];
  /** Rows with the moment `since` when each began to wait. */
  rows: HomeRows;
}
type QueueKey = keyof (typeof bureauQueue)["codes"];
type WarningKey = keyof (typeof bureauWarning)["codes"];

/** The order is that of the work: money first, then what starts soon. */
const queue: readonly Counter<QueueKey>[] = [
  { key: "flowTask", by: ["flow_task_complete"], rows: tasksWaiting.todo },
  { key: "flowClaim", by: ["flow_task_claim"], rows: tasksWaiting.claimable },
  { key: "firstTrial", by: ["subsidy_apply_first_commit"], rows: claimsWaiting.firstTrial },
  { key: "reTrial", by: ["subsidy_apply_re_commit"], rows: claimsWaiting.reTrial },
  {
    key: "enterpriseFirstTrial",
    by: ["enterprise_subsidy_apply_first_commit"],
    rows: claimsWaiting.enterpriseFirstTrial,
  },
  { key: "enterpriseReTrial", by: ["enterprise_subsidy_apply_re_commit"], rows: claimsWaiting.enterpriseReTrial },
  { key: "compile", by: ["subsidy_apply_pay", "subsidy_apply_re_commit"], rows: claimsWaiting.compile },
  { key: "paying", by: ["subsidy_apply_pay", "subsidy_apply_re_commit"], rows: claimsWaiting.paying },
  { key: "recovery", by: ["subsidy_apply_pay", "recovery_item_propose"], rows: claimsWaiting.recovery },
  { key: "recoveryDismissal", by: ["recovery_item_dismiss"], rows: claimsWaiting.recoveryDismissal },
  { key: "objection", by: ["payment_objection_edit"], rows: claimsWaiting.objection },
  { key: "policyChange", by: ["policy_change_approve"], rows: policyChangesWaiting },
  { key: "investigation", by: ["investigation_verify"], rows: inspectionsWaiting },
  { key: "class", by: ["train_class_confirm"], rows: trainingWaiting.class },
  { key: "enterpriseClass", by: ["enterprise_class_confirm"], rows: trainingWaiting.enterpriseClass },
  { key: "student", by: ["train_student_check"], rows: trainingWaiting.student },
  { key: "test", by: ["test_apply_confirm"], rows: assessmentWaiting.test },
  { key: "enterpriseTest", by: ["enterprise_test_apply_confirm"], rows: assessmentWaiting.enterpriseTest },
  { key: "grade", by: ["grade_publish"], rows: assessmentWaiting.grade },
  { key: "orgPlan", by: ["org_plan_confirm"], rows: trainingWaiting.organisationPlan },
  { key: "organisation", by: ["org_confirm"], rows: providersWaiting.organisation },
  { key: "organisationChange", by: ["org_confirm"], rows: providersWaiting.organisationChange },
  { key: "orgCourse", by: ["org_course_confirm"], rows: providersWaiting.organisationCourse },
  { key: "orgTeacher", by: ["train_org_teacher_confirm"], rows: providersWaiting.organisationTeacher },
  { key: "enterpriseAccount", by: ["enterprise_total_approve_account"], rows: enterpriseAccountsWaiting },
  ...recordsWaiting,
  studiesWaiting,
  { key: "competitionRegister", by: ["competition_register_confirm"], rows: registrationsWaiting },
];

const warnings: readonly Counter<WarningKey>[] = [
  { key: "classStart", by: ["train_class_confirm"], rows: trainingWaiting.classStart },
  { key: "publicity", by: ["subsidy_apply_pay", "subsidy_apply_re_commit"], rows: claimsWaiting.publicity },
  { key: "licence", by: ["org_view"], rows: providersWaiting.licence },
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

/** What waits for this user and since when, in one statement; queues without rows are left out. */
async function waitingFor(db: Db, actor: Actor, latest: string): Promise<Waiting[]> {
  const counters = open(queue, actor);
  if (counters.length === 0) return [];
  const parts = counters.map(
    ({ key, rows }) =>
      sql`select ${key}::text as key, count(*)::int as count, (count(*) filter (where w.since < ${latest}))::int as overdue, min(w.since) as oldest from (${rows(actor)}) w`,
  );
  return (
    await sql<Waiting>`select q.key, q.count, q.overdue, q.oldest from (${union(parts)}) q where q.count > 0`.execute(
      db,
    )
  ).rows;
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
    }>`select q.key, q.count, q.first from (${union(parts)}) q where q.count > 0`.execute(db)
  ).rows;
}

/** The home page of the bureau: what waits for this user, and what must not be missed. */
export async function getBureauHome(db: Db, actor: Actor) {
  const reviewDays = await parameter(db, "review.deadline.workdays");
  const overdue = await overdueBefore(db);
  return {
    reviewDays,
    overdueBefore: overdue,
    waiting: await waitingFor(db, actor, overdue),
    warnings: await warningsFor(db, actor),
  };
}
