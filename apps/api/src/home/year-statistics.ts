import type { certKind, level, trainKind } from "@jipei/contract/core/fields/codes.ts";
import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import { keyGroups } from "@jipei/contract/catalogue/training.ts";
import { getSummaryLinks } from "@jipei/contract/home/summary-links.ts";
import type { SummaryFigure } from "@jipei/contract/home/summary.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import { today } from "../core/foundation/clock.ts";
import type { Db } from "../core/database/db.ts";
import { countHighRiskInjuries } from "../enterprises/enterprises.queries.ts";
import { classIsSql, getPlanFigures, getLeastAttendance } from "../training/training.queries.ts";
import { employable } from "../outcomes/outcomes.queries.ts";
import { findOutcomes } from "./year-outcomes.ts";
import { findClaims } from "./year-claims.ts";
import { type Period, momentIn, quotient, rate } from "./year-period.ts";

/** The figures of a year, up to today. The statements run one after another, so that a home page uses one connection, not six. */
export async function getYearStatistics(db: Db, year: number, orgId: string | null) {
  const end = `${year}-12-31`;
  const period: Period = {
    from: `${year}-01-01`,
    to: end < today() ? end : today(),
    own: orgId ? sql`and t.org_id = ${orgId}` : sql``,
  };
  const least = await getLeastAttendance(db);
  const begun = await begunClasses(db, period);
  const ended = await endedClasses(db, period, least);
  const tests = await getTests(db, period);
  const certificates = await getCertificates(db, period);
  const claims = await findClaims(db, period);
  const outcomes = await findOutcomes(
    db,
    period,
    least,
    ended.reduce((sum, row) => sum + row.employable, 0),
  );
  const payments = await getPayments(db, period);
  const plans = await getPlanFigures(db, year, orgId);

  const byMonth = <R extends { month: number | null }>(rows: readonly R[], month: number) =>
    rows.find((row) => row.month === month);
  const months = Array.from({ length: 12 }, (_, index) => {
    const month = index + 1;
    const classes = byMonth(begun.months, month);
    return {
      month,
      classCount: classes?.classCount ?? 0,
      enrolCount: classes?.enrolCount ?? 0,
      finishCount: byMonth(ended, month)?.finishCount ?? 0,
      certCount: byMonth(certificates.months, month)?.certCount ?? 0,
      paidAmount: byMonth(payments.months, month)?.paidAmount ?? "0.00",
    };
  });
  const total = (name: "classCount" | "enrolCount" | "finishCount" | "certCount") =>
    months.reduce((sum, row) => sum + row[name], 0);
  const finishCount = total("finishCount");
  const paidAmount = payments.months.reduce((sum, row) => sum.plus(row.paidAmount), new Decimal(0));
  const paidCount = payments.months.reduce((sum, row) => sum + row.paidCount, 0);
  const rated = ended.reduce((sum, row) => sum + row.rated, 0);
  const figures = {
    classCount: total("classCount"),
    enrolCount: total("enrolCount"),
    personCount: begun.personCount,
    keyGroupShare: rate(
      begun.months.reduce((sum, row) => sum + row.keyGroupCount, 0),
      total("enrolCount"),
    ),
    finishCount,
    finishRate: rate(
      finishCount,
      ended.reduce((sum, row) => sum + row.enrolled, 0),
    ),
    attendanceRate: quotient(
      ended.reduce((sum, row) => sum.plus(row.rates), new Decimal(0)),
      rated,
    ),
    testCount: tests.testCount,
    passCount: tests.passCount,
    passRate: rate(tests.passCount, tests.testCount),
    firstPassRate: rate(tests.firstPassCount, tests.firstCount),
    certCount: total("certCount"),
    highSkilledNew: certificates.highSkilled,
    ...outcomes,
    ...claims,
    highRiskInjury: orgId ? null : await countHighRiskInjuries(db, period),
    paidAmount: paidAmount.toFixed(2),
    paidCount,
    perCapita: quotient(paidAmount, paidCount),
    planHeadcount: plans.headcount,
    planRate: rate(finishCount, plans.headcount),
    budgetAmount: plans.budget,
    budgetUse: plans.budget === null ? null : rate(paidAmount, plans.budget),
  };
  const listsOf = (figure: SummaryFigure) =>
    getSummaryLinks(figure, { year, side: orgId ? "1" : null }, [], { today: today(), least });
  return {
    year,
    figures,
    lists: {
      classCount: listsOf("classCount"),
      certCount: listsOf("certCount"),
      employRate: listsOf("employRate"),
      applyAmount: listsOf("applyAmount"),
      paidAmount: listsOf("paidAmount"),
    },
    months,
    kinds: begun.kinds,
    levels: levels(begun.levels, certificates.levels),
    certKinds: certificates.kinds,
    organisations: orgId ? [] : await topOrganisations(db, begun.organisations, payments.organisations),
  };
}

