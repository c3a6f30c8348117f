import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { platform } from "node:os";
import { join } from "node:path";
import { isAlive } from "@jipei/process/lock.mjs";
import type { Account } from "./account.ts";
import { SettingsError } from "../foundation/settings.ts";

/** The process id of the server that runs on this cluster, undefined when none does. A stale postmaster.pid does not count. */
export function runningServer(cluster: string): number | undefined {
  try {
    const [pid] = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
    return isAlive(Number(pid)) && serves(Number(pid), cluster) ? Number(pid) : undefined;
  } catch {
    return undefined;
  }
}

/** Process ids are used again after a restart of the machine: look whether it is really our server. */
function serves(pid: number, cluster: string): boolean {
  if (platform() === "win32") return true;
  const command =
    platform() === "linux"
      ? readFileSync(`/proc/${pid}/cmdline`, "utf8")
      : spawnSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout;
  return command.includes("postgres") && command.includes(cluster);
}

/** Runs one of PostgreSQL's programs to its end, or kills it at the signal. Rejects with what it printed when it fails. */
export function runTool(
  program: string,
  tool: string,
  args: string[],
  account: Account | undefined,
  cwd: string,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(program, "bin", tool), args, {
      cwd,
      ...account,
      env: { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot, TEMP: process.env.TEMP, TZ: "UTC" },
      // pg_ctl hands its output on to the server it starts; a pipe would then stay open as long as the server runs.
      stdio: tool === "pg_ctl" ? "ignore" : ["ignore", "pipe", "pipe"],
      detached: true,
      windowsHide: true,
    });
    const kill = () => killGroup(child);
    signal?.addEventListener("abort", kill, { once: true });
    let output = "";
    child.stdout?.on("data", (chunk) => (output += chunk));
    child.stderr?.on("data", (chunk) => (output += chunk));
    child.on("error", reject);
    child.on("close", (code) => {
      signal?.removeEventListener("abort", kill);
      if (code === 0) resolve();
      else reject(new SettingsError(`${tool} failed: ${output.trim() || `exit code ${code}`}`));
    });
  });
}

/** A program with all that it started: initdb runs others, each in its group. A server that pg_ctl starts has a group of its own. */
function killGroup(child: ChildProcess): void {
  try {
    if (platform() === "win32" || child.pid === undefined) child.kill("SIGKILL");
    else process.kill(-child.pid, "SIGKILL");
  } catch {
    // It has ended just now.
  }
}
