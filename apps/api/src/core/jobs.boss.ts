import { type Job, type JobResult, type PgBoss, fromKysely } from "pg-boss";
import type { Domain } from "./implement.ts";
import { listeningBoss } from "./jobs.listen.ts";
import type { Jobs, Timer, Worker } from "./jobs.ts";
import { nobody } from "./journal.ts";
import { currentContext, inContext } from "./request-context.ts";
import type { Services } from "./services.ts";

export interface JobQueue extends Jobs {
  /** Makes the queue's own tables and its queues; before the first `send`. */
  open(domains: readonly Domain[]): Promise<void>;
  /** Where a tenant sends its jobs: into the same queues, marked as its own. */
  of(tenantId: string): Jobs;
  /** Begins to work on the queues. @param tenants left out while there is one */
  work(app: Services, domains: readonly Domain[], tenants?: WorkingTenants): Promise<void>;
  /** Takes no further jobs, waits up to half a minute for those that run, and lets go of the database. */
  close(): Promise<void>;
}

/** Those whose jobs and timers are done beside the installation's own. */
export interface WorkingTenants {
  /** null: the tenant is closed or gone, and so is what it wanted. */
  servicesOf(tenantId: string): Promise<Services | null>;
  open(): Promise<readonly string[]>;
}

/** A job of a tenant; one of the installation is its data alone. */
interface OfTenant {
  ofTenant: string;
  data: unknown;
}
const isOfTenant = (data: unknown): data is OfTenant => typeof data === "object" && data !== null && "ofTenant" in data;

const timeZone = "Asia/Shanghai";

/**
 * The queue on pg-boss, in the application's own database. New jobs are announced by NOTIFY and start at once; a slow poll finds those
 * whose announcement was lost.
 */
export function createJobQueue(databaseUrl: string, log: Services["log"]): JobQueue {
  const boss = listeningBoss({
    connectionString: databaseUrl,
    application_name: "jipei-jobs",
    max: 5,
    useListenNotify: true,
    monitorVacuum: false,
  });
  let closing = false;
  // At the end the database may go before the queue's last connection has; that is no fault.
  boss.on("error", (error) => closing || log.error({ error: error.message }, "job queue"));
  const workersOf = (domains: readonly Domain[]) => domains.flatMap((domain) => domain.workers ?? []);
  const timersOf = (domains: readonly Domain[]) => domains.flatMap((domain) => domain.timers ?? []);

  return {
    async send(tx, name, data) {
      const id = await boss.send(name, data, { db: fromKysely(tx as never) });
      return id ?? "";
    },

    async open(domains) {
      await boss.start();
      // Those that take up what others leave must be there first.
      const workers = workersOf(domains).sort(
        (a, b) => Number(a.deadLetter !== undefined) - Number(b.deadLetter !== undefined),
      );
      for (const { name, retries, deadLetter } of workers)
        await ensureQueue(boss, name, {
          ...(deadLetter && { deadLetter }),
          retryLimit: retries ?? 5,
          retryDelay: 5,
          retryBackoff: true,
          retryDelayMax: 3600,
        });
      for (const { name } of timersOf(domains))
        await ensureQueue(boss, name, { retryLimit: 2, retryDelay: 60, retryBackoff: false, retryDelayMax: 60 });
    },

    of: (tenantId) => ({
      async send(tx, name, data) {
        const id = await boss.send(name, { ofTenant: tenantId, data } satisfies OfTenant, {
          db: fromKysely(tx as never),
        });
        return id ?? "";
      },
    }),

    async work(app, domains, tenants) {
      for (const worker of workersOf(domains)) await startWorker(boss, app, worker, tenants);
      for (const timer of timersOf(domains)) await startTimer(boss, app, timer, tenants);
      await forgetOldTimers(boss, timersOf(domains));
    },

    close() {
      closing = true;
      return boss.stop({ graceful: true, timeout: 30_000 });
    },
  };
}

interface Retry {
  retryLimit: number;
  retryDelay: number;
  retryBackoff: boolean;
  retryDelayMax: number;
  deadLetter?: string;
}

/** A job whose process dies misses its heartbeat and is done again by another. */
async function ensureQueue(boss: PgBoss, name: string, retry: Retry): Promise<void> {
  const { retryDelayMax, ...rest } = retry;
  const options = {
    ...rest,
    ...(retry.retryBackoff ? { retryDelayMax } : {}),
    expireInSeconds: 6 * 3600,
    heartbeatSeconds: 60,
    notify: true,
  };
  if (await boss.getQueue(name)) await boss.updateQueue(name, options);
  else await boss.createQueue(name, options);
}

async function startWorker(
  boss: PgBoss,
  app: Services,
  worker: Worker,
  tenants: WorkingTenants | undefined,
): Promise<void> {
  // A full batch is followed by the next one at once; only an idle queue waits for an announcement or the poll.
  const options = {
    batchSize: worker.parallel ?? 2,
    burstWhenBatchFull: true,
    pollingIntervalSeconds: 2,
    notifyPollingIntervalSeconds: 10,
    perJobResults: true,
  } as const;
  await boss.work(worker.name, options, (jobs) =>
    Promise.all(
      jobs.map((job) =>
        isOfTenant(job.data) ? attemptOf(app, worker, job as Job<OfTenant>, tenants) : attempt(app, worker, job),
      ),
    ),
  );
}

function attempt(app: Services, worker: Worker, job: Job<unknown>): Promise<JobResult> {
  const caller = { ...nobody, requestId: job.id };
  return inContext({ requestId: job.id, path: worker.name, trace: null, caller }, () => perform(app, worker, job));
}

async function perform(app: Services, worker: Worker, job: Job<unknown>): Promise<JobResult> {
  try {
    await worker.run(app, job.data);
    return { id: job.id, status: "completed" };
  } catch (error) {
    app.log.error({ err: error, job: worker.name }, "job failed");
    app.journal.fault(error, null, currentContext()?.caller ?? nobody, worker.name);
    return { id: job.id, status: "failed" };
  }
}

/** Does a job with the services of its tenant. That of a closed one waits for its next try, in case it opens again. */
async function attemptOf(
  app: Services,
  worker: Worker,
  { id, data }: Job<OfTenant>,
  tenants: WorkingTenants | undefined,
): Promise<JobResult> {
  const services = await tenants
    ?.servicesOf(data.ofTenant)
    .catch((error: unknown) => void app.log.error({ err: error, tenant: data.ofTenant }, "a tenant cannot be served"));
  return services ? attempt(services, worker, { id, data: data.data } as Job<unknown>) : { id, status: "failed" };
}

/** What the clock starts for the installation goes on to each tenant, as a job with its own tries. */
async function startTimer(
  boss: PgBoss,
  app: Services,
  timer: Timer,
  tenants: WorkingTenants | undefined,
): Promise<void> {
  await startWorker(
    boss,
    app,
    {
      name: timer.name,
      async run(services) {
        if (services === app)
          for (const ofTenant of (await tenants?.open()) ?? [])
            await boss.send(timer.name, { ofTenant, data: null } satisfies OfTenant);
        await timer.run(services);
      },
    },
    tenants,
  );
  await boss.schedule(timer.name, timer.cron, null, { tz: timeZone });
}

async function forgetOldTimers(boss: PgBoss, timers: readonly Timer[]): Promise<void> {
  const names = new Set(timers.map((timer) => timer.name));
  for (const schedule of await boss.getSchedules()) if (!names.has(schedule.name)) await boss.unschedule(schedule.name);
}
