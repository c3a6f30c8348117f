import { readFile, rm, writeFile } from "node:fs/promises";
import { platform } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive } from "@jipei/process/lock.mjs";
import { SettingsError } from "../foundation/settings.ts";
import type { Place } from "./cluster.ts";
import { choosePort, configure } from "./cluster.ts";
import { runningServer, runTool } from "./postmaster.ts";

/** Milliseconds that processes of a killed server may take to notice and end. */
const orphansEnd = 60_000;

/**
 * Starts the server on its cluster, unless it runs. PostgreSQL itself refuses a second one, also while processes of a killed one are left.
 * @param port the one it must have; left out: its last one, or another that is free
 */
export async function ensureRunning(
  place: Place,
  { port, signal }: { port?: number; signal?: AbortSignal } = {},
): Promise<void> {
  const { home, cluster, program, account } = place;
  const deadline = Date.now() + orphansEnd;
  for (;;) {
    if (runningServer(cluster) && (await settled(cluster))) return;
    signal?.throwIfAborted();
    await clearProcessId(cluster);
    await configure(place, port ?? (await choosePort(cluster)));
    const log = join(cluster, "start.log");
    await rm(log, { force: true });
    try {
      // The wait is long because recovery after a power loss may be.
      const args = ["start", "-D", cluster, "-l", log, "-w", "-t", "600"];
      const ended = new AbortController();
      const kill = signal && onceStoppable(cluster, signal, ended.signal);
      return await runTool(program, "pg_ctl", args, account, home, kill).finally(() => ended.abort());
    } catch {
      signal?.throwIfAborted();
      const lines = (await readFile(log, "utf8").catch(() => "")).trim().split("\n");
      const isHeld =
        lines.some((line) => /shared memory block|postmaster\.pid|already exists/.test(line)) ||
        runningServer(cluster) !== undefined;
      if (!isHeld || Date.now() > deadline)
        throw new SettingsError(
          `the embedded PostgreSQL did not start: ${lines.slice(-3).join(" ") || "no message"} (${join(cluster, "log")})`,
        );
      await sleep(200);
    }
  }
}

/**
 * Aborts after the signal, as soon as the starting server has written its process id. If pg_ctl were killed before that, nobody could find
 * the server that it has begun, and it would keep running.
 */
function onceStoppable(cluster: string, signal: AbortSignal, ended: AbortSignal): AbortSignal {
  const stoppable = new AbortController();
  const follow = async () => {
    while (runningServer(cluster) === undefined && !ended.aborted) await sleep(10);
    stoppable.abort(signal.reason);
  };
  signal.addEventListener("abort", () => void follow(), { once: true, signal: ended });
  return stoppable.signal;
}

/**
 * Stops the server in order.
 * @param hurry a second for that, then it just ends, and recovers at the next start
 */
export async function stopServer(
  { home, cluster, program, account }: Omit<Place, "durable">,
  hurry: boolean,
): Promise<void> {
  const stop = (mode: string, seconds: number) =>
    runTool(program, "pg_ctl", ["stop", "-D", cluster, "-m", mode, "-w", "-t", String(seconds)], account, home);
  if (!hurry) return stop("fast", 120);
  // Told directly first: the process may be gone before pg_ctl has begun.
  const server = runningServer(cluster);
  if (server !== undefined && platform() !== "win32") process.kill(server, "SIGINT");
  await stop("fast", 1).catch(() => (runningServer(cluster) === undefined ? undefined : stop("immediate", 5)));
}

/** Waits until a server that is starting or stopping is one or the other. Answers whether it runs. */
async function settled(cluster: string): Promise<boolean> {
  while (runningServer(cluster)) {
    const state = (await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => "")).split("\n")[7]?.trim();
    if (state === "ready") return true;
    await sleep(100);
  }
  return false;
}

/** No process has this id anywhere. */
const unusedProcessId = 2 ** 31 - 1;

/**
 * A process id that was in use again would keep the server from starting. The rest of the file stays: by it PostgreSQL finds out whether
 * processes of a killed server still work on the data.
 */
async function clearProcessId(cluster: string): Promise<void> {
  const file = join(cluster, "postmaster.pid");
  const text = await readFile(file, "utf8").catch(() => "");
  if (text && isAlive(Number.parseInt(text)) && runningServer(cluster) === undefined)
    await writeFile(file, text.replace(/^.*/, String(unusedProcessId)));
}
