import { levelRank } from "@jipei/contract/catalogue/training.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../core/database/db.ts";
import type { Condition } from "../core/database/sql.ts";
import {
  type Family,
  apprenticeship,
  countsInYear,
  excludedByApprenticeship,
  getFamily,
  noOccupation,
} from "./entitlement.ts";

export { apprenticeship, countsInYear, noOccupation };

/** The training a claim row is about, as it counts against the person. */
export interface Claimed {
  personHash: string;
  issueDate: string;
}
export interface Training {
  subsidyKind: string;
  occupationCode: string;
  /** Null for one of the province, whose courses we do not know. */
  courseId: string | null;
  level: string;
  /** Start-up training is compared by type and rank instead of occupation and level. */
  startupType: string | null;
  startupRank: number | null;
}

export interface Key {
  family: Family;
  occupationCode: string;
  level: string;
  rank: number;
}
/** What a training is compared by: start-up training by type and rank, one without an occupation by course and level, all others by occupation and level. */
export function getKey(training: Training): Key {
  const family = getFamily(training.subsidyKind, training.startupType);
  if (family === "startup")
    return { family, occupationCode: "STARTUP", level: training.startupType ?? "-", rank: training.startupRank ?? 0 };
  const isByCourse = training.occupationCode === noOccupation && training.courseId !== null;
  const occupationCode = isByCourse ? `course ${training.courseId}` : training.occupationCode;
  return { family, occupationCode, level: training.level, rank: levelRank(training.level) };
}

/** SQL of the side of the claim that something stands for. */
const side = sql`coalesce((select c.side from claim c where c.id = apply_id), '1')`;

export interface StandingRow {
  side: "1" | "2";
  personHash: string;
  level: string;
  rank: number;
  issueDate: string;
  unitName: string;
  applyId: string;
  lineId: string;
  commitTime: string;
}

/**
 * What already stands against these people for the same occupation at this level or above, one query for all of them.
 * @param except claims whose own rows do not count
 */
export async function standingAgainst(
  db: Db,
  people: readonly string[],
  key: Key,
  except: readonly string[],
): Promise<StandingRow[]> {
  if (people.length === 0) return [];
  const found = await sql<StandingRow>`
    select ${side} as side, person_hash, level, rank, issue_date, unit_name, apply_id::text, line_id::text, commit_time from entitlement
    where person_hash = any(${people}) and family = ${key.family} and occupation_code = ${key.occupationCode} and rank >= ${key.rank}
      and apply_id <> all(${except}::bigint[])`.execute(db);
  return found.rows;
}

/** The days of a class whose training is claimed. */
export interface Attended {
  subsidyKind: string;
  /** yyyy-MM-dd, first and last day. */
  startDate: string;
  endDate: string;
}
export interface Excluding {
  side: "1" | "2";
  personHash: string;
  /** Of the other training. */
  subsidyKind: string;
  startDate: string;
  endDate: string;
  unitName: string;
  applyId: string;
}

/**
 * The trainings that stand against people because of an apprenticeship: during one nothing of the kinds 01 to 03 is paid, nor an apprenticeship during these,
 * whichever side claims (rules §19-31). The database holds the same (`entitlement_apprenticeship`). @param except claims whose own rows do not count
 */
export async function getApprenticeshipConflicts(
  db: Db,
  people: readonly string[],
  { subsidyKind, startDate, endDate }: Attended,
  except: readonly string[],
): Promise<Map<string, Excluding>> {
  const excluded = subsidyKind === apprenticeship ? excludedByApprenticeship : [apprenticeship];
  if (people.length === 0 || ![apprenticeship, ...excludedByApprenticeship].includes(subsidyKind)) return new Map();
  const found = await sql<Excluding>`
    select ${side} as side, person_hash, subsidy_kind, lower(period)::text as start_date, (upper(period) - 1)::text as end_date, unit_name, apply_id::text from entitlement
    where person_hash = any(${people}) and subsidy_kind = any(${excluded}) and period && daterange(${startDate}::date, ${endDate}::date, '[]')
      and apply_id <> all(${except}::bigint[]) order by id desc`.execute(db);
  return new Map(found.rows.map((row) => [row.personHash, row]));
}

/** SQL condition: a claim row has reserved its training. */
export const isReserved = (lineId: Condition): Condition =>
  sql`exists (select from entitlement e where e.line_id = ${lineId})`;

/** SQL of the number of days of the living allowance beside what is reserved (alias `e`). */
const reservedDays = sql`(select count(*) from entitlement_day d where d.line_id = e.line_id)`;
/** The same of a claim row; null for one that has reserved nothing. */
export const countReservedDays = (lineId: Condition): Condition =>
  sql`(select ${reservedDays} from entitlement e where e.line_id = ${lineId})`;

/** What stands against a person beside a claim, as a text that is equal as long as it is. @param person keyed hash of the ID number */
export const entitlementsMark = (person: Condition, applyId: Condition): Condition =>
  sql`(select string_agg(row(e.line_id, e.family, e.occupation_code, e.level, e.issue_date, e.counts_in_year, e.subsidy_kind, e.period, ${reservedDays})::text, ',' order by e.id) from entitlement e
    where e.person_hash = ${person} and e.apply_id <> ${applyId})`;

