import { Certificate } from "@jipei/contract/assessment/certificate.ts";
import { EnterpriseTestApplication } from "@jipei/contract/assessment/enterprise-test-application.ts";
import { Grade } from "@jipei/contract/assessment/grade.ts";
import { TestApplication } from "@jipei/contract/assessment/test-application.ts";
import { type RawBuilder, sql } from "kysely";
import { liveRows } from "../core/access/data-scope.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { today } from "../core/foundation/clock.ts";
import type { HomeRows, ReturnedRows } from "../core/foundation/home-rows.ts";
import { classIsSql, ownClasses } from "../training/training.queries.ts";

/** Rows that wait for the bureau, and since when; each query reads a partial index of the waiting rows. */
export const assessmentWaiting = {
  test: (actor) =>
    sql`select t.commit_time as since from test_application t where ${liveRows(TestApplication, actor)} and t.side = '1' and t.confirm_type = 'unConfirm'`,
  enterpriseTest: (actor) =>
    sql`select t.commit_time as since from enterprise_test_application t where ${liveRows(EnterpriseTestApplication, actor)} and t.confirm_type = 'unConfirm'`,
  grade: (actor) =>
    sql`select t.update_time as since from grade t where ${liveRows(Grade, actor)} and t.grade_status = '1'`,
} satisfies Record<string, HomeRows>;

/** Applications that an institution has begun and not submitted. */
export const testDrafts: HomeRows = (actor) =>
  sql`select t.create_time as since from test_application t where ${ownClasses(actor)} and ${liveRows(TestApplication, actor)} and t.confirm_type = 'unSubmit'`;

/** Applications that the bureau sent back to an institution. */
export const returnedTests = {
  entity: TestApplication,
  title: "concat_ws(' ', t.test_apply_no, c.class_name)",
  reason: "coalesce(t.back_reason, t.reason)",
  from: (actor) =>
    sql`test_application t join training c on c.id = t.class_id where ${ownClasses(actor)} and t.confirm_type = 'back'`,
} satisfies ReturnedRows;

/** Classes with certificates whose training nobody has claimed for, in the order of the last day for it. @param months in which a certificate may be claimed for */
export const unclaimedCertificates = (actor: Actor, months: number): RawBuilder<unknown> =>
  sql`select c.id, c.class_name as title, null::text as reason, count(*)::int as count, (min(t.issue_date) + make_interval(months => ${months}))::date as day
    from certificate t join training c on c.id = t.class_id and c.is_subsidy = '1' and ${classIsSql("c", "isConfirmed")} and c.is_deleted = 0
    where ${ownClasses(actor)} and ${liveRows(Certificate, actor)} and t.is_valid = 'isValid' and t.issue_date >= (${today()}::date - make_interval(months => ${months}))::date
      and not exists (select from claim_line l join training_claim a on a.id = l.apply_id where l.student_id = t.student_id and l.detail_status is distinct from '2')
    group by c.id, c.class_name order by day`;
