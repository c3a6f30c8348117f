import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { connected } from "../../src/core/database/connected.ts";
import { runningServer } from "../../src/core/postgres/postmaster.ts";
import { type Launched, launch, ready } from "../support/launch.ts";

/** Milliseconds within which everything must recover by itself. */
const patience = 90_000;

/** Real server processes under their supervisors, on one data folder with the embedded database. */
export class Installation {
  readonly dataDir: string;
  #nodes: { port: number; supervisor: Launched; isReady: boolean }[] = [];
  readonly #env: NodeJS.ProcessEnv;
  readonly #isOurs: boolean;
  #watching: NodeJS.Timeout | undefined;

  /** @param folder data folder, which is not removed; left out, a new one */
  constructor(env: NodeJS.ProcessEnv = {}, folder?: string) {
    this.#isOurs = folder === undefined;
    this.dataDir = folder ?? mkdtempSync(join(tmpdir(), "jipei-chaos-"));
    mkdirSync(this.dataDir, { recursive: true });
    chmodSync(this.dataDir, 0o711);
    this.#env = { DATA_DIR: this.dataDir, DEMO: "off", SHUTDOWN_DELAY: "1", ...env };
  }

  get #cluster(): string {
    return join(this.dataDir, "postgres/cluster");
  }
  get #credentials(): { admin: string; app: string } {
    return JSON.parse(readFileSync(join(this.dataDir, "postgres/credentials.json"), "utf8"));
  }
  get #databasePort(): string {
    return readFileSync(join(this.#cluster, "postmaster.pid"), "utf8").split("\n")[3] ?? "";
  }
  get databaseUrl(): string {
    return `postgres://jipei:${this.#credentials.app}@127.0.0.1:${this.#databasePort}/jipei`;
  }

  /** Starts another node, and waits until it serves. */
  async addNode(): Promise<void> {
    const port = await freePort();
    const supervisor = launch({ ...this.#env, PORT: String(port) }, "test/support/supervised.mjs");
    const node = { port, supervisor, isReady: false };
    await ready(supervisor);
    this.#nodes.push(node);
    // As a load balancer does: a node that is not ready gets no requests.
    this.#watching ??= setInterval(() => {
      for (const one of this.#nodes) void this.#look(one);
    }, 100);
    await this.#look(node);
  }

  async #look(node: { port: number; isReady: boolean }): Promise<void> {
    const answer = await fetch(`http://127.0.0.1:${node.port}/api/ready`, { signal: AbortSignal.timeout(5_000) }).then(
      async (response) => (await response.text(), response.status),
      () => 0,
    );
    node.isReady = answer === 200;
  }

  #turn = 0;
  /** The nodes that serve, in turn. With a single node always that one, because nothing checks then whether it is ready. */
  address = (): string | undefined => {
    const serving = this.#nodes.length === 1 ? this.#nodes : this.#nodes.filter(({ isReady }) => isReady);
    const node = serving[this.#turn++ % serving.length];
    return node && `http://127.0.0.1:${node.port}`;
  };

  /** Waits until all nodes serve again. @returns milliseconds it took @throws when they do not recover by themselves */
  async back(): Promise<number> {
    const start = Date.now();
    for (;;) {
      for (const { supervisor } of this.#nodes)
        if (supervisor.child.exitCode !== null)
          throw new Error(`a supervisor gave up: ${supervisor.output.slice(-2000)}`);
      await Promise.all(this.#nodes.map((node) => this.#look(node)));
      if (this.#nodes.every(({ isReady }) => isReady) && (await this.#accepts())) return Date.now() - start;
      if (Date.now() - start > patience)
        throw new Error(
          `not back after ${patience / 1000} s: ${this.#nodes.map(({ supervisor }) => supervisor.output.slice(-2000)).join("\n")}`,
        );
      await sleep(50);
    }
  }

  /** Whether the database takes new connections: when its postmaster is killed, old ones serve on for a moment. */
  #accepts(): Promise<boolean> {
    return connected(this.databaseUrl, () => Promise.resolve(true)).catch(() => false);
  }

  /** Sends a signal to the postmaster: SIGINT is a fast shutdown, SIGQUIT an immediate one. Waits until it is gone. */
  async strikeDatabase(signal: "SIGINT" | "SIGQUIT" | "SIGKILL"): Promise<void> {
    const pid = runningServer(this.#cluster);
    if (!pid) throw new Error("the database does not run");
    process.kill(pid, signal);
    while (runningServer(this.#cluster) === pid) await sleep(20);
  }

  /** Kills the server below a supervisor. */
  async strikeServer(): Promise<void> {
    const [node] = this.#nodes;
    const pid = node && findChild(node.supervisor.child.pid as number);
    if (!pid) throw new Error("no server below its supervisor");
    process.kill(pid, "SIGKILL");
    while (findChild(node.supervisor.child.pid as number) === pid) await sleep(20);
  }

  /** Restarts one node after the other, as a rolling deployment behind a load balancer does: the next one only when the last one is ready. */
  async roll(): Promise<void> {
    for (const node of this.#nodes) {
      node.supervisor.child.kill("SIGTERM");
      const code = await node.supervisor.ended;
      if (code !== 0) throw new Error(`a node ended with ${code}: ${node.supervisor.output.slice(-2000)}`);
      node.supervisor = launch({ ...this.#env, PORT: String(node.port) }, "test/support/supervised.mjs");
      await ready(node.supervisor);
      while (!node.isReady) await sleep(20);
    }
  }

  /** Connects as the superuser of the embedded database. */
  asSuperuser<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    return connected(`postgres://postgres:${this.#credentials.admin}@127.0.0.1:${this.#databasePort}/jipei`, work);
  }

  async close(): Promise<void> {
    clearInterval(this.#watching);
    for (const { supervisor } of this.#nodes) supervisor.child.kill("SIGTERM");
    await Promise.all(this.#nodes.map(({ supervisor }) => supervisor.ended));
    const orphan = runningServer(this.#cluster);
    if (orphan) process.kill(orphan, "SIGQUIT");
    if (this.#isOurs) rmSync(this.dataDir, { recursive: true, force: true });
  }
}

/** The first child of a process; found on Linux only. */
function findChild(pid: number): number | undefined {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return children ? Number(children.split(" ")[0]) : undefined;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" ? (address?.port ?? 0) : 0));
    });
  });
}
