import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../../src/core/postgres/launcher.ts";
import { runningServer } from "../../src/core/postgres/postmaster.ts";

export interface Pair {
  /** Addresses of the main database and of its standby; both as the superuser. */
  url: string;
  standbyUrl: string;
  /** Pauses every process of the standby, and resumes them: paused, it accepts connections and answers nothing. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

/** A PostgreSQL and a real standby that streams from it, made from a cold copy of its files because our package has no pg_basebackup. */
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
    for (const pid of getProcesses(cluster)) {
      try {
        process.kill(pid, name);
      } catch (error) {
        // A worker of the server may end between being found and getting the signal.
        if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
      }
    }
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

/** Files made beside the copy get the same owner as the copy. */
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
function getProcesses(cluster: string): number[] {
  const postmaster = runningServer(cluster);
  if (postmaster === undefined) return [];
  const getParent = (pid: string) => {
    try {
      return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
    } catch {
      return 0;
    }
  };
  return [
    postmaster,
    ...readdirSync("/proc")
      .filter((pid) => /^\d+$/.test(pid) && getParent(pid) === postmaster)
      .map(Number),
  ];
}