interface Begun {
  month: number | null;
  trainKind: CodeOf<typeof trainKind> | null;
  level: CodeOf<typeof level> | null;
  orgId: string | null;
  classCount: number;
  enrolCount: number;
  keyGroupCount: number;
}

/** Confirmed classes that began in the period with those enrolled: by month, kind, level and institution in one pass. */
async function begunClasses(db: Db, { from, to, own }: Period) {
  const begun = sql`select t.id, t.org_id, t.train_kind, t.level, extract(month from t.start_date)::int as month from training t
    where t.is_deleted = 0 and ${classIsSql("t", "isConfirmed")} and t.start_date between ${from} and ${to} ${own}`;
  const { rows } = await sql<Begun>`
    with c as materialized (${begun}),
      p as (select c.*, s.enrolled, s.key_group from c cross join lateral (
        select count(*) as enrolled, count(*) filter (where person_category = any(${[...keyGroups]})) as key_group from trainee s where s.class_id = c.id and s.is_deleted = 0 and s.confirm_status = 'Confirm') s)
    select month, train_kind, level, org_id, count(*)::int as class_count, coalesce(sum(enrolled), 0)::int as enrol_count, coalesce(sum(key_group), 0)::int as key_group_count
    from p group by grouping sets ((month), (train_kind), (level), (org_id))`.execute(db);
  const people = await sql<{ n: number }>`with c as materialized (${begun})
    select count(*)::int as n from (select distinct s.id_number_hash from c join trainee s on s.class_id = c.id and s.is_deleted = 0 and s.confirm_status = 'Confirm') people`.execute(
    db,
  );
  const of = <K extends "month" | "trainKind" | "level" | "orgId">(name: K) =>
    rows
      .filter((row): row is Begun & Record<K, NonNullable<Begun[K]>> => row[name] !== null)
      .toSorted((a, b) => b.enrolCount - a.enrolCount);
  return {
    months: of("month"),
    kinds: of("trainKind"),
    levels: of("level"),
    organisations: of("orgId"),
    personCount: people.rows[0]?.n ?? 0,
  };
}

/** Enrolled people of classes that ended in the period: how many finished, and their attendance. */
async function endedClasses(db: Db, { from, to, own }: Period, least: string) {
  const { rows } = await sql<{
    month: number;
    enrolled: number;
    finishCount: number;
    employable: number;
    rates: string;
    rated: number;
  }>`
    select extract(month from t.end_date)::int as month, count(*)::int as enrolled, (count(*) filter (where s.attendance_rate >= ${least}))::int as finish_count, (count(*) filter (where s.attendance_rate >= ${least} and ${employable}))::int as employable,
      coalesce(sum(s.attendance_rate), 0) as rates, count(s.attendance_rate)::int as rated
    from training t join trainee s on s.class_id = t.id and s.is_deleted = 0 and s.confirm_status = 'Confirm'
    where t.is_deleted = 0 and ${classIsSql("t", "isConfirmed")} and t.end_date between ${from} and ${to} ${own} group by 1`.execute(
    db,
  );
  return rows;
}

