import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { withLock } from "@jipei/process/lock.mjs";
import { serverAccount } from "./account.ts";
import type { Credentials, Place } from "./cluster.ts";
import { createCluster, currentPort, loadCredentials } from "./cluster.ts";
import { serverHome } from "./home.ts";
import { runningServer } from "./postmaster.ts";
import { installProgram } from "./program.ts";
import { giveUpReserve } from "./reserve.ts";
import { ensureRunning, stopServer } from "./running.ts";
import { ServerUsers } from "./users.ts";
import { watchServer } from "./watch.ts";
import { connected } from "../database/connected.ts";
import type { Log } from "../foundation/log.ts";
import { SettingsError } from "../foundation/settings.ts";

export interface EmbeddedPostgres {
  /** Of the database `jipei` as the user `jipei`: its owner, may create databases, is no superuser. */
  url: string;
  /** Folder of the server and its data. */
  home: string;
  /** Leaves the server; the last process to leave stops it. @param hurry see stopServer */
  stop(hurry?: boolean): Promise<void>;
}

export interface StartOptions {
  /** false gives up safety against power loss for speed: for tests only. */
  durable?: boolean;
  /** Where given, the server is started again whenever it ends before stop(), and that is said here. */
  log?: Pick<Log, "info" | "error">;
  /** Gives the start up; what was begun is undone or can be done again. */
  signal?: AbortSignal;
}

/**
 * Starts the embedded PostgreSQL whose files are below `dataDir`, or joins it where it runs already: started by another process
 * of ours, or left behind by one that was killed. See docs/decisions for why we have our own launcher.
 * @param log receives one line for each slow step
 */
export async function startPostgres(
  dataDir: string,
  log: (line: string) => void,
  options: StartOptions = {},
): Promise<EmbeddedPostgres> {
  const home = await serverHome(dataDir, serverAccount);
  const users = new ServerUsers(home);
  const lock = join(home, "lock");
  const cluster = join(home, "cluster");

  const { signal, durable = true } = options;
  const placeNow = async (): Promise<Place> => ({
    home,
    cluster,
    program: await installProgram(home),
    account: serverAccount(cluster),
    durable,
  });

  async function open(): Promise<string> {
    const place = await placeNow();
    signal?.throwIfAborted();
    const credentials = await loadCredentials(home);
    if (!existsSync(cluster)) {
      log(`creating the database in ${home}`);
      await createCluster(place, credentials.admin, signal);
    }
    await checkVersion(place);
    if (runningServer(cluster) === undefined) users.clear();
    await giveUpReserve(home);
    await ensureRunning(place, { signal });
    users.join();
    const port = await currentPort(cluster);
    signal?.throwIfAborted();
    await createDatabase(port, credentials);
    return `postgres://jipei:${credentials.app}@127.0.0.1:${port}/jipei`;
  }
  const leave = (hurry: boolean) =>
    withLock(lock, async () => {
      if (users.leave() && runningServer(cluster)) await stopServer(await placeNow(), hurry);
    });

  const url = await withLock(lock, open).catch(async (error: unknown) => {
    if (signal?.aborted) await leave(true);
    throw error;
  });
  const port = Number(new URL(url).port);
  const restart = (ended: AbortSignal) =>
    withLock(lock, async () => {
      // It may have ended because there was no room left.
      await giveUpReserve(home);
      await ensureRunning(await placeNow(), { port, signal: ended });
    });
  const endWatch = options.log
    ? watchServer({ cluster, restart, stay: () => users.join(), log: options.log })
    : async () => {};
  let stopping: Promise<void> | undefined;
  return { url, home, stop: (hurry = false) => (stopping ??= endWatch().then(() => leave(hurry))) };
}

/** A cluster can only be served by its own major version. */
async function checkVersion({ cluster, program }: Place): Promise<void> {
  const version = (await readFile(join(cluster, "PG_VERSION"), "utf8")).trim();
  if (!program.includes(`program-${version}.`)) {
    throw new SettingsError(
      `the data in ${cluster} is of PostgreSQL ${version}, this program brings another; see "Upgrade" in docs/operations.md`,
    );
  }
}

async function createDatabase(port: number, credentials: Credentials): Promise<void> {
  await connected(
    { host: "127.0.0.1", port, user: "postgres", password: credentials.admin, database: "postgres" },
    async (client) => {
      const role = await client.query("select from pg_roles where rolname = 'jipei'");
      if (role.rowCount === 0) await client.query(`create role jipei login createdb password '${credentials.app}'`);
      const database = await client.query("select from pg_database where datname = 'jipei'");
      if (database.rowCount === 0) await client.query("create database jipei owner jipei");
    },
  );
}
