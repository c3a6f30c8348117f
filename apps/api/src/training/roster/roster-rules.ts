import { level as levels } from "@jipei/contract/core/fields/codes.ts";
import { getLabels } from "@jipei/contract/core/fields/field.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../core/database/db.ts";
import { type Failure, Refusal, getFailure } from "../../core/foundation/refusal.ts";
import { parameter } from "../../settings/settings.queries.ts";
import { trainingBlockers } from "../training.holds.ts";
import type { Services } from "../../core/foundation/services.ts";
import type { ClassFacts } from "./class-facts.ts";

/** Rules that hold a person against other classes and earlier subsidies; for one person or a whole roster alike. */

export interface Member {
  /** Row the failure is about, if it exists already. */
  id?: string | null;
  name: string;
  idNumberHash: string;
}

/** A person and the class they are in or about to join. */
export interface Seat {
  idNumberHash: string;
  classId: string;
}
/** The key of a seat in maps and sets. */
export const seatKey = (seat: Seat): string => `${seat.classId}/${seat.idNumberHash}`;

/** People share this many locks: enough that two rosters seldom meet in one, few enough for the database to hold all of them. */
const buckets = 1024;

/**
 * Makes whoever puts one of these people into a class wait for the end of the transaction, so that nobody is put into two at a time by two who
 * cannot see each other's row. Taken after the locks of the classes, in one order. @param hashes a query for the hashes of their ID numbers
 */
export async function lockPeople(tx: Tx, hashes: RawBuilder<unknown>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('student seats'), bucket) from (
    select distinct (abs(hashtext(hash)::bigint) % ${sql.lit(buckets)})::int as bucket from (${hashes}) p (hash) order by 1
  ) b`.execute(tx);
}

/**
 * For each seat the name of another live class of the person that meets it in time: in mode `lesson` by overlapping lessons,
 * and by the periods where one of the two has no timetable yet; in mode `period` always by the periods. One query for any number of seats.
 * @param leaving classes the people are about to leave
 */
export async function getClashes(
  db: Db,
  seats: readonly Seat[],
  leaving: readonly string[] = [],
): Promise<Map<string, string>> {
  if (seats.length === 0) return new Map();
  const found = await clashesAmong(
    db,
    sql`select * from unnest(${seats.map((seat) => seat.idNumberHash)}::text[], ${seats.map((seat) => seat.classId)}::bigint[])`,
    leaving,
  );
  return new Map(found.map((row) => [seatKey(row), row.label]));
}

/** The same for seats that are in the database. @param seats a query for the columns hash and class id, in this order */
export async function clashesAmong(
  db: Db,
  seats: RawBuilder<unknown>,
  leaving: readonly string[] = [],
): Promise<(Seat & { label: string })[]> {
  const byPeriod = (await parameter(db, "student.overlap.mode")) === "period";
  const planned = (id: RawBuilder<unknown>) =>
    sql`exists (select from lesson l where l.class_id = ${id} and l.is_deleted = 0)`;
  const found = await sql<Seat & { label: string }>`
    with wanted (hash, class_id) as (${seats}), taken as (
      select w.hash, w.class_id as mine, s.class_id as other
      from wanted w
        join student s on s.id_number_hash = w.hash and s.class_id <> w.class_id and s.is_deleted = 0 and s.confirm_status <> 'Invalidate' and s.class_id <> all(${leaving}::bigint[])
    ), meeting as (
      select m.id as mine, o.id as other, coalesce(o.class_no, o.class_name) as label
      from (select distinct mine, other from taken) p join training_class m on m.id = p.mine join training_class o on o.id = p.other and o.is_deleted = 0 and not class_is_void(o.status)
      where case
        when ${byPeriod} or not ${planned(sql`o.id`)} or not ${planned(sql`m.id`)} then o.start_date <= m.end_date and o.end_date >= m.start_date
        else exists (
          select from lesson a join lesson b on b.lesson_date = a.lesson_date and b.start_time < a.end_time and a.start_time < b.end_time
          where a.class_id = m.id and b.class_id = o.id and a.is_deleted = 0 and b.is_deleted = 0)
        end
    )
    select taken.hash as id_number_hash, taken.mine as class_id, min(meeting.label) as label from taken join meeting using (mine, other) group by 1, 2`.execute(
    db,
  );
  return found.rows;
}

/** @throws STUDENT_CLASH naming everybody who is in two places at once */
export async function assertNoClash(
  tx: Tx,
  facts: ClassFacts,
  members: readonly Member[],
  leaving: readonly string[] = [],
): Promise<void> {
  const getSeat = (member: Member) => ({ idNumberHash: member.idNumberHash, classId: facts.id });
  await lockPeople(tx, sql`select unnest(${members.map((member) => member.idNumberHash)}::text[])`);
  const labels = await getClashes(tx, members.map(getSeat), leaving);
  throwFirst(
    members.flatMap((member) => {
      const label = labels.get(seatKey(getSeat(member)));
      return label ? [[member, new Refusal("STUDENT_CLASH", { name: member.name, classNo: label })] as const] : [];
    }),
  );
}

/** @throws SUBSIDY_DUP, ANNUAL_LIMIT naming everybody whom no subsidy could be claimed for; nothing for a class without subsidy */
export async function assertEntitled(
  db: Db,
  app: Services,
  facts: ClassFacts,
  members: readonly Member[],
): Promise<void> {
  if (facts.isSubsidy !== "1") return;
  const people = members.map((member) => member.idNumberHash);
  const found = await app.ports.ask(db, trainingBlockers, { people, training: facts });
  const byPerson = new Map(found.flatMap((said) => [...said]));
  if (byPerson.size === 0) return;
  const limit = await parameter(db, "subsidy.annual.limit");
  throwFirst(
    members.flatMap((member) => {
      const blocker = byPerson.get(member.idNumberHash);
      if (blocker?.level)
        return [
          [
            member,
            new Refusal("SUBSIDY_DUP", {
              name: member.name,
              occupation: facts.occupationName,
              level: getLabels(levels, blocker.level),
            }),
          ] as const,
        ];
      if (blocker && blocker.inYear >= limit)
        return [[member, new Refusal("ANNUAL_LIMIT", { name: member.name, n: blocker.inYear })] as const];
      return [];
    }),
  );
}

/** Throws the first refusal with a failure for each of them. */
function throwFirst(refused: readonly (readonly [Member, Refusal])[]): void {
  const failures: Failure[] = refused.map(([member, refusal]) => getFailure(refusal, member.id ?? null));
  if (refused[0]) throw Object.assign(refused[0][1], { failures });
}
