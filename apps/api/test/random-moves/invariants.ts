import assert from "node:assert/strict";
import { type RawBuilder, sql } from "kysely";
import { today } from "../../src/core/foundation/clock.ts";
import type { BuiltClaim } from "../factories/assessment.ts";
import type { World } from "./world.ts";

/**
 * What holds after every move, in SQL of its own that shares nothing with the rules of the API: each query names the claims that break one rule.
 */

/** Claims (alias `c`) that money was sent for. */
const sent = sql`c.pay_status in ('2', '3', '5')`;

/** Who did what in the course of a claim, in order; steps of the system are nobody's. */
const acts = sql`acts as (
  select a.id, a.biz_id::bigint as apply_id, a.action, a.operator_id as person, case
      when a.action in ('save', 'commit') then 'applicant'
      when a.action in ('firstCommit', 'return', 'decideRows', 'lowerAmount', 'confirmFinding') or (a.action in ('unApprove', 'draftReview', 'takeDraft') and a.from_status = 'firstTrial') then 'first reviewer'
      when a.action in ('reCommit', 'reReturn', 'upholdObjection', 'unApprove', 'draftReview', 'takeDraft') then 'second reviewer'
      when a.action in ('send', 'confirm', 'fail', 'resend', 'recover') then 'payer' end as duty
  from audit_record a where a.biz_type = 'SubsidyApplication' and a.biz_id in (select id::text from claims) and a.operator_id <> '0')`;

/** Who recorded attendance or corrected scores of a class. */
const recorded = sql`recorded as (
  select a.id, l.class_id, a.operator_id as person from lesson l join audit_record a on a.biz_id = l.id::text where l.class_id in (select class_id from claims) and a.biz_type = 'Lesson' and a.action in ('attendance', 'attendanceChanged')
  union all select a.id, g.class_id, a.operator_id from grade g join audit_record a on a.biz_id = g.id::text where g.class_id in (select class_id from claims) and a.biz_type = 'Grade' and a.action = 'correct')`;

