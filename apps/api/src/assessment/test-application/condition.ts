import { ageAt } from "@jipei/contract/core/fields/id-number.ts";
import { sql } from "kysely";
import { addMonths, today } from "../../core/foundation/clock.ts";
import type { Db } from "../../core/database/db.ts";
import type { Condition } from "../../catalogue/catalogue.queries.ts";

/** What is known of a person who applies. */
export interface Applicant {
  birthday: string | null;
  education: string | null;
  workYears: number | null;
  /** Levels they hold a certificate of; `since` is null where only the roster says so. */
  held: readonly { level: string; since: string | null }[];
}

/** A level without rank: a certificate of it does not qualify for a higher level. */
const unranked = "0";
/** 其他: no rank among the educations, whose codes otherwise go from the highest to the lowest. */
const otherEducation = "90";

/** Whether a person meets every part of a condition that can be checked, on that day (yyyy-MM-dd). */
export function meets(condition: Condition, person: Applicant, day: string): boolean {
  const { minAge, minWorkYears, minEducation, prevLevel } = condition;
  if (person.birthday === null || ageAt(person.birthday, day) < minAge) return false;
  if ((person.workYears ?? 0) < (minWorkYears ?? 0)) return false;
  if (minEducation !== null && !isEducated(person.education, minEducation)) return false;
  return prevLevel === null || person.held.some((one) => isLongHeld(one, condition, person, day));
}

const isEducated = (education: string | null, least: string): boolean =>
  education !== null && (least === otherEducation || (education !== otherEducation && education <= least));

/** Whether the person has held that level or a higher one for long enough. Without a date the years of work count instead, as an upper limit. */
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

/** Education, years of work (of staff those since they joined) and levels of students, by id, from rosters and certificates of that occupation. */
export async function getApplicants(
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
    select s.id, s.birthday, s.education, coalesce(s.work_years, extract(year from age(${today()}::date, s.entry_date))::int) as work_years, s.current_level,
      (select coalesce(json_agg(json_build_object('level', c.level, 'since', c.issue_date)), '[]') from certificate c
        where c.id_number_hash = s.id_number_hash and c.occupation_code = ${occupationCode} and c.is_valid = 'isValid' and c.is_deleted = 0) as certificates
    from trainee s where s.id = any(${[...studentIds]}::bigint[])`.execute(db);
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
