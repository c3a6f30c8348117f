import { type Job, type JobResult, PgBoss, fromKysely } from 'pg-boss'
import type { Domain } from './implement.ts'
import type { Jobs, Timer, Worker } from './jobs.ts'
import { nobody } from './journal.ts'
import type { Services } from './services.ts'

export interface JobQueue extends Jobs {
  /** Makes the queue's own tables and its queues; before the first `send`. */
  open(domains: readonly Domain[]): Promise<void>
  /** Begins to work on the queues. */
  work(app: Services, domains: readonly Domain[]): Promise<void>
  /** Takes no further jobs, waits up to half a minute for those that run, and lets go of the database. */
  close(): Promise<void>
}

const timeZone = 'Asia/Shanghai'

/**
 * The queue on pg-boss, in the application's own database. New jobs are announced by NOTIFY and start at once; a slow poll finds those
 * whose announcement was lost.
 */
export function createJobQueue(databaseUrl: string, log: Services['log']): JobQueue {
  const boss = new PgBoss({ connectionString: databaseUrl, application_name: 'jipei-jobs', max: 5, useListenNotify: true, monitorVacuum: false })
  let closing = false
  // At the end the database may go before the queue's last connection has; that is no fault.
  boss.on('error', (error) => closing || log.error({ error: error.message }, 'job queue'))
  const workersOf = (domains: readonly Domain[]) => domains.flatMap((domain) => domain.workers ?? [])
  const timersOf = (domains: readonly Domain[]) => domains.flatMap((domain) => domain.timers ?? [])

  return {
    async send(tx, name, data) {
      const id = await boss.send(name, data, { db: fromKysely(tx as never) })
      return id ?? ''
    },

    async open(domains) {
      await boss.start()
      for (const { name, retries } of workersOf(domains)) await ensureQueue(boss, name, { retryLimit: retries ?? 5, retryDelay: 5, retryBackoff: true, retryDelayMax: 3600 })
      for (const { name } of timersOf(domains)) await ensureQueue(boss, name, { retryLimit: 2, retryDelay: 60, retryBackoff: false, retryDelayMax: 60 })
    },

    async work(app, domains) {
      for (const worker of workersOf(domains)) await startWorker(boss, app, worker)
      for (const timer of timersOf(domains)) await startTimer(boss, app, timer)
      await forgetOldTimers(boss, timersOf(domains))
    },

    close() {
      closing = true
      return boss.stop({ graceful: true, timeout: 30_000 })
    },
  }
}

interface Retry {
  retryLimit: number
  retryDelay: number
  retryBackoff: boolean
  retryDelayMax: number
}

/** A job whose process dies misses its heartbeat and is done again by another. */
async function ensureQueue(boss: PgBoss, name: string, retry: Retry): Promise<void> {
  const { retryDelayMax, ...rest } = retry
  const options = { ...rest, ...(retry.retryBackoff ? { retryDelayMax } : {}), expireInSeconds: 6 * 3600, heartbeatSeconds: 60, notify: true }
  if (await boss.getQueue(name)) await boss.updateQueue(name, options)
  else await boss.createQueue(name, options)
}

async function startWorker(boss: PgBoss, app: Services, worker: Worker): Promise<void> {
  // A full batch is followed by the next one at once; only an idle queue waits for an announcement or the poll.
  const options = { batchSize: worker.parallel ?? 2, burstWhenBatchFull: true, pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 10, perJobResults: true } as const
  await boss.work(worker.name, options, (jobs) => Promise.all(jobs.map((job) => attempt(app, worker, job))))
}

async function attempt(app: Services, worker: Worker, job: Job<unknown>): Promise<JobResult> {
  try {
    await worker.run(app, job.data)
    return { id: job.id, status: 'completed' }
  } catch (error) {
    app.log.error({ err: error, job: worker.name }, 'job failed')
    app.journal.fault(error, null, nobody, worker.name)
    return { id: job.id, status: 'failed' }
  }
}

async function startTimer(boss: PgBoss, app: Services, timer: Timer): Promise<void> {
  await startWorker(boss, app, { name: timer.name, run: () => timer.run(app) })
  await boss.schedule(timer.name, timer.cron, null, { tz: timeZone })
}

async function forgetOldTimers(boss: PgBoss, timers: readonly Timer[]): Promise<void> {
  const names = new Set(timers.map((timer) => timer.name))
  for (const schedule of await boss.getSchedules()) if (!names.has(schedule.name)) await boss.unschedule(schedule.name)
}