const rules: Readonly<Record<string, RawBuilder<unknown>>> = {
  "money was sent without a commit, a first and a second review by two people, in this order": sql`
    select c.id from claims c where ${sent} and not exists (
      select from acts k, acts f, acts r, acts p
      where k.apply_id = c.id and k.action = 'commit' and f.apply_id = c.id and f.action = 'firstCommit' and r.apply_id = c.id and r.action = 'reCommit'
        and p.apply_id = c.id and p.action in ('send', 'resend') and k.id < f.id and f.id < r.id and r.id < p.id and f.person <> r.person
        and not exists (select from acts b where b.apply_id = c.id and b.action in ('commit', 'recall', 'return', 'reReturn', 'upholdObjection') and b.id > f.id and b.id < p.id))`,
  "one person has two duties": sql`
    select apply_id from acts join claims c on c.id = acts.apply_id where duty is not null group by apply_id, person having count(distinct duty) > 1`,
  "a recorder of attendance or scores reviewed or paid, or a reviewer recorded before the payment": sql`
    select c.id from claims c join acts on acts.apply_id = c.id and acts.duty <> 'applicant' join recorded d on d.class_id = c.class_id and d.person = acts.person
    where d.id < acts.id or (${sent} and d.id < (select max(p.id) from acts p where p.apply_id = c.id and p.action in ('send', 'resend')))`,
  "approved is not the sum of its approved rows": sql`
    select c.id from claims c cross join lateral (
      select coalesce(sum(coalesce(l.approved_amount, l.apply_amount)), 0) as amount, count(*) as n from subsidy_line l
      where l.apply_id = c.id and l.is_deleted = 0 and l.detail_status = '1') approved
    where coalesce(c.approved_amount, 0) <> approved.amount or coalesce(c.approved_count, 0) <> approved.n`,
  "a row is approved above what is payable, or its price is not that of its standard": sql`
    select c.id from claims c join subsidy_line l on l.apply_id = c.id and l.is_deleted = 0
      left join subsidy_standard s on s.id = l.subsidy_id
      left join lateral (select coalesce((p.parameters ->> 'subsidy.round.unit')::numeric, 1) as unit from claim_policy p where p.apply_id = c.id order by p.id desc limit 1) p on true
    where c.status not in ('unSubmit', 'back') and (l.approved_amount > l.payable_amount or l.standard_amount is distinct from s.standard_amount
      or (l.detail_status = '1' and l.payable_amount <> least(round(s.standard_amount * (1 + l.uplift_rate) / p.unit) * p.unit, 1000)))`,
  "a standard was not approved by two people": sql`
    select c.id from claims c join subsidy_line l on l.apply_id = c.id and l.is_deleted = 0 and l.detail_status = '1'
    where ${sent} and not exists (select from policy_change p where p.subject = 'SubsidyStandard' and p.subject_id = l.subsidy_id::text and p.state = 'inForce' and p.confirm_user <> p.create_user)`,
  "the running state of a class is not what follows from its days, lessons, grades, certificates and claims": sql`
    select c.id from claims c join training_class t on t.id = c.class_id where t.run_state <> derived_run_state(t.id)`,
  "a row names nobody of its class": sql`
    select c.id from claims c join subsidy_line l on l.apply_id = c.id and l.is_deleted = 0 left join student s on s.id = l.student_id and s.class_id = c.class_id and s.is_deleted = 0
    where s.id is null`,
  "an approved row holds no entitlement, or one of a claim that holds nothing is left": sql`
    select c.id from claims c join subsidy_line l on l.apply_id = c.id left join entitlement e on e.line_id = l.id
    where (e.id is not null) <> (l.is_deleted = 0 and l.detail_status is distinct from '2' and c.status not in ('unSubmit', 'back') and c.pay_status <> '5')`,
  "two rows stand for one person and training": sql`
    select c.id from claims c join subsidy_line l on l.apply_id = c.id and l.is_deleted = 0 and l.detail_status is distinct from '2'
      join subsidy_line o on o.id_number_hash = l.id_number_hash and o.id <> l.id and o.is_deleted = 0 and o.detail_status is distinct from '2'
      join subsidy_application d on d.id = o.apply_id and d.is_deleted = 0 and d.occupation_code = c.occupation_code and d.level = c.level and d.course_id = c.course_id
    where c.status not in ('unSubmit', 'back') and d.status not in ('unSubmit', 'back') and c.pay_status <> '5' and d.pay_status <> '5'`,
  "the ledger does not add up: recovered ≤ confirmed ≤ approved, one confirmation, sent once until it failed": sql`
    select c.id from claims c cross join lateral (
      select coalesce(sum(amount) filter (where command = 'confirm'), 0) as confirmed, coalesce(sum(amount) filter (where command = 'recover'), 0) as recovered,
        count(*) filter (where command = 'confirm') as times, count(*) filter (where command = 'send') as sends, count(*) filter (where command = 'fail') as fails,
        (array_agg(command order by id desc))[1] as latest
      from payment_entry e where e.apply_id = c.id) e
    where e.recovered > e.confirmed or (e.confirmed > 0 and e.confirmed > c.approved_amount) or e.times > 1 or e.sends - e.fails not in (0, 1)
      or coalesce(c.pay_amount, 0) <> e.confirmed or c.recovered_amount <> e.recovered
      or not case e.latest when 'send' then c.pay_status = '2' when 'confirm' then c.pay_status = '3' when 'fail' then c.pay_status in ('0', '1', '4')
        when 'recover' then c.pay_status = case when e.recovered = e.confirmed then '5' else '3' end else c.pay_status in ('0', '1') end`,
  "a first commit counts for the deadline that was taken back, or one that stands does not": sql`
    select c.id from claims c where (c.first_commit_time is not null) <> exists (
      select from audit_record k where k.biz_type = 'SubsidyApplication' and k.biz_id = c.id::text and k.action = 'commit' and 'recall' is distinct from (
        select n.action from audit_record n where n.biz_type = k.biz_type and n.biz_id = k.biz_id and n.id > k.id and n.action in ('commit', 'recall') order by n.id limit 1))`,
  "the state of the review and that of the payment do not fit": sql`
    select c.id from claims c where (c.status = 'compile') <> (c.pay_status <> '0') or (c.pay_status in ('1', '2') and c.publicity_end is null)`,
};

/** @param which SQL of what the claims must meet that are looked at */
const brokenRules = (which: RawBuilder<boolean>): RawBuilder<{ says: string; id: string }> => sql`
  with claims as (select * from subsidy_application where is_deleted = 0 and ${which}), ${acts}, ${recorded}
  ${sql.join(
    Object.entries(rules).map(
      ([says, query]) => sql`select ${says}::text as says, broken.id from (${query}) as broken (id)`,
    ),
    sql` union all `,
  )}`;

/** Asserts that no claim breaks a rule. */
export async function assertAllSound({ app }: World): Promise<void> {
  const { rows } = await brokenRules(sql`true`).execute(app.db);
  assert.deepEqual(rows, [], "rules that claims break");
}

/** Asserts that a claim breaks no rule. Its statement is prepared: planning it takes six times as long as running it. */
export async function assertSound({ app }: World, { claimId }: BuiltClaim): Promise<void> {
  const { sql: text, parameters } = brokenRules(sql`id = ${claimId}::bigint`).compile(app.db);
  const { rows } = await app.pool.query({ name: "broken rules of a claim", text, values: [...parameters] });
  assert.deepEqual(rows, [], "rules that the claim breaks");
}

