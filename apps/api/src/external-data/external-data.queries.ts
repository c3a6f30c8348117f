import type { Answer, QueryKind } from '@jipei/contract/external-data/ext-query.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../core/actor.ts'
import { writeAudit } from '../core/audit.ts'
import { Refusal } from '../core/refusal.ts'
import type { Services } from '../core/services.ts'
import { parameter } from '../settings/settings.queries.ts'
import { type RegisterAnswer, type Subject, registersOf, subjectKeys } from './registers.ts'

export type { Subject } from './registers.ts'

/** Why a register is asked; kept with the answer. */
export interface Purpose {
  purpose: string
  bizType?: string | null
  bizId?: string | null
}

/**
 * Asks a register and keeps question, answer and purpose as evidence. A repeated question within `ext.cache.hours` gets the answer given
 * then, with its time, and evidence of its own. Call it before a transaction opens (`writesPrepared`): the answer may take seconds, and
 * the look-up stays on record even when the decision fails.
 * @returns resultCode 500 when the register is out of reach; that never means «no» (severity 2: to be verified by hand)
 */
export async function lookUp(app: Services, actor: Actor, kind: QueryKind, subject: Subject, why: Purpose): Promise<Answer> {
  const question = questionOf(kind, subject)
  const asked = sql<Answer & { resultData: string | null }>`id, result_code, result_data, query_time, cache_until`
  const earlier = await sql<{ resultCode: Answer['resultCode']; resultData: string | null; queryTime: string; cacheUntil: string }>`
    select ${asked} from ext_query where query_kind = ${kind} and query_body_hash = ${app.cipher.hash(question)} and cache_until > now()
    order by cache_until desc limit 1`.execute(app.db)
  const old = earlier.rows[0]
  if (old) return keep(app, actor, kind, question, why, old.resultCode, old.resultData, sql`${old.queryTime}`, sql`${old.cacheUntil}`)
  const { resultCode, resultData } = await registersOf(app).ask(kind, JSON.parse(question) as Subject)
  const hours = resultCode === '500' ? 0 : await parameter(app.db, 'ext.cache.hours')
  const stored = resultData === null ? null : app.cipher.encrypt(JSON.stringify(resultData))
  return keep(app, actor, kind, question, why, resultCode, stored, sql`now()`, sql`now() + make_interval(hours => ${hours})`)
}

const normal = (value: string) => value.trim().toUpperCase()

async function keep(app: Services, actor: Actor, kind: QueryKind, question: string, why: Purpose, resultCode: Answer['resultCode'], answer: string | null, queryTime: RawBuilder<unknown>, cacheUntil: RawBuilder<unknown>): Promise<Answer> {
  const { cipher } = app
  const opened = answer === null ? null : cipher.decrypt(answer)
  const row = await app.db.transaction().execute(async (tx) => {
    const inserted = await sql<{ id: string; queryTime: string; cacheUntil: string }>`
      insert into ext_query (query_kind, query_body, query_body_hash, purpose, biz_type, biz_id, result_code, result_data, result_data_hash, query_time, cache_until, operator, create_user, update_user, tenant_id)
      values (${kind}, ${cipher.encrypt(question)}, ${cipher.hash(question)}, ${why.purpose}, ${why.bizType ?? null}, ${why.bizId ?? null}, ${resultCode},
        ${answer}, ${opened === null ? null : cipher.hash(opened)}, ${queryTime}, ${cacheUntil}, ${actor.userId}, ${actor.userId}, ${actor.userId}, ${actor.tenantId})
      returning id, query_time, cache_until`.execute(tx)
    const kept = inserted.rows[0] as { id: string; queryTime: string; cacheUntil: string }
    await writeAudit(tx, actor, [{ bizType: 'ExtQuery', bizId: kept.id, action: kind, opinion: why.purpose }])
    return kept
  })
  return { id: row.id, resultCode, resultData: opened === null ? null : (JSON.parse(opened) as Record<string, unknown>), queryTime: row.queryTime, cacheUntil: row.cacheUntil }
}

/**
 * As `lookUp` for many subjects in a few statements: known answers, the missing ones, and one piece of evidence each. For checks of whole
 * claims, where one question at a time would take longer than everything else together.
 */
