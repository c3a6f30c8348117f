import type { ParameterKey } from "@jipei/contract/settings/parameters.ts";
import { type RawBuilder, sql } from "kysely";
import { certificateStands } from "../../assessment/assessment.queries.ts";
import { countReservedDays, noOccupation } from "../../entitlements/entitlements.queries.ts";
import { living } from "../claim/class-facts.ts";
import { earnedAdvance, leftOver } from "./recovered.ts";

/** Kinds of subsidy that are paid once per occupation and level among each other. */
const sharedKinds = ["01", "02", "03", "06", "07", "08"];
/** SQL of what a claim is paid once for: a start-up course, a project's too, by its type, the kinds above by occupation and level, all others by class. */
const paidOnceFor = (claim: "p" | "c") => sql`(
  select case
    when ${sql.ref(`${claim}.subsidy_kind`)} = '04' or (${sql.ref(`${claim}.subsidy_kind`)} = '08' and k.type_no is not null) then array['startup', k.type_no]
    when ${sql.ref(`${claim}.subsidy_kind`)} = any(${sharedKinds}) then array['training', ${sql.ref(`${claim}.occupation_code`)}, ${sql.ref(`${claim}.level`)}, case ${sql.ref(`${claim}.occupation_code`)} when ${noOccupation} then ${sql.ref(`${claim}.course_id`)}::text end]
    else array[${sql.ref(`${claim}.subsidy_kind`)}, ${sql.ref(`${claim}.class_id`)}::text] end
  from programme o left join startup_kind k on k.id = o.entrepreneurial_type_id where o.id = ${sql.ref(`${claim}.course_id`)})`;

/** SQL of an evidence link. */
const link = (entity: string, id: RawBuilder<unknown>, zh: string, en: string) =>
  linkOf(entity, entity, sql`'1'`, id, zh, en);
/** The same under the name that each side has for a row. */
const linkOf = (
  entity: string,
  ofEnterprises: string,
  side: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  zh: string,
  en: string,
) =>
  sql`jsonb_build_object('entity', case ${side} when '1' then ${entity}::text else ${ofEnterprises}::text end, 'id', (${id})::text, 'zh', ${zh}::text, 'en', ${en}::text)`;
const links = (...all: RawBuilder<unknown>[]) => sql`jsonb_build_array(${sql.join(all)})`;