/** Why a claim would not be approved now: what anybody could find in the records, and in the registers of this world. */
const objections = (claimId: string, { registered }: World): RawBuilder<{ says: string }> => sql`
  with c as (select * from subsidy_application where id = ${claimId}),
    run as (select max(run_no) as no from finding where biz_type = 'subsidyApply' and biz_id = ${claimId}),
    l as (select l.*, s.attendance_rate as rate, coalesce((select p.parameters ->> 'attendance.min' from claim_policy p where p.apply_id = l.apply_id order by p.id desc limit 1), '80')::numeric as least
      from subsidy_line l join student s on s.id = l.student_id where l.apply_id = ${claimId} and l.is_deleted = 0 and l.detail_status = '1')
  select 'nothing is approved' as says where not exists (select from l)
  union all select 'suspended' from c join organisation o on o.id = c.org_id where o.state <> 'isUser' or o.credit_grade = 'D'
  union all select 'owes wages' from c where c.org_id::text = any(${[...registered.arrears]})
  union all select 'registered as deceased' from l where l.id_number_hash = any(${[...registered.dead]})
  union all select 'paid by the province' from l where l.id_number_hash = any(${[...registered.paidElsewhere]})
  union all select 'no valid certificate' from l left join certificate t on t.id = l.cert_id and t.is_valid = 'isValid' and t.student_id = l.student_id where t.id is null
  union all select 'attendance' from l where coalesce(l.rate, 0) < l.least
  union all select 'no grade' from l where not exists (select from grade g where g.student_id = l.student_id and g.is_deleted = 0 and g.grade_status = '2' and g.result = '1')
  union all select 'barred' from subsidy_bar b join c on true where b.state = 'standing' and (b.subject_kind = 'class' and b.class_id = c.class_id or b.subject_kind = 'institution' and b.org_id = c.org_id
    or b.subject_kind = 'course' and b.org_id = c.org_id and b.course_id = c.course_id or b.id_number_hash in (select id_number_hash from l))
  union all select 'inspection' from c join training_class t on t.id = c.class_id where t.inspect_result = '2' and t.is_rectified is distinct from '1'
  union all select 'not checked for 30 days' from c where c.trial_time is null or c.trial_time < ${today()}::date - 31
  union all select 'open finding ' || f.rule_code from finding f, run where f.biz_type = 'subsidyApply' and f.biz_id = ${claimId} and f.run_no = run.no and f.is_pass = '0'
    and (f.severity = '1' or (f.severity = '2' and f.is_ignored is distinct from '1')) and (f.detail_id is null or f.detail_id in (select id::text from l))`;

/** After a review was passed: it would be passed now, or was checked within the time that a parameter gives. */
export async function assertApprovable(world: World, { claimId }: BuiltClaim): Promise<void> {
  const { rows } = await objections(claimId, world).execute(world.app.db);
  assert.deepEqual(rows, [], `what speaks against claim ${claimId}, which was approved`);
}

/** After money was sent: the same, the publicity is over, and nobody's objection is open. */
export async function assertPayableNow(world: World, claim: BuiltClaim): Promise<void> {
  await assertApprovable(world, claim);
  const { rows } = await sql`
    select 'publicity' as says from subsidy_application where id = ${claim.claimId} and (publicity_end is null or publicity_end >= ${today()}::date)
    union all select 'objection' from payment_objection where apply_id = ${claim.claimId} and state = 'open' and is_deleted = 0`.execute(
    world.app.db,
  );
  assert.deepEqual(rows, [], `what speaks against the payment of ${claim.claimId}`);
}

/** After a watch: what no longer stands behind a payment, and is not recovered yet, is on the list of what must be recovered. */
export async function assertWatched({ app }: World): Promise<void> {
  const { rows } = await sql`
    select l.id, w.reason from subsidy_line l join subsidy_application c on c.id = l.apply_id and c.is_deleted = 0 and c.pay_status = '3' join student s on s.id = l.student_id
      join training_class t on t.id = c.class_id left join certificate d on d.id = l.cert_id
      cross join lateral (select coalesce((p.parameters ->> 'attendance.min')::numeric, 80) as least from claim_policy p where p.apply_id = c.id order by p.id desc limit 1) p
      cross join lateral (values ('certificate', d.is_valid is distinct from 'isValid'), ('attendance', coalesce(s.attendance_rate, 0) < p.least),
        ('inspection', t.inspect_result = '2' and t.is_rectified is distinct from '1')) as w (reason, holds)
    where l.is_deleted = 0 and l.detail_status = '1' and w.holds
      and coalesce(l.approved_amount, l.apply_amount) > (select coalesce(sum(i.recovered_amount), 0) from recovery_item i where i.line_id = l.id)
      and not exists (select from recovery_item i where i.line_id = l.id and i.reason = w.reason and i.is_deleted = 0)`.execute(
    app.db,
  );
  assert.deepEqual(rows, [], "paid rows whose facts no longer stand, and that are not listed");
}
