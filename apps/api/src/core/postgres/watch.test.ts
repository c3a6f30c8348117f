// Slow: kills, stops and freezes real database servers, and waits until they are back.
import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { after, before, describe, it } from "node:test";
import pg from "pg";
import { waitUntil } from "../../../test/support/wait-until.ts";
import { connected } from "../database/connected.ts";
import { serverAccount } from "./account.ts";
import { type EmbeddedPostgres, startPostgres } from "./launcher.ts";
import { runningServer, runTool } from "./postmaster.ts";
import { installProgram } from "./program.ts";

const dataDir = mkdtempSync(join(tmpdir(), "jipei-watch-"));
chmodSync(dataDir, 0o711);
const home = join(dataDir, "postgres");
const cluster = join(home, "cluster");
const lines: string[] = [];
const log = {
  info: (message: string) => void lines.push(message),
  error: (_data: object, message: string) => void lines.push(message),
};
const again = "the embedded database runs again";

let server: EmbeddedPostgres;
before(async () => void (server = await startPostgres(dataDir, () => {}, { log })));
after(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** What the last start said, which begins by removing what the one before said. */
const startLog = () => (existsSync(join(cluster, "start.log")) ? readFileSync(join(cluster, "start.log"), "utf8") : "");
const answers = () =>
  connected(server.url, async (client) => (await client.query("select 1")).rowCount === 1).catch(() => false);
/** The process that PostgreSQL itself lets work on the folder. */
const postmaster = () => readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n")[0];

describe("the embedded server", () => {
  it("that is killed is started again, at the same address and with everything in it, and that is said", async () => {
    await connected(server.url, (client) => client.query("create table kept as select 1 as n"));
    const killed = runningServer(cluster) as number;
    process.kill(killed, "SIGKILL");
    await waitUntil(() => lines.includes(again));
    assert.match(lines[0] ?? "", /has ended; starting it again/);
    assert.notEqual(runningServer(cluster), killed);
    assert.deepEqual(await connected(server.url, async (client) => (await client.query("select n from kept")).rows), [
      { n: 1 },
    ]);
  });

  it("comes back each time, while a process of the killed one still holds on to the data", async () => {
    lines.length = 0;
    // A connection whose process is stopped does not notice that its server has gone, and goes on holding the shared memory.
    const client = new pg.Client(server.url);
    client.on("error", () => {});
    await client.connect();
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    const left = rows[0]?.pid as number;
    process.kill(left, "SIGSTOP");
    const killed = runningServer(cluster);
    process.kill(killed as number, "SIGKILL");
    await waitUntil(() => startLog().includes("shared memory"));
    assert.equal(runningServer(cluster), undefined, "no second server while a process of the first is left");
    process.kill(left, "SIGKILL");
    await waitUntil(answers);
  });

  it("that somebody restarts himself stays the only one", async () => {
    const before = postmaster();
    await runTool(
      await installProgram(home),
      "pg_ctl",
      ["restart", "-D", cluster, "-m", "immediate", "-w"],
      serverAccount(cluster),
      home,
    );
    await waitUntil(answers);
    assert.notEqual(postmaster(), before);
    assert.equal(String(runningServer(cluster)), postmaster());
  });

  it("waits for its port rather than taking another", async () => {
    lines.length = 0;
    const { port } = new URL(server.url);
    process.kill(runningServer(cluster) as number, "SIGKILL");
    const other = createServer();
    const taken = await new Promise<boolean>((done) => {
      other.once("error", () => done(false));
      other.listen({ port: Number(port), host: "127.0.0.1", exclusive: true }, () => done(true));
    });
    if (taken) {
      await waitUntil(() => lines.includes("the embedded database did not start again"));
      other.close();
      await once(other, "close");
    }
    await waitUntil(answers);
    assert.equal(new URL(server.url).port, port);
  });

  it("whose process id is in use again by something else starts all the same", async () => {
    process.kill(runningServer(cluster) as number, "SIGKILL");
    const file = join(cluster, "postmaster.pid");
    writeFileSync(file, readFileSync(file, "utf8").replace(/^.*/, String(process.pid)));
    await waitUntil(answers);
  });

  it("is not started again by who has left it", async () => {
    // It answers a moment before the watch says so.
    await waitUntil(() => lines.at(-1) === "the embedded database runs again");
    lines.length = 0;
    await server.stop();
    assert.equal(runningServer(cluster), undefined);
    assert.deepEqual(lines, []);
  });
});
