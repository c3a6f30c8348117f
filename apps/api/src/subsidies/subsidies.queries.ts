import { sql } from 'kysely'
import type { Db } from '../core/db.ts'
import { keyOf } from './standing.ts'

/** A training that a subsidy may be claimed for later. */
export interface PlannedTraining {
  trainKind: string
  occupationCode: string
  level: string
  startupType: string | null
  startupRank: number | null
  /** yyyy-MM-dd; its calendar year counts for the yearly limit. */
  endDate: string
}

/** What stands against a person's subsidised training: the level already subsidised, and how many trainings this year counts. */
export interface Hindrance {
  personHash: string
  /** Same or higher level of the same occupation that was claimed before; null for none. */
  level: string | null
  inYear: number
}

const startup = '05'

/** Hindrances of people before they join a subsidised class (rules.md §6.3), one query for all of them. */
export async function hindrancesOf(db: Db, people: readonly string[], training: PlannedTraining): Promise<Map<string, Hindrance>> {
  if (people.length === 0) return new Map()
  const key = keyOf({ ...training, subsidyKind: training.trainKind === startup ? '04' : '01' })
  const found = await sql<Hindrance>`
    select person_hash, (array_agg(level order by rank desc) filter (where family = ${key.family} and occupation_code = ${key.occupationCode} and rank >= ${key.rank}))[1] as level,
      (count(*) filter (where counts_in_year and extract(year from issue_date) = extract(year from ${training.endDate}::date)))::int as in_year
    from entitlement where person_hash = any(${people}) group by person_hash`.execute(db)
  return new Map(found.rows.map((row) => [row.personHash, row]))
}
