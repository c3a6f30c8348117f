import { level as levels } from '@jipei/contract/core/codes.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../core/db.ts'
import { type Failure, Refusal, failureOf } from '../core/refusal.ts'
import { parameter } from '../settings/settings.queries.ts'
import { hindrancesOf } from '../subsidies/subsidies.queries.ts'
import type { ClassFacts } from './class-facts.ts'

/** Rules that hold a person against other classes and earlier subsidies; for one person or a whole roster alike. */

export interface Member {
  /** Row the failure is about, if it exists already. */
  id?: string | null
  name: string
  idNumberHash: string
}

/**
 * Other live classes of these people, as person → class, that meet in time with this one (rules.md §17): in mode `lesson` by overlapping
 * lessons, and by the periods where one of the two has no timetable yet; in mode `period` always by the periods.
 * @param leaving classes they are about to leave
 */
async function clashesOf(db: Db, facts: ClassFacts, people: readonly string[], leaving: readonly string[]): Promise<Map<string, string>> {
  if (people.length === 0) return new Map()
  const byPeriod = (await parameter(db, 'student.overlap.mode')) === 'period'
  const planned = (id: RawBuilder<unknown>) => sql`exists (select from lesson l where l.class_id = ${id} and l.is_deleted = 0)`
  const found = await sql<{ personHash: string; call: string }>`
    with seats as (
      select distinct s.id_number_hash, s.class_id from student s
      where s.id_number_hash = any(${people}) and s.is_deleted = 0 and s.confirm_status <> 'Invalidate' and s.class_id <> ${facts.id} and s.class_id <> all(${leaving}::bigint[])
    ), meeting as (
      select o.id, coalesce(o.class_no, o.class_name) as call from training_class o
      where o.id in (select class_id from seats) and o.is_deleted = 0 and o.status <> 'deleted' and case
        when ${byPeriod} or not ${planned(sql`o.id`)} or not ${planned(sql`${facts.id}`)} then o.start_date <= ${facts.endDate} and o.end_date >= ${facts.startDate}
        else exists (
          select from lesson a join lesson b on b.lesson_date = a.lesson_date and b.start_time < a.end_time and a.start_time < b.end_time
          where a.class_id = ${facts.id} and b.class_id = o.id and a.is_deleted = 0 and b.is_deleted = 0)
        end
    )
    select seats.id_number_hash as person_hash, min(meeting.call) as call from seats join meeting on meeting.id = seats.class_id group by 1`.execute(db)
  return new Map(found.rows.map((row) => [row.personHash, row.call]))
}

/** @throws STUDENT_CLASH naming everybody who is in two places at once */
export async function mustNotClash(db: Db, facts: ClassFacts, members: readonly Member[], leaving: readonly string[] = []): Promise<void> {
  const calls = await clashesOf(db, facts, members.map((member) => member.idNumberHash), leaving)
  throwFirst(members.flatMap((member) => (calls.has(member.idNumberHash) ? [[member, new Refusal('STUDENT_CLASH', { name: member.name, classNo: calls.get(member.idNumberHash) as string })] as const] : [])))
}

/** @throws SUBSIDY_DUP, ANNUAL_LIMIT naming everybody whom no subsidy could be claimed for; nothing for a class without subsidy */
export async function mustBeEntitled(db: Db, facts: ClassFacts, members: readonly Member[]): Promise<void> {
  if (facts.isSubsidy !== '1') return
  const hindrances = await hindrancesOf(db, members.map((member) => member.idNumberHash), facts)
  if (hindrances.size === 0) return
  const limit = await parameter(db, 'subsidy.annual.limit')
  throwFirst(
    members.flatMap((member) => {
      const hindrance = hindrances.get(member.idNumberHash)
      if (hindrance?.level) return [[member, new Refusal('SUBSIDY_DUP', { name: member.name, occupation: facts.occupationName, level: wordOf(hindrance.level) })] as const]
      if (hindrance && hindrance.inYear >= limit) return [[member, new Refusal('ANNUAL_LIMIT', { name: member.name, n: hindrance.inYear })] as const]
      return []
    }),
  )
}

const wordOf = (level: string) => {
  const [zh, en] = levels.codes[level as keyof typeof levels.codes] ?? [level, level]
  return { zh, en }
}

/** Throws the first refusal with a failure for each of them. */
function throwFirst(refused: readonly (readonly [Member, Refusal])[]): void {
  const failures: Failure[] = refused.map(([member, refusal]) => failureOf(refusal, member.id ?? null))
  if (refused[0]) throw Object.assign(refused[0][1], { failures })
}
