import { keyGroups } from "@jipei/contract/catalogue/training.ts";
import type { Student } from "@jipei/contract/training/student.ts";
import { type RawBuilder, sql } from "kysely";
import { addDays, addMonths } from "../../core/foundation/clock.ts";
import type { Db } from "../../core/database/db.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { certificateStands, lastGrade } from "../../assessment/assessment.queries.ts";
import { type Policy, type Terms, getTermsOfToday } from "../policy/claim-policy.ts";
import {
  type Amount,
  apprenticeAdvance,
  apprenticeAmount,
  findFeeCap,
  livingAllowance,
  paidMonths,
  projectAmount,
  payableAmount,
  wholeMonths,
} from "./amount.ts";
import { findProjectPrice, project } from "../projects/project-prices.ts";
import { paidInAdvance } from "../apprentices/advances.ts";
import {
  type ClaimKind,
  type ClaimedClass,
  apprenticeship,
  certifiedKinds,
  isAdvance,
  living,
  preJob,
} from "../claim/class-facts.ts";
import { livingDays, noDays } from "./living-days.ts";
import { standardInForce, standardOfRow } from "./standard.ts";

type PersonCategory = StoredRow<typeof Student>["personCategory"];

/** A member of a class as a claim row has them, with the amount the rules give. */
export interface Candidate {
  studentId: string;
  studentNo: string | null;
  name: string;
  /** Ciphertext, copied as it is. */
  idNumber: string;
  idNumberHash: string;
  personCategory: PersonCategory;
  attendanceRate: string | null;
  /** Of staff of an enterprise; null for others. */
  isOnJob: string | null;
  certId: string | null;
  certNo: string | null;
  certValid: boolean;
  /** The kind of claim asks for a certificate, and there is no valid one. */
  certMissing: boolean;
  /** The kind of claim goes by the result of the assessment, and the person has not passed it. */
  notPassed: boolean;
  issueDate: string | null;
  theoryScore: string | null;
  practiceScore: string | null;
  trainHours: string | null;
  subsidyId: string | null;
  standardAmount: string | null;
  shortageRate: string | null;
  /** Days that the living allowance is paid for, yyyy-MM-dd. */
  livingDays: readonly string[];
  /** Days of the class that are paid for in other claims. */
  takenDays: number;
  /** Months of an apprenticeship that are paid for; null for other kinds. */
  trainMonths: number | null;
  /** What the person was paid in advance, yuan. */
  advance: string;
  /** Claim of the same class and kind that already names the member; one that was recovered no longer does. */
  claimed: string | null;
  amount: Amount | null;
}

/** SQL of the category of a member (alias `s`): staff of enterprises, whose rosters have none, are employed. */
export const categorySql = sql`coalesce(s.person_category, '01')`;

/** Groups with a living allowance. */
const livingGroups = new Set(["06", "07", "08", "09", "10"]);

/** SQL of the day by which a standard is in force: that of the certificate (alias `cert`), or the end of the class where none is needed; of an advance the first day. */
function getBasis(
  kind: ClaimKind,
  paidWithout: boolean,
  { startDate, endDate }: ClaimedClass,
): RawBuilder<string | null> {
  if (isAdvance(kind)) return sql`${startDate}::date`;
  if (kind.subsidyKind === preJob) return sql`${endDate}::date`;
  return paidWithout ? sql`coalesce(cert.issue_date, ${endDate}::date)` : sql`cert.issue_date`;
}

/**
 * Members of a class with everything an amount depends on, in one query; the standard is the one in force on the day of issue, or that of the row.
 * @param studentIds only these, or all checked members
 * @param terms of a committed claim; else those of today
 */