/** A training that our own records have of somebody. */
export interface OwnTraining extends Key {
  personHash: string;
  subsidyKind: string;
  /** yyyy of the certificate. */
  year: string;
  applyId: string;
}
/** What our own records have of these people, whatever the kind and the year. */
export async function getTrainings(db: Db, people: readonly string[]): Promise<OwnTraining[]> {
  const found = await sql<OwnTraining>`
    select person_hash, family, occupation_code, level, rank, subsidy_kind, to_char(issue_date, 'YYYY') as year, apply_id::text from entitlement
    where person_hash = any(${people}) order by id`.execute(db);
  return found.rows;
}

/**
 * Number of trainings that count in the calendar year of `issueDate` and come before this one (by commit time, then id), per person.
 * @param claimed rows of a committed claim bring their id and the time of their own first commit, others neither
 */
export async function yearCounts(
  db: Db,
  claimed: readonly (Claimed & { lineId?: string; commitTime?: string | null })[],
  except: readonly string[],
): Promise<Map<string, number>> {
  if (claimed.length === 0) return new Map();
  const found = await sql<{ personHash: string; n: string }>`
    select w.person_hash, count(e.id) as n
    from unnest(${claimed.map((one) => one.personHash)}::text[], ${claimed.map((one) => one.issueDate)}::date[], ${claimed.map((one) => one.lineId ?? null)}::bigint[], ${claimed.map((one) => one.commitTime ?? null)}::timestamptz[]) as w (person_hash, issue_date, line_id, commit_time)
      left join entitlement e on e.person_hash = w.person_hash and e.counts_in_year and extract(year from e.issue_date) = extract(year from w.issue_date)
        and e.apply_id <> all(${except}::bigint[]) and (w.commit_time is null or (e.commit_time, e.line_id) < (w.commit_time, w.line_id))
    group by w.person_hash`.execute(db);
  return new Map(found.rows.map((row) => [row.personHash, Number(row.n)]));
}

/** Locks people one after another in a fixed order, so that two claims cannot both see a person free. */
export async function lockPeople(tx: Tx, people: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(person, 70)) from (select distinct person from unnest(${people}::text[]) as person order by person) sorted`.execute(
    tx,
  );
}

/** SQL of whether another row has reserved a day of a person. @param own SQL of ids of rows that are no others */
export const isReservedDay = (person: Condition, day: Condition, own: Condition): Condition =>
  sql`exists (select from entitlement_day d where d.person_hash = ${person} and d.day = ${day} and d.line_id not in ${own})`;

/** SQL of whether a row may have a day of a person: one that has reserved days has these alone, any other those that no row has. @param own SQL of the ids that the row may have */
export const isReservableDay = (person: Condition, day: Condition, own: Condition): Condition =>
  sql`case when exists (select from entitlement_day d where d.line_id in ${own}) then exists (select from entitlement_day d where d.line_id in ${own} and d.day = ${day})
    else not exists (select from entitlement_day d where d.person_hash = ${person} and d.day = ${day}) end`;

export interface Grant extends Claimed {
  lineId: string;
  /** First commit of the row. */
  commitTime: string;
  /** Days that are paid for one by one (yyyy-MM-dd), each to one row of a person. */
  days?: readonly string[];
}
/** Reserves the training of each person for a committed claim, and their days. The unique indexes refuse what the checks could not see. */
export async function grant(
  tx: Tx,
  rows: readonly Grant[],
  key: Key,
  claim: Attended & { applyId: string; unitName: string },
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into entitlement (person_hash, family, occupation_code, level, rank, issue_date, counts_in_year, subsidy_kind, period, apply_id, line_id, unit_name, commit_time)
    select person_hash, ${key.family}, ${key.occupationCode}, ${key.level}, ${key.rank}, issue_date, ${countsInYear(claim.subsidyKind)}, ${claim.subsidyKind}, daterange(${claim.startDate}::date, ${claim.endDate}::date, '[]'), ${claim.applyId}, line_id, ${claim.unitName}, commit_time
    from unnest(${rows.map((row) => row.personHash)}::text[], ${rows.map((row) => row.issueDate)}::date[], ${rows.map((row) => row.lineId)}::bigint[], ${rows.map((row) => row.commitTime)}::timestamptz[]) as r (person_hash, issue_date, line_id, commit_time)
    on conflict (line_id) do nothing`.execute(tx);
  const days = rows.flatMap(({ lineId, personHash, days = [] }) => days.map((day) => ({ lineId, personHash, day })));
  if (days.length === 0) return;
  await sql`
    insert into entitlement_day (line_id, person_hash, day)
    select * from unnest(${days.map((row) => row.lineId)}::bigint[], ${days.map((row) => row.personHash)}::text[], ${days.map((row) => row.day)}::date[])
    on conflict (line_id, day) do nothing`.execute(tx);
}

/** Releases what rows of a returned or recovered claim had reserved, days too. */
export const releaseLines = (tx: Tx, lineIds: readonly string[]) =>
  sql`delete from entitlement where line_id = any(${lineIds}::bigint[])`.execute(tx);
/** A paid training stands for ever, whatever happens to the claim's drafts. */
export const markPaid = (tx: Tx, applyId: string) =>
  sql`update entitlement set paid = true where apply_id = ${applyId}`.execute(tx);