export async function lookUpMany(app: Services, actor: Actor, kind: QueryKind, subjects: readonly Subject[], why: Purpose): Promise<Answer[]> {
  if (subjects.length === 0) return []
  const { cipher } = app
  const questions = subjects.map((subject) => questionOf(kind, subject))
  const hashes = questions.map((question) => cipher.hash(question))
  const { rows: earlier } = await sql<Stored>`
    select distinct on (query_body_hash) query_body_hash, result_code, result_data, query_time, cache_until from ext_query
    where query_kind = ${kind} and query_body_hash = any(${[...new Set(hashes)]}) and cache_until > now() order by query_body_hash, cache_until desc`.execute(app.db)
  const known = new Map(earlier.map((row) => [row.queryBodyHash, row]))
  const missing = [...new Set(questions.filter((_, index) => !known.has(hashes[index] as string)))]
  for (const [index, answer] of (await askAll(app, kind, missing)).entries()) {
    const hash = cipher.hash(missing[index] as string)
    known.set(hash, { queryBodyHash: hash, resultCode: answer.resultCode, resultData: answer.resultData === null ? null : cipher.encrypt(JSON.stringify(answer.resultData)), queryTime: null, cacheUntil: null })
  }
  const hours = await parameter(app.db, 'ext.cache.hours')
  const answers = hashes.map((hash) => known.get(hash) as Stored)
  const opened = answers.map((answer) => (answer.resultData === null ? null : cipher.decrypt(answer.resultData)))
  const { rows: kept } = await app.db.transaction().execute(async (tx) => {
    const inserted = await sql<{ id: string; queryTime: string; cacheUntil: string }>`
      insert into ext_query (query_kind, query_body, query_body_hash, purpose, biz_type, biz_id, result_code, result_data, result_data_hash, query_time, cache_until, operator, create_user, update_user, tenant_id)
      select ${kind}, q.body, q.hash, ${why.purpose}, ${why.bizType ?? null}, ${why.bizId ?? null}, q.code, q.data, q.data_hash, coalesce(q.asked, now()),
        coalesce(q.until, case when q.code = '500' then now() else now() + make_interval(hours => ${hours}) end), ${actor.userId}, ${actor.userId}, ${actor.userId}, ${actor.tenantId}
      from unnest(${questions.map((question) => cipher.encrypt(question))}::text[], ${hashes}::text[], ${answers.map((answer) => answer.resultCode)}::text[], ${answers.map((answer) => answer.resultData)}::text[],
        ${opened.map((answer) => (answer === null ? null : cipher.hash(answer)))}::text[], ${answers.map((answer) => answer.queryTime)}::timestamptz[], ${answers.map((answer) => answer.cacheUntil)}::timestamptz[])
        with ordinality as q (body, hash, code, data, data_hash, asked, until, n) order by q.n
      returning id, query_time, cache_until`.execute(tx)
    await writeAudit(tx, actor, [{ bizType: 'ExtQuery', bizId: why.bizId ?? '0', action: kind, opinion: `${why.purpose} × ${subjects.length}` }])
    return inserted
  })
  return kept.map((row, index) => ({ ...row, resultCode: (answers[index] as Stored).resultCode, resultData: opened[index] == null ? null : (JSON.parse(opened[index] as string) as Record<string, unknown>) }))
}

interface Stored {
  queryBodyHash: string
  resultCode: Answer['resultCode']
  resultData: string | null
  queryTime: string | null
  cacheUntil: string | null
}

async function askAll(app: Services, kind: QueryKind, questions: readonly string[]): Promise<RegisterAnswer[]> {
  const registers = registersOf(app)
  const subjects = questions.map((question) => JSON.parse(question) as Subject)
  if (registers.askMany) return registers.askMany(kind, subjects)
  const answers: RegisterAnswer[] = []
  for (let start = 0; start < subjects.length; start += atOnce) answers.push(...(await Promise.all(subjects.slice(start, start + atOnce).map((subject) => registers.ask(kind, subject)))))
  return answers
}

/** A question in its normal form: the same question always has the same text. */
const questionOf = (kind: QueryKind, subject: Subject): string => JSON.stringify(Object.fromEntries(subjectKeys[kind].flatMap((key) => (subject[key] ? [[key, normal(subject[key])]] : []))))

/** How many questions are on their way at once when many people are asked about. */
const atOnce = 6

/** Asks about many people, a few at a time, in the order given. */
export async function lookUpAll<T>(items: readonly T[], ask: (item: T) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let start = 0; start < items.length; start += atOnce) answers.push(...(await Promise.all(items.slice(start, start + atOnce).map(ask))))
  return answers
}

/** @throws EXT_UNAVAILABLE when the register is out of reach */
export function mustAnswer(answer: Answer): Answer {
  if (answer.resultCode === '500') throw new Refusal('EXT_UNAVAILABLE')
  return answer
}

/** Whether name and number belong to one living person: yes, no, or null when the register is silent. */
export function isSamePerson({ resultCode, resultData }: Answer): boolean | null {
  if (resultCode !== '200' || !resultData) return null
  return String(resultData['match']) === '1' && String(resultData['isAlive'] ?? '1') !== '0'
}

/** What the province knows of the teachers of a unit; null when it is out of reach. Fetching a list decides nothing, so it leaves no evidence. */
export async function teachersOf(app: Services, creditCode: string): Promise<Record<string, unknown>[] | null> {
  const { resultCode, resultData } = await registersOf(app).ask('getTrainTeacher', { creditCode })
  if (resultCode === '500') return null
  return Array.isArray(resultData?.['teachers']) ? (resultData['teachers'] as Record<string, unknown>[]) : []
}
