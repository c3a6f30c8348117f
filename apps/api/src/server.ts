import { hostname } from "node:os";
import { join } from "node:path";
import { tenantId as installation } from "@jipei/contract/auth/auth.ts";
import type { FastifyInstance } from "fastify";
import { seed, type DemoAccount } from "../seed/seed.ts";
import { createAuthenticator } from "./auth/authenticate.ts";
import { createEnvelope } from "./auth/envelope.ts";
import type { Logger } from "pino";
import { unlessAborted } from "./core/abort.ts";
import { createAlerts } from "./core/alerts.ts";
import { createClockWitnesses } from "./core/clock-witnesses.ts";
import { createCipher } from "./core/cipher.ts";
import { closePools, openDb, openPools } from "./core/db.ts";
import { watchDisk } from "./core/disk.ts";
import { buildApp } from "./core/http/app.ts";
import type { Site } from "./core/http/site.ts";
import { createJobQueue } from "./core/jobs.boss.ts";
import { nobody } from "./core/journal.ts";
import { watchKeys } from "./core/key-watch.ts";
import { type Keys, settleKeys, loadDemoPassword, loadKeys } from "./core/keys.ts";
import type { Lifecycle } from "./core/lifecycle.ts";
import { type OpenDatabase, openDatabase } from "./core/open-database.ts";
import { currentContext } from "./core/request-context.ts";
import { watchReplica } from "./core/replica-watch.ts";
import type { Services } from "./core/services.ts";
import type { Settings } from "./core/settings.ts";
import { shortOf } from "./core/short.ts";
import { localStorage } from "./core/storage.local.ts";
import { serveWeb } from "./core/web.ts";
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
  lifecycle: Lifecycle;
  /** Takes down what nobody foresaw, with the request or the job that it happened to. */
  fault(error: unknown): void;
  /** Ends what runs, in order: requests, jobs, connections, database. */
  close(): Promise<void>;
}

/** Connections of one process. Twelve that write keep a small database server busy; what reads and what begins a call never waits for them. */
const connections = { pool: 12, readPool: 6, shortPool: 4 };

/**
 * The whole server, not listening yet: keys, migrated and seeded database, jobs, API and web.
 * @param tell receives one line for each slow step
 * @param signal gives the start up at once: transactions are rolled back, an embedded database stops; end the process then
 */
export async function startServer(
  settings: Settings,
  tell: (line: string) => void,
  signal?: AbortSignal,
): Promise<Server> {
  const logger = createProcessLog(settings.logLevel);
  const keys = await loadKeys(settings);
  const database = await openDatabase(settings, tell, { log: logger, signal });
  try {
    return await unlessAborted(signal, serve({ settings, tell, logger, keys, database }));
  } catch (error) {
    if (signal?.aborted) await database.stop(true);
    throw error;
  }
}

interface Opened {
  settings: Settings;
  tell: (line: string) => void;
  logger: Logger;
  keys: Keys;
  database: OpenDatabase;
}

async function serve({ settings, tell, logger, keys, database }: Opened): Promise<Server> {
  const closing = new AsyncDisposableStack();
  closing.defer(() => database.stop());
  try {
    const pools = openPools(database.url, connections, { lockTimeout: settings.lockTimeout });
    closing.defer(async () => void (await closePools(pools)));
    const { pool } = pools;
    const watched = settings.replicaUrl
      ? await watchReplica({
          url: settings.replicaUrl,
          main: pools.probePool,
          mostBehind: settings.replicaLag,
          log: logger,
        })
      : null;
    if (watched) closing.defer(() => watched.close());
    const replica = watched?.reader(connections.pool) ?? null;
    if (replica) closing.defer(() => replica.close());
    await settleKeys(pool, keys);
    let sites: Sites | undefined;
    // After the jobs, which still work there.
    closing.defer(() => sites?.close());
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
      ...pools,
      replica,
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
    const demoPassword = settings.demo ? await loadDemoPassword(settings) : undefined;
    const demoAccounts = await seed(services, demoPassword, tell);
    const home: Site = {
      services,
      authenticate: createAuthenticator(shortOf(services)),
      envelope: createEnvelope(shortOf(services)),
    };
    if (settings.tenantMode) {
      const folder = join(settings.dataDir, "files/tenants");
      sites = createSites(home, {
        url: database.url,
        replica: watched,
        queue,
        storageOf: (own) => providerStorage(own, localStorage(join(folder, own.tenantId))),
      });
      services.tenants = sites;
      await openTenants(services, tell);
    }
    const witnesses = createClockWitnesses();
    await watchInstallation({ alerts, services, witnesses, replica: watched, home: database.home });
    const lifecycle = { leaving: false };
    const app = await buildApp(services, {
      domains,
      ...home,
      siteOf: sites?.siteOf,
      lifecycle,
      witness: witnesses.hear,
    });
    closing.defer(() => app.close());
    await queue.work(services, domains, sites);
    await serveWeb(app, join(import.meta.dirname, "../../web/dist"));
    const fault = (error: unknown) => {
      const context = currentContext();
      const { path = "process", trace = null, caller = nobody } = context ?? {};
      logger.fatal(
        { err: error instanceof Error ? error : new Error(String(error)), path },
        "unforeseen: this process ends",
      );
      const taken = trace?.journal ?? journal;
      taken.fault(error, trace, caller, path);
    };
    return { app, services, demoAccounts, demoPassword, lifecycle, fault, close: () => closing.disposeAsync() };
  } catch (error) {
    await closing.disposeAsync();
    throw error;
  }
}
