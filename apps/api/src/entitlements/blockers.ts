import { sql } from "kysely";
import type { Db } from "../core/database/db.ts";
import type { Blocker, PlannedTraining } from "../training/training.queries.ts";
import { getKey } from "./entitlements.queries.ts";

const startup = "05";

/** What people have been subsidised for already, before they join a subsidised class; one query for all of them. */
export async function findBlockers(
  db: Db,
  { people, training }: { people: readonly string[]; training: PlannedTraining },
): Promise<Map<string, Blocker>> {
  if (people.length === 0) return new Map();
  const key = getKey({ ...training, subsidyKind: training.trainKind === startup ? "04" : "01" });
  const found = await sql<Blocker>`
    select person_hash, (array_agg(level order by rank desc) filter (where family = ${key.family} and occupation_code = ${key.occupationCode} and rank >= ${key.rank}))[1] as level,
      (count(*) filter (where counts_in_year and extract(year from issue_date) = extract(year from ${training.endDate}::date)))::int as in_year
    from entitlement where person_hash = any(${people}) group by person_hash`.execute(db);
  return new Map(found.rows.map((row) => [row.personHash, row]));
}
