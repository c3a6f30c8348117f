import { hostname } from "node:os";
import { join } from "node:path";
import { tenantId as installation } from "@jipei/contract/auth/auth.ts";
import type { FastifyInstance } from "fastify";
import { seed } from "../seed/seed.ts";
import type { DemoAccount } from "../seed/demo-users.seed.ts";
import { createAuthenticator } from "./auth/token/authenticate.ts";
import { createEnvelope } from "./auth/client/envelope.ts";
import type { Logger } from "pino";
import { unlessAborted } from "./core/foundation/abort.ts";
import { type RunningAlerts, createAlerts } from "./core/foundation/monitoring/alerts.ts";
import { createRemoteClocks } from "./core/foundation/monitoring/remote-clocks.ts";
import { createCipher } from "./core/security/cipher.ts";
import { closePools, openDb, openPools } from "./core/database/db.ts";
import { watchDisk } from "./core/storage/disk.ts";
import { buildApp } from "./core/http/app.ts";
import type { Site } from "./core/http/site.ts";
import { type JobQueue, createJobQueue } from "./core/jobs/jobs.boss.ts";
import { type Journal, nobody } from "./core/http/journal.ts";
import { watchKeys } from "./core/security/key-watch.ts";
import { type Keys, settleKeys, loadDemoPassword, loadKeys } from "./core/security/keys.ts";
import type { ServerState } from "./core/http/health.ts";
import { type OpenDatabase, openDatabase } from "./core/database/open-database.ts";
import { currentContext } from "./core/foundation/request-context.ts";
import { type WatchedReplica, watchReplica } from "./core/database/replica/replica-watch.ts";
import type { Services } from "./core/foundation/services.ts";
import type { Settings } from "./core/foundation/settings.ts";
import { withShortCalls } from "./core/foundation/short-calls.ts";
import { localStorage } from "./core/storage/storage.local.ts";
import { serveWeb } from "./core/http/web.ts";
import { registerDomains } from "./core/http/register-domains.ts";
import { calls, domains } from "./domains.ts";
import { providerStorage } from "./files/provider-storage.ts";
import { createJournal } from "./logs/journal.ts";
import { createProcessLog } from "./logs/process-log.ts";
import { alertStore } from "./notices/alert-store.ts";
import { createSites, type Sites } from "./sites.ts";
import { openTenants } from "./tenants/tenant.prepare.ts";
import { watchInstallation } from "./watches.ts";

export interface Server {
  app: FastifyInstance;
  services: Services;
  demoAccounts: DemoAccount[];
  demoPassword: string | undefined;
  state: ServerState;
  /** Logs an unexpected error, with the request or the job in which it happened. */
  failure(error: unknown): void;
  /** Closes in order: requests, jobs, connections, database. */
  close(): Promise<void>;
}

/** Connections of one process. Twelve that write are enough for a small database server; reading and starting a call have connections of their own. */
const connections = { pool: 12, readPool: 6, shortPool: 4 };

/**
 * The whole server, not listening yet: keys, migrated and seeded database, jobs, API and web.
 * @param report receives one line for each slow step
 * @param signal aborts the start at once: transactions are rolled back, an embedded database stops; the caller must then end the process
 */
export async function startServer(
  settings: Settings,
  report: (line: string) => void,
  signal?: AbortSignal,
): Promise<Server> {
  const logger = createProcessLog(settings.logLevel);
  const keys = await loadKeys(settings);
  const database = await openDatabase(settings, report, { log: logger, signal });
  try {
    return await unlessAborted(signal, serve({ settings, report, logger, keys, database }));
  } catch (error) {
    if (signal?.aborted) await database.stop(true);
    throw error;
  }
}

interface Opened {
  settings: Settings;
  report: (line: string) => void;
  logger: Logger;
  keys: Keys;
  database: OpenDatabase;
}

