import { type Job, type JobResult, type PgBoss, fromKysely } from "pg-boss";
import { type Domain, workersOf } from "../http/implement.ts";
import { listeningBoss } from "./jobs.listen.ts";
import type { Timer, Worker } from "./jobs.ts";
import type { Jobs } from "./jobs.port.ts";
import { nobody } from "../http/journal.ts";
import { currentContext, inContext } from "../foundation/request-context.ts";
import type { Services } from "../foundation/services.ts";
import type { Log } from "../foundation/log.ts";

export interface JobQueue extends Jobs {
  /** Creates the tables and the queues. Call it before the first `send`. */
  open(domains: readonly Domain[]): Promise<void>;
  /** The jobs of a tenant: they go into the same queues, marked with the tenant. */
  of(tenantId: string): Jobs;
  /** Starts the workers and timers. @param tenants left out where there is only one tenant */
  work(app: Services, domains: readonly Domain[], tenants?: WorkingTenants): Promise<void>;
  /** Takes no further jobs, waits up to 30 seconds for running ones, and closes the connections. */
  close(): Promise<void>;
}

/** The tenants whose jobs and timers run beside the installation's own. */
export interface WorkingTenants {
  /** The tenants that are there, open ones and closed ones. */
  list(): Promise<readonly WorkingTenant[]>;
  services(tenantId: string): Promise<Services>;
}

export interface WorkingTenant {
  tenantId: string;
  isOpen: boolean;
}

/** The data of a job of a tenant. Jobs of the installation have their plain data. */
interface OfTenant {
  ofTenant: string;
  data: unknown;
}
const isOfTenant = (data: unknown): data is OfTenant => typeof data === "object" && data !== null && "ofTenant" in data;

const timeZone = "Asia/Shanghai";

/**
 * The job queue on pg-boss, in the application's own database. New jobs are announced by NOTIFY and start at once; a slow poll finds jobs whose
 * notification was lost.
 */
export function createJobQueue(databaseUrl: string, log: Log): JobQueue {
  const boss = listeningBoss({
    connectionString: databaseUrl,
    application_name: "jipei-jobs",
    max: 5,
    useListenNotify: true,
    monitorVacuum: false,
  });
  let closing = false;
  // While closing, the database may end before the queue's last connection; that is not an error.
  boss.on("error", (error) => closing || log.error({ error: error.message }, "job queue"));
  const getWorkers = (domains: readonly Domain[]) => domains.flatMap(workersOf);
  const getTimers = (domains: readonly Domain[]) => domains.flatMap((domain) => domain.timers ?? []);

  return {
    async send(tx, name, data) {
      const id = await boss.send(name, data, { db: fromKysely(tx) });
      return id ?? "";
    },

    async open(domains) {
      await boss.start();
      // Dead-letter queues must exist before the queues that refer to them.
      const workers = getWorkers(domains).sort(
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
      for (const { name } of getTimers(domains))
        await ensureQueue(boss, name, { retryLimit: 2, retryDelay: 60, retryBackoff: false, retryDelayMax: 60 });
    },

    of: (tenantId) => ({
      async send(tx, name, data) {
        const id = await boss.send(name, { ofTenant: tenantId, data } satisfies OfTenant, {
          db: fromKysely(tx),
        });
        return id ?? "";
      },
    }),

    async work(app, domains, tenants) {
      for (const worker of getWorkers(domains)) await startWorker(boss, app, worker, tenants);
      for (const timer of getTimers(domains)) await startTimer(boss, app, timer, tenants);
      await removeOldTimers(boss, getTimers(domains));
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

/** Creates or updates a queue. When a process dies, its jobs miss their heartbeat, and another process runs them again. */
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
  // After a full batch the next one starts at once; only an idle queue waits for a notification or the poll.
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
        isOfTenant(job.data)
          ? attemptForTenant(boss, app, worker, job as Job<OfTenant>, tenants)
          : attempt(app, worker, job),
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
    app.journal.failed(error, null, currentContext()?.caller ?? nobody, worker.name);
    return { id: job.id, status: "failed" };
  }
}

/** Seconds after which it is looked again whether a closed tenant is open, so that its jobs can run. */
const closedFor = 600;

/**
 * Runs a job with the services of its tenant. While the tenant is closed, or the server runs without tenants, the job is sent again, for later: its
 * attempts are for failures, and would be used up within minutes. Jobs of a removed tenant end.
 */
async function attemptForTenant(
  boss: PgBoss,
  app: Services,
  worker: Worker,
  { id, data }: Job<OfTenant>,
  tenants: WorkingTenants | undefined,
): Promise<JobResult> {
  const tenantId = data.ofTenant;
  try {
    const tenant = (await tenants?.list())?.find((one) => one.tenantId === tenantId);
    if (tenants && tenant && (tenant.isOpen || worker.whileClosed === "run"))
      return await attempt(await tenants.services(tenantId), worker, { id, data: data.data } as Job<unknown>);
    const isThere = tenant !== undefined || !tenants;
    if (isThere && worker.whileClosed !== "skip") await boss.send(worker.name, data, { startAfter: closedFor });
    return { id, status: "completed" };
  } catch (error) {
    app.log.error({ err: error, tenant: tenantId }, "a tenant cannot be served");
    return { id, status: "failed" };
  }
}

/** Schedules a timer. Its run for the installation also sends a job to each tenant it is for, with attempts of its own. */
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
      whileClosed: timer.whileClosed ?? "skip",
      async run(services) {
        if (services === app)
          for (const { tenantId, isOpen } of (await tenants?.list()) ?? [])
            if (isOpen || timer.whileClosed === "run")
              await boss.send(timer.name, { ofTenant: tenantId, data: null } satisfies OfTenant);
        await timer.run(services);
      },
    },
    tenants,
  );
  await boss.schedule(timer.name, timer.cron, null, { tz: timeZone, missed: "once" });
}

async function removeOldTimers(boss: PgBoss, timers: readonly Timer[]): Promise<void> {
  const names = new Set(timers.map((timer) => timer.name));
  for (const schedule of await boss.getSchedules()) if (!names.has(schedule.name)) await boss.unschedule(schedule.name);
}
