import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { type ErrorCode, errors } from '@jipei/contract/core/errors.ts'
import { sql } from 'kysely'
import type { Actor } from './actor.ts'
import type { Tx } from './db.ts'
import type { Worker } from './jobs.ts'
import { nobody } from './journal.ts'
import { Refusal } from './refusal.ts'
import { currentContext } from './request-context.ts'
import type { Services } from './services.ts'

/** Two languages of one text. */
export interface Words {
  zh: string
  en: string
}

/** What came of a job: a sentence, and a file where there is one. */
export interface Outcome extends Words {
  file?: { name: string; key: string }
}

export interface Work<I> {
  app: Services
  /** Who started it, with the rights of that moment. */
  actor: Actor
  input: I
  /** Says how far the work is, and ends it when its owner has cancelled it. Call it often, outside of transactions' own connection. */
  progress(done: number, total?: number): Promise<void>
  /** Stores a file for the owner to fetch. @returns what the outcome's `file` takes */
  keep(name: string, body: Readable): Promise<{ name: string; key: string }>
}

export interface Background<I extends object> {
  worker: Worker
  /** Writes the job in the caller's transaction; it runs after the commit, and its owner finds it in his tray. */
  start(tx: Tx, app: Services, actor: Actor, title: Words, input: I): Promise<{ jobId: string }>
}

/** Ends a job that its owner no longer wants; what its transaction wrote is undone. */
export class JobCancelled extends Error {}

/**
 * Long work that its owner can watch, cancel and fetch the result of. Writes belong in one transaction, so that a cancelled or failed job
 * leaves nothing half done; after a crash it runs again from the beginning.
 */
export function background<I extends object>(kind: string, run: (work: Work<I>) => Promise<Outcome>): Background<I> {
  return {
    worker: { name: kind, retries: 2, run: (app, { jobId }) => perform(app, jobId, run as (work: Work<object>) => Promise<Outcome>) },
    async start(tx, app, actor, title, input) {
      const { id } = await tx
        .insertInto('job')
        .values({ kind, userId: actor.userId, actor: JSON.stringify({ ...actor, permissions: [...actor.permissions] }), titleZh: title.zh, titleEn: title.en, input: JSON.stringify(input) })
        .returning('id')
        .executeTakeFirstOrThrow()
      await app.jobs.send(tx, kind, { jobId: id })
      return { jobId: id }
    },
  }
}

async function perform(app: Services, jobId: string, run: (work: Work<object>) => Promise<Outcome>): Promise<void> {
  const row = await app.db.updateTable('job').set({ state: 'running', done: 0 }).where('id', '=', jobId).where('state', 'in', ['waiting', 'running']).where('cancelAsked', '=', false).returningAll().executeTakeFirst()
  // Done by the run before a crash, or cancelled meanwhile.
  if (!row) return finish(app, jobId, { state: 'cancelled' })
  const kept: string[] = []
  const work: Work<object> = {
    app,
    actor: actorOf(row['actor']),
    input: row['input'],
    progress: (done, total) => report(app, jobId, done, total),
    async keep(name, body) {
      const key = `jobs/${randomUUID()}`
      await app.storage.put(key, body)
      kept.push(key)
      return { name, key }
    },
  }
  try {
    const { zh, en, file } = await run(work)
    await finish(app, jobId, { state: 'done', messageZh: zh, messageEn: en, fileName: file?.name ?? null, fileKey: file?.key ?? null })
  } catch (error) {
    for (const key of kept) await app.storage.remove(key)
    if (error instanceof JobCancelled) return finish(app, jobId, { state: 'cancelled' })
    if (!(error instanceof Refusal)) {
      app.log.error({ err: error, job: row['kind'] }, 'job failed')
      app.journal.fault(error, null, currentContext()?.caller ?? nobody, row['kind'])
    }
    const [zh, en] = error instanceof Refusal ? [error.zh, error.en] : texts('INTERNAL')
    await finish(app, jobId, { state: 'failed', messageZh: zh.slice(0, 500), messageEn: en.slice(0, 500) })
  }
}

const texts = (code: ErrorCode) => [errors[code][1], errors[code][2]] as const

async function finish(app: Services, jobId: string, values: Record<string, unknown>): Promise<void> {
  await app.db.updateTable('job').set({ ...values, endTime: sql`now()` } as never).where('id', '=', jobId).where('endTime', 'is', null).execute()
}

async function report(app: Services, jobId: string, done: number, total?: number): Promise<void> {
  const found = await app.db
    .updateTable('job')
    .set({ done, ...(total === undefined ? {} : { total }) })
    .where('id', '=', jobId)
    .returning('cancelAsked')
    .executeTakeFirst()
  if (!found || found['cancelAsked']) throw new JobCancelled()
}

/** Scopes of rows travel with the actor; calls were already let through when the job was started. */
const actorOf = (stored: Omit<Actor, 'permissions' | 'closedTo'> & { permissions: string[] }): Actor => ({ ...stored, permissions: new Set(stored.permissions), closedTo: () => false })
