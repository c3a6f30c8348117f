import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { after } from "node:test";

/** The server as a process of its own, as the start script runs it. */
export interface Launched {
  child: ChildProcess;
  /** Grows with what it prints. */
  output: string;
  /** Its exit code; null when a signal ended it. */
  ended: Promise<number | null>;
}

const children: ChildProcess[] = [];
after(() => {
  for (const child of children) child.kill("SIGKILL");
});

/** @param program below apps/api */
export function launch(env: NodeJS.ProcessEnv, program = "src/main.ts"): Launched {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [join(import.meta.dirname, "..", program)], {
    env: { PATH, HOME, PORT: "0", LOG_LEVEL: "warn", ...env },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  children.push(child);
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
