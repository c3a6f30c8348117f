import { sql } from "kysely";
import type { Db } from "../core/db.ts";
import { keyOf } from "./standing.ts";

export { claimScope } from "./claim.scope.ts";

/** A training that a subsidy may be claimed for later. */
export interface PlannedTraining {
  trainKind: string;
  occupationCode: string;
  level: string;
  startupType: string | null;
  startupRank: number | null;
  /** yyyy-MM-dd; its calendar year counts for the yearly limit. */
  endDate: string;
}

/** What stands against a person's subsidised training: the level already subsidised, and how many trainings this year counts. */
export interface Hindrance {
  personHash: string;
  /** Same or higher level of the same occupation that was claimed before; null for none. */
  level: string | null;
  inYear: number;
}

const startup = "05";

/** Hindrances of people before they join a subsidised class, one query for all of them. */
export async function hindrancesOf(
  db: Db,
  people: readonly string[],
  training: PlannedTraining,
): Promise<Map<string, Hindrance>> {
  if (people.length === 0) return new Map();
  const key = keyOf({ ...training, subsidyKind: training.trainKind === startup ? "04" : "01" });
  const found = await sql<Hindrance>`
    select person_hash, (array_agg(level order by rank desc) filter (where family = ${key.family} and occupation_code = ${key.occupationCode} and rank >= ${key.rank}))[1] as level,
      (count(*) filter (where counts_in_year and extract(year from issue_date) = extract(year from ${training.endDate}::date)))::int as in_year
    from entitlement where person_hash = any(${people}) group by person_hash`.execute(db);
  return new Map(found.rows.map((row) => [row.personHash, row]));
}

/** Claims under review, or approved and not yet paid: an institution with one cannot be cancelled. */
export const hasOpenClaims = (db: Db, orgId: string): Promise<boolean> =>
  some(
    db,
    sql`subsidy_application c where c.org_id = ${orgId} and c.is_deleted = 0 and (c.status in ('firstTrial', 'reTrial') or (c.status = 'compile' and c.pay_status in ('0', '1', '2', '4')))`,
  );

/** Claims of a class beyond the draft. */
export const classIsClaimed = (db: Db, classId: string): Promise<boolean> =>
  some(
    db,
    sql`subsidy_application c where c.class_id = ${classId} and c.is_deleted = 0 and c.status not in ('unSubmit', 'back')`,
  );

/** Whether a certificate backs a claim that is under review or approved and not yet paid: it must not be revoked meanwhile. */
export const certificateIsClaimed = (db: Db, certId: string): Promise<boolean> =>
  some(
    db,
    sql`subsidy_line l join subsidy_application c on c.id = l.apply_id and c.is_deleted = 0
    where l.cert_id = ${certId} and l.is_deleted = 0 and l.detail_status is distinct from '2' and (c.status in ('firstTrial', 'reTrial') or (c.status = 'compile' and c.pay_status in ('0', '1', '2', '4')))`,
  );

/** Whether a committed claim row was computed with a standard, which is locked from then on. */
export const standardIsUsed = (db: Db, standardId: string): Promise<boolean> =>
  some(
    db,
    sql`subsidy_line l join subsidy_application c on c.id = l.apply_id and c.is_deleted = 0 where l.subsidy_id = ${standardId} and l.is_deleted = 0 and c.first_commit_time is not null`,
  );

async function some(db: Db, from: ReturnType<typeof sql>): Promise<boolean> {
  return (await sql`select from ${from} limit 1`.execute(db)).rows.length > 0;
}