async function serve(opened: Opened): Promise<Server> {
  const { settings, report, logger, database } = opened;
  const closing = new AsyncDisposableStack();
  closing.defer(() => database.stop());
  try {
    const running = await openServices(opened, closing);
    const { services, queue, replica, alerts } = running;
    const demoPassword = settings.demo ? await loadDemoPassword(settings) : undefined;
    const demoAccounts = await seed(services, demoPassword, report);
    const home: Site = {
      services,
      authenticate: createAuthenticator(withShortCalls(services)),
      envelope: createEnvelope(withShortCalls(services)),
    };
    const sites = settings.tenantMode ? await openSites(opened, running, home) : undefined;
    const remoteClocks = createRemoteClocks();
    await watchInstallation({ alerts, services, remoteClocks, replica, home: database.home });
    const state = { leaving: false };
    const app = await buildApp(services, {
      domains,
      ...home,
      siteOf: sites?.getSite,
      state,
      hearClock: remoteClocks.hear,
    });
    closing.defer(() => app.close());
    await queue.work(services, domains, sites);
    await serveWeb(app, join(import.meta.dirname, "../../web/dist"));
    return {
      app,
      services,
      demoAccounts,
      demoPassword,
      state,
      failure: (error) => logFailure(logger, services.journal, error),
      close: () => closing.disposeAsync(),
    };
  } catch (error) {
    await closing.disposeAsync();
    throw error;
  }
}

interface Running {
  services: Services;
  queue: JobQueue;
  replica: WatchedReplica | null;
  alerts: RunningAlerts;
  /** Closed after the jobs, which still use the tenants. */
  tenants: AsyncDisposableStack;
}

/** Connections, jobs, logs and storage of the installation, in the order in which they need each other. `closing` gets what has to be closed. */
async function openServices(
  { settings, logger, keys, database }: Opened,
  closing: AsyncDisposableStack,
): Promise<Running> {
  const pools = openPools(database.url, connections, { lockTimeout: settings.lockTimeout });
  closing.defer(async () => void (await closePools(pools)));
  const { pool } = pools;
  const replica = settings.replicaUrl
    ? await watchReplica({
        url: settings.replicaUrl,
        main: pools.probePool,
        mostBehind: settings.replicaLag,
        log: logger,
      })
    : null;
  if (replica) closing.defer(() => replica.close());
  const replicaReader = replica?.reader(connections.pool) ?? null;
  if (replicaReader) closing.defer(() => replicaReader.close());
  await settleKeys(pool, keys);
  const tenants = closing.use(new AsyncDisposableStack());
  const queue = createJobQueue(database.url, logger);
  closing.defer(() => queue.close());
  await queue.open(domains);
  const db = openDb(pool);
  const alerts = createAlerts({ log: logger, store: alertStore(db), node: `${hostname()}:${settings.port}` });
  closing.defer(() => alerts.close());
  closing.defer(watchKeys(pool, keys, settings, logger));
  const disk = await watchDisk({ alerts, log: logger, home: database.home });
  closing.defer(() => disk.close());
  const journal = await createJournal({ pool, db, log: logger, disk, settings });
  closing.defer(() => journal.close());
  const cipher = createCipher(keys.field, keys.hashKey);
  const services: Services = {
    settings,
    tenantId: installation,
    tenants: null,
    keys,
    calls,
    ports: registerDomains(domains),
    ...pools,
    replica: replicaReader,
    db,
    readDb: openDb(pools.readPool),
    cipher,
    storage: providerStorage({ db, cipher, settings, log: logger }, localStorage(join(settings.dataDir, "files"))),
    jobs: queue,
    journal,
    alerts,
    disk,
    log: logger,
  };
  return { services, queue, replica, alerts, tenants };
}

/** The tenants, each with services of its own. */
async function openSites(
  { settings, database, report }: Opened,
  { services, queue, replica, tenants }: Running,
  home: Site,
): Promise<Sites> {
  const folder = join(settings.dataDir, "files/tenants");
  const sites = createSites(home, {
    url: database.url,
    replica,
    queue,
    storageOf: (own) => providerStorage(own, localStorage(join(folder, own.tenantId))),
  });
  tenants.defer(() => sites.close());
  services.tenants = sites;
  await openTenants(services, report);
  return sites;
}

function logFailure(logger: Logger, journal: Journal, error: unknown): void {
  const { path = "process", trace = null, caller = nobody } = currentContext() ?? {};
  logger.fatal(
    { err: error instanceof Error ? error : new Error(String(error)), path },
    "unforeseen: this process ends",
  );
  (trace?.journal ?? journal).failed(error, trace, caller, path);
}
