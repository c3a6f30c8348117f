import type { institutionDue, institutionQueue } from "@jipei/contract/home/institution-home.ts";
import type { PermissionKey } from "@jipei/contract/permissions.ts";
import { type RawBuilder, sql } from "kysely";
import { liveRows } from "../core/access/data-scope.ts";
import { type Actor, may } from "../core/foundation/actor.ts";
import type { ReturnedRows } from "../core/foundation/home-rows.ts";
import type { Db } from "../core/database/db.ts";
import { returnedTests, testDrafts, unclaimedCertificates } from "../assessment/assessment.queries.ts";
import { followUpsDue } from "../outcomes/outcomes.queries.ts";
import { providersReturned } from "../providers/providers.queries.ts";
import { parameter } from "../settings/settings.queries.ts";
import { claimDrafts, returnedClaims } from "../subsidies/subsidies.queries.ts";
import {
  getRunningClasses,
  trainingDrafts,
  trainingDue,
  trainingReturned,
  getLeastAttendance,
} from "../training/training.queries.ts";
import { tasksWaiting } from "../workflow/workflow.queries.ts";

type QueueKey = keyof (typeof institutionQueue)["codes"];
type DueKey = keyof (typeof institutionDue)["codes"];

interface Part<K> {
  key: K;
  /** Users with this permission key can deal with it. */
  by: PermissionKey;
  rows: RawBuilder<unknown>;
}
/** Rows of one kind that are shown; the list behind them has the rest. */
const most = sql`limit 20`;

const drafts = (actor: Actor): Part<QueueKey>[] => [
  { key: "flowTask", by: "flow_task_complete", rows: tasksWaiting.todo(actor) },
  { key: "flowClaim", by: "flow_task_claim", rows: tasksWaiting.claimable(actor) },
  { key: "sign", by: "sign_confirm", rows: trainingDrafts.signUp(actor) },
  { key: "planDraft", by: "org_plan_commit", rows: trainingDrafts.plan(actor) },
  { key: "classDraft", by: "train_class_commit", rows: trainingDrafts.class(actor) },
  { key: "testDraft", by: "test_apply_commit", rows: testDrafts(actor) },
  { key: "claimDraft", by: "subsidy_apply_commit", rows: claimDrafts(actor) },
];

const back = (actor: Actor, { entity, title, reason = "t.back_reason", from }: ReturnedRows) =>
  sql`select t.id, (${sql.raw(title)})::text as title, (${sql.raw(reason)})::text as reason, null::int as count, null::date as day from ${from(actor)} and ${liveRows(entity, actor)} order by t.update_time desc ${most}`;
const first = (rows: RawBuilder<unknown>) => sql`${rows} ${most}`;

/** What the bureau sent back, with its reason: id, title, reason, count, day. */
const returned = (actor: Actor): Part<DueKey>[] => [
  { key: "organisation", by: "org_edit", rows: back(actor, providersReturned.organisation) },
  { key: "course", by: "org_course_edit", rows: back(actor, providersReturned.course) },
  { key: "teacher", by: "train_org_teacher_edit", rows: back(actor, providersReturned.teacher) },
  { key: "plan", by: "org_plan_commit", rows: back(actor, trainingReturned.plan) },
  { key: "class", by: "train_class_commit", rows: back(actor, trainingReturned.class) },
  { key: "test", by: "test_apply_commit", rows: back(actor, returnedTests) },
  { key: "claim", by: "subsidy_apply_commit", rows: back(actor, returnedClaims) },
  { key: "student", by: "train_student_edit", rows: first(trainingDue.returnedStudents(actor)) },
];

/**
 * What is due by a day, without having been sent back.
 * @param months in which a certificate may be claimed for @param least attendance in percent from which somebody has finished
 */
const timely = (actor: Actor, months: number, least: string): Part<DueKey>[] => [
  { key: "attendance", by: "attendance_edit", rows: first(trainingDue.attendance(actor)) },
  { key: "timetable", by: "train_class_commit", rows: first(trainingDue.timetable(actor)) },
  { key: "assessment", by: "test_apply_commit", rows: first(trainingDue.assessment(actor)) },
  { key: "unclaimed", by: "subsidy_apply_add", rows: first(unclaimedCertificates(actor, months)) },
  { key: "followUp", by: "train_employment_add", rows: first(followUpsDue(actor, least)) },
];

const union = (parts: readonly RawBuilder<unknown>[]) => sql.join([...parts], sql` union all `);

async function getWaiting(db: Db, actor: Actor) {
  const parts = drafts(actor).filter((part) => may(actor, part.by));
  if (parts.length === 0) return [];
  const { rows } = await sql<{ key: QueueKey; count: number; oldest: string | null }>`
    select q.key, q.count, q.oldest from (${union(parts.map(({ key, rows: found }) => sql`select ${key}::text as key, count(*)::int as count, min(w.since) as oldest from (${found}) w`))}) q where q.count > 0`.execute(
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

async function dueOf(db: Db, actor: Actor): Promise<Due[]> {
  const months = await parameter(db, "subsidy.deadline.months");
  const least = await getLeastAttendance(db);
  const parts = [...returned(actor), ...timely(actor, months, least)].filter((part) => may(actor, part.by));
  if (parts.length === 0) return [];
  const { rows } =
    await sql<Due>`${union(parts.map(({ key, rows: found }) => sql`(select ${key}::text as key, d.id, d.title, d.reason, d.count, d.day from (${found}) d)`))} limit 100`.execute(
      db,
    );
  return rows;
}

/** The home page of an institution; a teacher sees what concerns the classes they lead or teach. */
export async function getInstitutionHome(db: Db, actor: Actor) {
  if (!actor.orgId) return { waiting: [], due: [], running: [] };
  return {
    waiting: await getWaiting(db, actor),
    due: await dueOf(db, actor),
    running: await getRunningClasses(db, actor),
  };
}
