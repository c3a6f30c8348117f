import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../src/core/postgres/launcher.ts";
import { runningServer } from "../src/core/postgres/postmaster.ts";

export interface Pair {
  /** Of the main database, and of its standby; both of the superuser. */
  url: string;
  standbyUrl: string;
  /** Stops every process of the standby where it is, and lets them go on: it takes connections and answers nothing. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

/** A PostgreSQL and a real standby that streams from it, made of a cold copy of its files: our package has no pg_basebackup. */
export async function startPair(): Promise<Pair> {
  const folder = mkdtempSync(join(tmpdir(), "jipei-pair-"));
  chmodSync(folder, 0o711);
  const [main, copy] = [join(folder, "main"), join(folder, "copy")];
  const home = (dataDir: string) => join(dataDir, "postgres");
  const start = (dataDir: string) => startPostgres(dataDir, () => {});
  await (await start(main)).stop();
  execFileSync("cp", ["-a", main, copy]);
  const server = await start(main);
  const { admin } = JSON.parse(readFileSync(join(home(main), "credentials.json"), "utf8")) as { admin: string };
  const cluster = join(home(copy), "cluster");
  const { port } = new URL(server.url);
  cpSync(join(cluster, "PG_VERSION"), join(cluster, "standby.signal"));
  appendFileSync(
    join(cluster, "postgresql.auto.conf"),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=postgres password=${admin}'\n`,
  );
  own(cluster);
  const standby = await start(copy);
  const asAdmin = (url: string) => Object.assign(new URL(url), { username: "postgres", password: admin }).href;
  const signal = (name: "SIGSTOP" | "SIGCONT") => {
    for (const pid of processesOf(cluster)) process.kill(pid, name);
  };
  return {
    url: asAdmin(server.url),
    standbyUrl: asAdmin(standby.url),
    freeze: () => signal("SIGSTOP"),
    thaw: () => signal("SIGCONT"),
    async close() {
      signal("SIGCONT");
      await standby.stop();
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** What was made beside the copy belongs to whom the copy belongs to. */
function own(cluster: string): void {
  if (process.getuid?.() === 0)
    execFileSync("chown", [
      "--reference",
      join(cluster, "PG_VERSION"),
      join(cluster, "standby.signal"),
      join(cluster, "postgresql.auto.conf"),
    ]);
}

/** The postmaster and its children. */
function processesOf(cluster: string): number[] {
  const postmaster = runningServer(cluster);
  if (postmaster === undefined) return [];
  const parentOf = (pid: string) => {
    try {
      return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
    } catch {
      return 0;
    }
  };
  return [
    postmaster,
    ...readdirSync("/proc")
      .filter((pid) => /^\d+$/.test(pid) && parentOf(pid) === postmaster)
      .map(Number),
  ];
}