const classLink = linkOf("TrainingClass", "EnterpriseClass", sql`p.side`, sql`p.class_id`, "班级", "Class");
const claimLink = (side: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
  linkOf("SubsidyApplication", "EnterpriseSubsidyApplication", side, id, "补贴申请", "Claim");

/**
 * SQL of paid rows between two numbers of rows, the first left out, the last included, with what is not recovered of them. What the person ended the training
 * with is said of an advance as soon as the rest is paid (`ended_in`): the advance was paid for the same certificate and attendance.
 */
const paidRows = (after: string, last: string) => sql`
  select l.id as line_id, l.name, l.student_id, l.id_number_hash, coalesce(rest.cert_id, l.cert_id) as cert_id, coalesce(rest.cert_no, l.cert_no) as cert_no, ${leftOver} as amount,
    c.id as apply_id, c.apply_no, c.side, c.org_id, c.class_id, c.subsidy_kind, c.is_advance, c.occupation_code, c.level, c.course_id,
    case c.is_advance when '1' then rest.apply_id else c.id end as ended_in
  from subsidy_line l join subsidy_application c on c.id = l.apply_id
    left join lateral (
      select w.cert_id, w.cert_no, w.apply_id from subsidy_line w join subsidy_application k on k.id = w.apply_id
      where c.is_advance = '1' and w.student_id = l.student_id and w.is_deleted = 0 and w.detail_status = '1'
        and k.is_deleted = 0 and k.is_advance = '0' and k.subsidy_kind = c.subsidy_kind and k.pay_status in ('3', '5')
      order by w.id desc limit 1) rest on true
  where l.id > ${after} and l.id <= ${last} and l.is_deleted = 0 and l.detail_status = '1' and c.is_deleted = 0 and c.pay_status = '3' and ${leftOver} > 0`;

/**
 * SQL of paid advances that nothing was earned for: the person left the roster or the enterprise, or was in no claim for the rest when the time for it was over;
 * and of those that were more than the whole rest, the part that is set off from no other row, from the first rows on (rules §19-5: a negative rest is recovered).
 */
const unearnedAdvances = sql`
  select p.line_id, case when r.apply_id is null then p.amount else too_much.amount end, 'advance', coalesce(r.apply_no, t.class_no, t.class_name), ${links(classLink, claimLink(sql`p.side`, sql`coalesce(r.apply_id, p.apply_id)`))}
  from paid p join training t on t.id = p.class_id join trainee s on s.id = p.student_id
    left join lateral (
      select c.id as apply_id, c.apply_no, c.pay_status from subsidy_line l join subsidy_application c on c.id = l.apply_id
      where l.student_id = p.student_id and l.is_deleted = 0 and l.detail_status is distinct from '2' and c.is_deleted = 0 and c.is_advance = '0'
        and c.subsidy_kind = p.subsidy_kind and c.status not in ('unSubmit', 'back') and c.pay_status is distinct from '5'
      order by c.id desc limit 1) r on true
    left join lateral (
      select p.amount - ${earnedAdvance(sql`p.line_id`)} as amount from subsidy_line w
      where w.apply_id = r.apply_id and w.student_id = p.student_id and w.is_deleted = 0 and w.detail_status = '1' and r.pay_status = '3') too_much on true
  where p.is_advance = '1' and case when r.apply_id is null
    then s.is_deleted = 1 or s.is_on_job = '0' or t.end_date + claim_period() < current_date
    else coalesce(too_much.amount, 0) > 0 end`;

/** SQL of a parameter that the claim of a paid row (alias `p`) was committed with, as text. @param standard where none was kept */
const keptPolicy = (key: ParameterKey, standard: string) =>
  sql`coalesce((select kept.parameters->>${key} from claim_policy kept where kept.apply_id = p.ended_in order by kept.id desc limit 1), ${standard})`;

/**
 * SQL of what our own records say against paid rows (alias `p`), one query for each reason: the row, the reason, the fact as it reads in both languages,
 * and what proves it. Each begins with the rows of the page and follows an index.
 */
const reasons: readonly RawBuilder<unknown>[] = [
  sql`select p.line_id, p.amount, 'certificate' as reason, coalesce(p.cert_no, p.cert_id::text) as fact, ${links(linkOf("Certificate", "EnterpriseCertificate", sql`p.side`, sql`p.cert_id`, "证书", "Certificate"))} as evidence
    from paid p left join diploma d on d.id = p.cert_id
    where p.cert_id is not null and (d.id is null or not ${certificateStands("d")} or d.student_id is distinct from p.student_id)`,
  // Below the minimum of the claim's commit, not below one that came later.
  sql`select p.line_id, p.amount, 'attendance', coalesce(s.attendance_rate::text, '—') || '% < ' || k.least || '%', ${links(linkOf("Attendance", "EnterpriseClass", sql`p.side`, sql`p.class_id`, "考勤", "Attendance sheet"))}
    from paid p join trainee s on s.id = p.student_id
      cross join lateral (select ${keptPolicy("attendance.min", "0")} as least) k
    where p.ended_in is not null and coalesce(s.attendance_rate, 0) < k.least::numeric`,
  // Present in a lesson after the day of the death, or after the register was heard of it.
  sql`select p.line_id, p.amount, 'death', to_char(d.day, 'YYYY-MM-DD') || ' < ' || to_char(max(x.lesson_date), 'YYYY-MM-DD'), ${links(linkOf("Attendance", "EnterpriseClass", sql`p.side`, sql`p.class_id`, "考勤", "Attendance sheet"))}
    from paid p join (select id_number_hash, coalesce(death_date, seen_time::date) as day from known_death) d on d.id_number_hash = p.id_number_hash
      join presence r on r.student_id = p.student_id and r.attend_status in ('1', '2', '3', '6') join lecture x on x.id = r.schedule_id and x.lesson_date > d.day
    group by p.line_id, p.amount, p.class_id, p.side, d.day`,
  sql`select p.line_id, p.amount, 'falseness', to_char(b.since, 'YYYY-MM-DD'), ${links(link("SubsidyBar", sql`b.id`, "申领限制", "Bar"))}
    from paid p join lateral (select id, since from subsidy_bar b where b.class_id = p.class_id and b.subject_kind = 'class' and b.state = 'standing' order by b.id limit 1) b on true`,
  sql`select p.line_id, p.amount, 'inspection', coalesce(t.class_no, t.class_name), ${links(classLink)}
    from paid p join training t on t.id = p.class_id where t.inspect_result = '2' and t.is_rectified is distinct from '1'`,
  // Beside a row of which nothing is left, the later one is no second payment.
  sql`select p.line_id, p.amount, 'duplicate', o.apply_no, ${links(claimLink(sql`o.side`, sql`o.apply_id`), claimLink(sql`p.side`, sql`p.apply_id`))}
    from paid p join lateral (
      select c.id as apply_id, c.apply_no, c.side from subsidy_line l join subsidy_application c on c.id = l.apply_id
      where l.id_number_hash = p.id_number_hash and l.id < p.line_id and l.is_deleted = 0 and l.detail_status = '1' and c.is_deleted = 0 and c.pay_status = '3'
        and (c.class_id <> p.class_id or c.is_advance = p.is_advance)
        and ${paidOnceFor("c")} = ${paidOnceFor("p")} and ${leftOver} > 0
      order by l.id limit 1) o on true`,
  // More days than the row has reserved: the others were given to another row, which is paid for them. What the days come to is rounded as it was paid.
  sql`select p.line_id, least(p.amount, l.approved_amount - k.payable), 'days', k.days || ' × ' || k.per_day || ' < ' || l.approved_amount, ${links(linkOf("Attendance", "EnterpriseClass", sql`p.side`, sql`p.class_id`, "考勤", "Attendance sheet"))}
    from paid p join subsidy_line l on l.id = p.line_id
      cross join lateral (
        select r.days, r.per_day, round(r.days * r.per_day, 2) as payable
        from (select ${countReservedDays(sql`p.line_id`)} as days, ${keptPolicy("subsidy.living.perDay", "30")}::numeric as per_day) r) k
    where p.subsidy_kind = ${living} and l.approved_amount > k.payable`,
  unearnedAdvances,
];

/**
 * SQL of what tells something that is found (alias `f`) from entries by which a part of the same row was recovered for the same reason: of an advance more is
 * left once a row is lost that it was set off from.
 */
const again = sql`(
  select case when count(*) > 0 and p.is_advance = '1' then ' (' || count(*) + 1 || ')' else '' end
  from recovery_item i where i.line_id = f.line_id and i.reason = f.reason and i.state = 'settled' and i.is_deleted = 0)`;

/** SQL of two parts of a `with`: the paid rows of a page, and what is found against them. */
export const found = (after: string, last: string): RawBuilder<unknown> =>
  sql`paid as materialized (${paidRows(after, last)}), found as materialized (
    select f.line_id, f.amount, f.reason, f.fact || ${again} as fact, f.evidence from (${sql.join([...reasons], sql` union all `)}) f join paid p on p.line_id = f.line_id)`;
