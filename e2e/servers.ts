import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { demoPassword } from "../apps/api/test/database/demo-db.ts";

/** Servers for browser tests, in processes of their own. */

const root = join(import.meta.dirname, "..");

export interface RunningServer {
  url: string;
  /** What the server has printed so far. */
  printed(): string;
  stop(): Promise<void>;
}

const settings = {
  PORT: "0",
  HOST: "127.0.0.1",
  DEMO: "on",
  DEMO_PASSWORD: demoPassword,
  LOG_LEVEL: "error",
  // Whether this machine has a converter must make no difference.
  DOCUMENT_CONVERTER: "off",
  NODE_ENV: "",
};

/** The server as an installation runs it. @param env further settings */
export async function startProgram(env: Record<string, string>): Promise<RunningServer> {
  const { child, printed } = launch("apps/api/src/main.ts", { ...settings, ...env });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on("data", () => {
      const address = /Jipei is ready at (http:\S+)/.exec(printed())?.[1];
      if (address) resolve(address);
    });
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}:\n${printed()}`)));
  });
  return { url, printed, stop: () => end(child) };
}

/** Runs one server after another in one process, which saves loading their modules each time. */
export class ServerHost {
  private process: ReturnType<typeof launch> | undefined;
  /** The next server gets the address of the one before, so that browsers know its scripts already. */
  private port = "0";

  /** @param env further settings; the previous server must have been stopped */
  async start(env: Record<string, string>): Promise<RunningServer> {
    this.process ??= launch("e2e/server-host.ts", {});
    const { url } = await this.ask({ start: { ...settings, PORT: this.port, ...env } });
    if (!url) throw new Error("the server has no address");
    this.port = new URL(url).port;
    return { url, printed: this.process.printed, stop: async () => void (await this.ask("stop")) };
  }

  async close(): Promise<void> {
    if (this.process) await end(this.process.child);
  }

  private ask(order: object | string): Promise<{ url?: string }> {
    const { child, printed } = this.process!;
    return new Promise((resolve, reject) => {
      const ended = (code: number | null) => reject(new Error(`the server ended with ${code}:\n${printed()}`));
      child.once("exit", ended);
      child.once("message", (answer: { url?: string; failure?: string }) => {
        child.off("exit", ended);
        if (answer.failure) reject(new Error(answer.failure));
        else resolve(answer);
      });
      child.send(order);
    });
  }
}

function launch(file: string, env: Record<string, string>): { child: ChildProcess; printed: () => string } {
  const child = spawn(process.execPath, [file], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  const hear = (chunk: Buffer) => (output += chunk.toString());
  child.stdout?.on("data", hear);
  child.stderr?.on("data", hear);
  return { child, printed: () => output };
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
