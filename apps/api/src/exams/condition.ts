import { ageAt } from "@jipei/contract/core/id-number.ts";
import { sql } from "kysely";
import { addMonths } from "../core/clock.ts";
import type { Db } from "../core/db.ts";

/** A condition of the occupational standard, as far as it can be checked by machine; null: nothing asked. */
export interface Condition {
  id: string;
  conditionNo: number;
  conditionText: string;
  minAge: number;
  minWorkYears: number | null;
  prevLevel: string | null;
  prevYears: number | null;
  minEducation: string | null;
}

/** What is known of somebody who applies. */
export interface Applicant {
  birthday: string | null;
  education: string | null;
  workYears: number | null;
  /** Levels he holds a certificate of; `since` is null where only his word says so. */
  held: readonly { level: string; since: string | null }[];
}

/** Level without rank: a certificate of it leads to no higher one. */
const unranked = "0";
/** 其他: no rank among the educations, whose codes otherwise go from the highest to the lowest. */
const otherEducation = "90";

/** Whether somebody meets a condition on that day (yyyy-MM-dd), in every part that can be checked. */
export function meets(condition: Condition, person: Applicant, day: string): boolean {
  const { minAge, minWorkYears, minEducation, prevLevel } = condition;
  if (person.birthday === null || ageAt(person.birthday, day) < minAge) return false;
  if ((person.workYears ?? 0) < (minWorkYears ?? 0)) return false;
  if (minEducation !== null && !isEducated(person.education, minEducation)) return false;
  return prevLevel === null || person.held.some((one) => isLongHeld(one, condition, person, day));
}

const isEducated = (education: string | null, least: string): boolean =>
  education !== null && (least === otherEducation || (education !== otherEducation && education <= least));

/** That level or a higher one, for long enough. Without a date the years of work tell: nobody worked longer since than altogether. */
function isLongHeld(
  { level, since }: Applicant["held"][number],
  { prevLevel, prevYears }: Condition,
  { workYears }: Applicant,
  day: string,
): boolean {
  if (prevLevel === null || level === unranked || level > prevLevel) return false;
  const years = prevYears ?? 0;
  return since === null ? (workYears ?? 0) >= years : addMonths(since, 12 * years) <= day;
}

/** Conditions of an occupation and level, in their order. */
export async function conditionsOf(db: Db, occupationCode: string, level: string): Promise<Condition[]> {
  const found =
    await sql<Condition>`select id, condition_no, condition_text, min_age, min_work_years, prev_level, prev_years, min_education
    from declare_condition where occupation_code = ${occupationCode} and level = ${level} and is_deleted = 0 order by condition_no, id`.execute(
      db,
    );
  return found.rows;
}

/** What rosters and certificates of that occupation tell of students, by id. */
export async function applicantsOf(
  db: Db,
  studentIds: readonly string[],
  occupationCode: string,
): Promise<Map<string, Applicant>> {
  const found = await sql<{
    id: string;
    birthday: string | null;
    education: string | null;
    workYears: number | null;
    currentLevel: string | null;
    certificates: { level: string; since: string }[];
  }>`
    select s.id, s.birthday, s.education, s.work_years, s.current_level,
      (select coalesce(json_agg(json_build_object('level', c.level, 'since', c.issue_date)), '[]') from certificate c
        where c.id_number_hash = s.id_number_hash and c.occupation_code = ${occupationCode} and c.is_valid = 'isValid' and c.is_deleted = 0) as certificates
    from student s where s.id = any(${[...studentIds]}::bigint[])`.execute(db);
  return new Map(
    found.rows.map(({ id, currentLevel, certificates, ...person }) => [
      id,
      {
        ...person,
        held: currentLevel === null ? certificates : [...certificates, { level: currentLevel, since: null }],
      },
    ]),
  );
}