async function getTests(db: Db, period: Period) {
  const { rows } = await sql<{ testCount: number; passCount: number; firstCount: number; firstPassCount: number }>`
    select count(*)::int as test_count, (count(*) filter (where t.result = '1'))::int as pass_count,
      (count(*) filter (where t.test_times = 1))::int as first_count, (count(*) filter (where t.test_times = 1 and t.result = '1'))::int as first_pass_count
    from mark t where t.grade_status = '2' and t.is_absent = '0' and ${momentIn("publishTime", period)} ${period.own}`.execute(
    db,
  );
  return rows[0] ?? { testCount: 0, passCount: 0, firstCount: 0, firstPassCount: 0 };
}

interface Issued {
  month: number | null;
  level: CodeOf<typeof level> | null;
  certKind: CodeOf<typeof certKind> | null;
  certCount: number;
}

async function getCertificates(db: Db, { from, to, own }: Period) {
  const { rows } = await sql<Issued>`
    select extract(month from t.issue_date)::int as month, t.level, t.cert_kind, count(*)::int as cert_count from diploma t
    where t.is_valid = 'isValid' and t.issue_date between ${from} and ${to} ${own}
    group by grouping sets ((extract(month from t.issue_date)::int), (t.level), (t.cert_kind))`.execute(db);
  // Levels 3, 2 and 1 of level certificates and qualifications; a person with two of them counts once.
  const people = await sql<{ n: number }>`select count(distinct t.id_number_hash)::int as n from diploma t
    where t.is_valid = 'isValid' and t.issue_date between ${from} and ${to} and t.level in ('1', '2', '3') and t.cert_kind in ('1', '2') ${own}`.execute(
    db,
  );
  return {
    highSkilled: people.rows[0]?.n ?? 0,
    months: rows.filter((row) => row.month !== null),
    levels: rows.filter((row) => row.level !== null),
    kinds: rows
      .flatMap(({ certKind: kind, certCount }) => (kind === null ? [] : [{ certKind: kind, certCount }]))
      .toSorted((a, b) => b.certCount - a.certCount),
  };
}

interface Paid {
  month: number | null;
  orgId: string | null;
  paidAmount: string;
  paidCount: number;
}

/** Confirmed payments, without those recovered later. */
async function getPayments(db: Db, { from, to, own }: Period) {
  const { rows } = await sql<Paid>`
    select extract(month from t.pay_date)::int as month, t.org_id, coalesce(sum(t.pay_amount - t.recovered_amount), 0)::numeric(16,2) as paid_amount, coalesce(sum(t.approved_count), 0)::int as paid_count
    from claim t where t.pay_status = '3' and t.pay_date between ${from} and ${to} ${own}
    group by grouping sets ((extract(month from t.pay_date)::int), (t.org_id))`.execute(db);
  return { months: rows.filter((row) => row.month !== null), organisations: rows.filter((row) => row.orgId !== null) };
}

function levels(enrolled: readonly Begun[], issued: readonly Issued[]) {
  const order = ["1", "2", "3", "4", "5", "0"] as const;
  return order.flatMap((level) => {
    const enrolCount = enrolled.find((row) => row.level === level)?.enrolCount ?? 0;
    const certCount = issued.find((row) => row.level === level)?.certCount ?? 0;
    return enrolCount + certCount > 0 ? [{ level, enrolCount, certCount }] : [];
  });
}

/** The ten institutions and enterprises with most enrolments, and what was paid to them. */
async function topOrganisations(db: Db, begun: readonly (Begun & { orgId: string })[], paid: readonly Paid[]) {
  const top = begun.slice(0, 10);
  const names = await sql<{
    id: string;
    orgName: string;
  }>`select id, org_name from institution where id = any(${top.map((row) => row.orgId)}::bigint[])`.execute(db);
  return top.map(({ orgId, classCount, enrolCount }) => ({
    orgId,
    orgName: names.rows.find((row) => row.id === orgId)?.orgName ?? "",
    classCount,
    enrolCount,
    paidAmount: paid.find((row) => row.orgId === orgId)?.paidAmount ?? "0.00",
  }));
}