export async function getCandidates(
  db: Db,
  claimed: ClaimedClass,
  kind: ClaimKind,
  studentIds?: readonly string[],
  terms?: Terms,
): Promise<Candidate[]> {
  const { subsidyKind } = kind;
  const { policy: money, price: kept, standardsOf } = terms ?? (await getTermsOfToday(db));
  // Whoever is paid without a certificate, in whole or in part, is by the end of the class.
  const paidWithout =
    subsidyKind === preJob ||
    isAdvance(kind) ||
    (!certifiedKinds.has(subsidyKind) && money["subsidy.noCert.rate"].gt(0));
  const price = subsidyKind === project ? await findProjectPrice(db, claimed.id) : undefined;
  const basis = getBasis(kind, paidWithout, claimed);
  const standard =
    standardsOf === null
      ? standardInForce({
          courseId: sql`${claimed.courseId}`,
          subsidyKind: sql`${subsidyKind}`,
          side: claimed.side,
          basis,
        })
      : standardOfRow(standardsOf, sql`s.id`);
  const found = await sql<Member & { passed: boolean }>`
    select s.id as student_id, s.student_no, s.name, s.id_number, s.id_number_hash, ${categorySql} as person_category, s.attendance_rate, s.is_on_job,
      cert.id as cert_id, cert.cert_no, coalesce(${certificateStands("cert")}, false) as cert_valid, ${isAdvance(kind) ? sql`null::date` : basis} as issue_date,
      coalesce(g.result = '1', false) as passed, g.theory_score, g.practice_score, coalesce(cert.train_hours, ${"0"}::numeric(6,1)) as train_hours,
      std.id as subsidy_id, std.standard_amount, std.shortage_rate,
      days.living_days, days.taken_days,
      ${subsidyKind === apprenticeship ? paidInAdvance(sql`s.id`) : sql`0::numeric(12,2)`} as advance,
      (select max(c.id)::text from subsidy_line d join subsidy_application c on c.id = d.apply_id
        where d.student_id = s.id and d.is_deleted = 0 and d.detail_status is distinct from '2' and c.is_deleted = 0 and c.pay_status is distinct from '5' and c.subsidy_kind = ${subsidyKind} and c.is_advance = ${kind.isAdvance}) as claimed
    from trainee s
      left join diploma cert on cert.id = s.cert_id
      left join lateral ${lastGrade(sql`s.id`)} g on true
      left join lateral ${standard} std on true
      cross join lateral ${subsidyKind === living ? livingDays(money["subsidy.living.minHours"].toString()) : noDays} days
    where s.class_id = ${claimed.id} and s.is_deleted = 0 and s.confirm_status = 'Confirm' ${studentIds ? sql`and s.id = any(${studentIds}::bigint[])` : sql``}
    order by s.student_no, s.id`.execute(db);
  return found.rows.map(({ passed, ...member }) => {
    const row = { ...member, livingDays: getPaidDays(member, money) };
    const months = subsidyKind === apprenticeship ? getMonths(row, claimed, kind) : null;
    return {
      ...row,
      ...(price && { standardAmount: price.unitPrice }),
      notPassed: subsidyKind === preJob && !passed,
      certMissing: !row.certValid && !paidWithout,
      trainMonths: months === null ? null : paidMonths(months, claimed.level),
      amount: price
        ? { ...projectAmount(price.unitPrice), uplift: "0.0000" }
        : getAmount(row, { ...claimed, ...kept }, kind, months, money),
    };
  });
}

type Member = Omit<Candidate, "amount" | "certMissing" | "notPassed" | "trainMonths">;

/** Whole months from the first day of the class to the certificate; of an advance to the last day that is planned. */
function getMonths({ issueDate }: Member, { startDate, endDate }: ClaimedClass, kind: ClaimKind): number {
  const end = isAdvance(kind) ? addDays(endDate, 1) : issueDate;
  return end === null ? 0 : wholeMonths(startDate, end, addMonths);
}

/** Of an apprenticeship; null where no standard is in force. */
function getMonthly(
  { standardAmount, advance }: Member,
  { level }: ClaimedClass,
  kind: ClaimKind,
  months: number,
  money: Policy,
): Amount | null {
  if (standardAmount === null) return null;
  const common = { perYear: standardAmount, months, level, roundUnit: money["subsidy.round.unit"].toString() };
  const { payable, formula } = isAdvance(kind)
    ? apprenticeAdvance({ ...common, share: money["subsidy.apprentice.advance.max"].toString() })
    : apprenticeAmount({ ...common, advance });
  return { payable, uplift: "0.0000", formula };
}

function getAmount(
  row: Member,
  claimed: ClaimedClass,
  kind: ClaimKind,
  months: number | null,
  money: Policy,
): Amount | null {
  if (months !== null) return getMonthly(row, claimed, kind, months, money);
  return kind.subsidyKind === living
    ? getAllowance(row, money)
    : calculateAmount(row, claimed, kind.subsidyKind, money);
}

/** The first ones up to the limit; none for a category without allowance. */
const getPaidDays = ({ personCategory, livingDays }: Member, money: Policy): readonly string[] =>
  livingGroups.has(personCategory) ? livingDays.slice(0, money["subsidy.living.maxDays"]) : [];

function getAllowance({ personCategory, livingDays, takenDays }: Member, money: Policy): Amount {
  const { payable, formula } = livingAllowance({
    perDay: money["subsidy.living.perDay"].toString(),
    days: livingDays.length,
    taken: takenDays,
    maxDays: money["subsidy.living.maxDays"],
    eligible: livingGroups.has(personCategory),
  });
  return { payable, uplift: "0.0000", formula };
}

/** Null where no standard is in force. */
function calculateAmount(row: Member, claimed: ClaimedClass, subsidyKind: string, money: Policy): Amount | null {
  if (row.standardAmount === null) return null;
  return payableAmount({
    base: row.standardAmount,
    level: claimed.level,
    isShortage: claimed.isShortage === "1",
    shortageRate: row.shortageRate ?? money["subsidy.shortage.rate"].toString(),
    isKeyGroup: keyGroups.has(row.personCategory),
    keyGroupRate: money["subsidy.keyGroup.rate"].toString(),
    upliftMax: money["subsidy.uplift.max"].toString(),
    classMode: claimed.classMode,
    onlineRate: money["subsidy.mode.rate.2"].toString(),
    blendedRate: money["subsidy.mode.rate.3"].toString(),
    certShare: subsidyKind === preJob || row.certValid ? "1" : money["subsidy.noCert.rate"].toString(),
    roundUnit: money["subsidy.round.unit"].toString(),
    // Enterprises charge their staff nothing, and no fee limits what they are paid (rules §6.1).
    feeCap: money["subsidy.cap.fee"] && claimed.side === "1" ? findFeeCap(claimed.classFee, claimed.courseFee) : null,
  });
}
