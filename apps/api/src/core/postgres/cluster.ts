import { randomBytes } from "node:crypto";
import { appendFile, chown, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import type { Account } from "./account.ts";
import { runTool } from "./postmaster.ts";

/** Where a server lives and how it runs. */
export interface Place {
  home: string;
  /** Folder of the database files, below home. */
  cluster: string;
  /** Folder of the programs, below home. */
  program: string;
  account: Account | undefined;
  durable: boolean;
}

/** Random passwords of the two database users, kept beside the cluster and readable by our account alone. */
export interface Credentials {
  admin: string;
  app: string;
}

/** Reads the passwords, or makes them where there is no cluster yet. */
export async function loadCredentials(home: string): Promise<Credentials> {
  const file = join(home, "credentials.json");
  try {
    return JSON.parse(await readFile(file, "utf8")) as Credentials;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  const credentials = { admin: randomBytes(24).toString("hex"), app: randomBytes(24).toString("hex") };
  await writeFile(`${file}.half`, JSON.stringify(credentials), { mode: 0o600 });
  await rename(`${file}.half`, file);
  return credentials;
}

/** C.UTF-8 is not known on every system; ICU sorts names by pinyin whichever of these serves for character classes. */
const locales = ["C.UTF-8", "en_US.UTF-8", "C"];

/** Creates the cluster. It gets its name only when complete, so a killed start leaves nothing half made. */
export async function createCluster(
  { home, cluster, program, account, durable }: Place,
  adminPassword: string,
  signal?: AbortSignal,
): Promise<void> {
  const half = join(home, "cluster.half");
  const passwordFile = join(home, "password.half");
  try {
    await writeFile(passwordFile, adminPassword, { mode: 0o600 });
    if (account) await chown(passwordFile, account.uid, account.gid);
    for (const [attempt, locale] of locales.entries()) {
      await rm(half, { recursive: true, force: true });
      await mkdir(half, { mode: 0o700 });
      if (account) await chown(half, account.uid, account.gid);
      const args = [
        "-D",
        half,
        "-U",
        "postgres",
        `--pwfile=${passwordFile}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
      ];
      args.push("--locale-provider=icu", "--icu-locale=zh-Hans", `--locale=${locale}`, "--lc-messages=C");
      if (!durable) args.push("--no-sync");
      try {
        await runTool(program, "initdb", args, account, home, signal);
        break;
      } catch (error) {
        if (signal?.aborted || attempt === locales.length - 1) throw error;
      }
    }
    await appendFile(join(half, "postgresql.conf"), "include 'jipei.conf'\n");
    await rename(half, cluster);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** Written before every start, so that a new version's settings reach an old cluster. */
export async function configure({ cluster, account, durable }: Place, port: number): Promise<void> {
  const settings = {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: "",
    max_connections: 200,
    shared_buffers: "256MB",
    random_page_cost: 1.1,
    jit: "off",
    timezone: "Asia/Shanghai",
    log_timezone: "Asia/Shanghai",
    logging_collector: "on",
    log_directory: "log",
    // One file for each day of the week: the logs never outgrow a week.
    log_filename: "postgresql-%a.log",
    log_truncate_on_rotation: "on",
    log_rotation_age: "1d",
    log_rotation_size: 0,
    // A terse error leaves out the values of the row, which may be personal data.
    log_error_verbosity: "terse",
    ...(durable
      ? {}
      : { fsync: "off", synchronous_commit: "off", full_page_writes: "off", wal_level: "minimal", max_wal_senders: 0 }),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
  const file = join(cluster, "jipei.conf");
  await writeFile(file, lines.join(""));
  if (account) await chown(file, account.uid, account.gid);
}

/** The cluster's own port when it is free, otherwise one that is. */
export async function choosePort(cluster: string): Promise<number> {
  const text = await readFile(join(cluster, "jipei.conf"), "utf8").catch(() => "");
  const last = Number(/^port = '(\d+)'/m.exec(text)?.[1] ?? 0);
  return (await freePort(last)) ?? (await freePort(0))!;
}

/** The port the running server was told to use. */
export async function currentPort(cluster: string): Promise<number> {
  const lines = (await readFile(join(cluster, "postmaster.pid"), "utf8")).split("\n");
  return Number(lines[3]);
}

function freePort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(undefined));
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" ? address?.port : undefined));
    });
  });
}
