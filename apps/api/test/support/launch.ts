import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** The server in a process of its own, as the start script runs it. */
export interface Launched {
  child: ChildProcess;
  /** What it has printed so far. */
  output: string;
  /** Its exit code; null when a signal ended it. */
  ended: Promise<number | null>;
}

const children = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});

/** Arguments of Node for programs whose SQL counts as run by a test; SQL_RECORD names the folder of their record. */
export const recording = process.env.SQL_RECORD
  ? [`--import=${new URL("../statements/record.ts", import.meta.url).href}`]
  : [];

/** @param program its path below apps/api */
export function launch(env: NodeJS.ProcessEnv, program = "src/main.ts"): Launched {
  const { PATH, HOME, NODE_COMPILE_CACHE, SQL_RECORD } = process.env;
  const child = spawn(process.execPath, [...recording, join(import.meta.dirname, "../..", program)], {
    env: { PATH, HOME, NODE_COMPILE_CACHE, SQL_RECORD, PORT: "0", LOG_LEVEL: "warn", ...env },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  children.add(child);
  child.once("exit", () => children.delete(child));
  const server: Launched = { child, output: "", ended: once(child, "exit").then(([code]) => code as number | null) };
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (server.output += chunk));
  return server;
}

/** Waits for the address that the server prints when it is ready. */
export async function ready(server: Launched): Promise<string> {
  for (;;) {
    const address = /ready at (\S+)/.exec(server.output)?.[1];
    if (address) return address;
    const ended = await Promise.race([server.ended, new Promise((go) => setTimeout(go, 50))]);
    if (ended !== undefined) throw new Error(`ended with ${ended}: ${server.output}`);
  }
}
