import { keyGroups } from "@jipei/contract/teaching/training.ts";
import { sql } from "kysely";
import type { Db } from "../core/db.ts";
import { lastGrade } from "../exams/exams.queries.ts";
import { parametersOf } from "../settings/settings.queries.ts";
import { type Amount, feeCapOf, livingAllowance, payableAmount } from "./amount.ts";
import { type ClaimedClass, living, preJob } from "./class-facts.ts";

/** A member of a class as a claim row sees him, with the amount the rules give. */
export interface Candidate {
  studentId: string;
  studentNo: string | null;
  name: string;
  /** Ciphertext, copied as it is. */
  idNumber: string;
  idNumberHash: string;
  personCategory: string;
  attendanceRate: string | null;
  certId: string | null;
  certNo: string | null;
  certValid: boolean;
  /** He needs a certificate for this kind of claim and has no valid one. */
  certMissing: boolean;
  issueDate: string | null;
  theoryScore: string | null;
  practiceScore: string | null;
  trainHours: string | null;
  subsidyId: string | null;
  standardAmount: string | null;
  shortageRate: string | null;
  livingDays: number;
  /** Claim of the same class and kind that already names him; one that was recovered no longer does. */
  claimed: string | null;
  amount: Amount | null;
}

/** Groups with a living allowance. */
const livingGroups = new Set(["06", "07", "08", "09", "10"]);

/**
 * Members of a class with everything an amount depends on, in one query; the standard is the one in force on the day of issue.
 * @param studentIds only these, or all checked members
 */
export async function candidatesOf(
  db: Db,
  claimed: ClaimedClass,
  subsidyKind: string,
  studentIds?: readonly string[],
): Promise<Candidate[]> {
  const money = await parametersOf(db, [
    "subsidy.shortage.rate",
    "subsidy.keyGroup.rate",
    "subsidy.uplift.max",
    "subsidy.cap.fee",
    "subsidy.mode.rate.2",
    "subsidy.mode.rate.3",
    "subsidy.round.unit",
    "subsidy.noCert.rate",
    "subsidy.living.perDay",
    "subsidy.living.maxDays",
    "subsidy.living.minHours",
  ]);
  // Whoever is paid without a certificate, in whole or in part, is by the end of the class.
  const paidWithout = subsidyKind === preJob || (subsidyKind !== living && money["subsidy.noCert.rate"].gt(0));
  const basis =
    subsidyKind === preJob
      ? sql`${claimed.endDate}::date`
      : paidWithout
        ? sql`coalesce(cert.issue_date, ${claimed.endDate}::date)`
        : sql`cert.issue_date`;
  const found = await sql<Omit<Candidate, "amount" | "certMissing">>`
    select s.id as student_id, s.student_no, s.name, s.id_number, s.id_number_hash, s.person_category, s.attendance_rate,
      cert.id as cert_id, cert.cert_no, coalesce(cert.is_valid = 'isValid', false) as cert_valid, ${basis} as issue_date,
      g.theory_score, g.practice_score, coalesce(cert.train_hours, ${"0"}::numeric(6,1)) as train_hours,
      std.id as subsidy_id, std.standard_amount, std.shortage_rate,
      (${subsidyKind === living ? sql`(select count(*)::int from (select l.lesson_date from attendance a join lesson l on l.id = a.schedule_id where a.student_id = s.id and a.is_deleted = 0 and l.is_deleted = 0 group by l.lesson_date having sum(a.counted_hours) >= ${money["subsidy.living.minHours"].toString()}::numeric) days)` : sql`0`}) as living_days,
      (select max(c.id)::text from subsidy_line d join subsidy_application c on c.id = d.apply_id
        where d.student_id = s.id and d.is_deleted = 0 and d.detail_status is distinct from '2' and c.is_deleted = 0 and c.pay_status is distinct from '5' and c.subsidy_kind = ${subsidyKind}) as claimed
    from student s
      left join certificate cert on cert.id = s.cert_id and cert.is_deleted = 0
      left join lateral ${lastGrade(sql`s.id`)} g on true
      left join lateral (select id, standard_amount, shortage_rate from subsidy_standard std
        where std.course_id = ${claimed.courseId} and std.subsidy_kind = ${subsidyKind} and std.pay_target = '1' and std.is_valid = 'isValid' and std.is_deleted = 0
          and std.effect_date <= ${basis} and (std.expire_date is null or std.expire_date >= ${basis}) order by std.effect_date desc limit 1) std on true
    where s.class_id = ${claimed.id} and s.is_deleted = 0 and s.confirm_status = 'Confirm' ${studentIds ? sql`and s.id = any(${studentIds}::bigint[])` : sql``}
    order by s.student_no, s.id`.execute(db);
  const feeCap = money["subsidy.cap.fee"] ? feeCapOf(claimed.classFee, claimed.courseFee) : null;
  return found.rows.map((row) => ({ ...row, certMissing: !row.certValid && !paidWithout, amount: amountOf(row) }));

  function amountOf(row: (typeof found.rows)[number]): Amount | null {
    if (subsidyKind === living) {
      const eligible = livingGroups.has(row.personCategory);
      const { payable, formula } = livingAllowance({
        perDay: money["subsidy.living.perDay"].toString(),
        days: row.livingDays,
        maxDays: money["subsidy.living.maxDays"],
        eligible,
      });
      return { payable, uplift: "0.0000", formula };
    }
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
      feeCap,
    });
  }
}
