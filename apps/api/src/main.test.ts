// Slow: starts real servers from nothing, with the demo county, since that is what a first start does.
import assert from "node:assert/strict";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { launch as launchServer, ready } from "../test/support/launch.ts";
import { runningServer } from "./core/postgres/postmaster.ts";

const root = mkdtempSync(join(tmpdir(), "jipei-main-"));
chmodSync(root, 0o755);
const dataDir = join(root, "数据 data");
const cluster = join(dataDir, "postgres/cluster");

after(() => {
  const orphan = runningServer(cluster);
  if (orphan) process.kill(orphan, "SIGINT");
  rmSync(root, { recursive: true, force: true });
});

const launch = (env: NodeJS.ProcessEnv) => launchServer({ DATA_DIR: dataDir, ...env });

/** Checks that the server ends with exit code 1, and that the last line says why. */
async function fails(env: NodeJS.ProcessEnv, message: RegExp): Promise<void> {
  const server = launch(env);
  assert.equal(await server.ended, 1, server.output);
  const lines = server.output.trim().split("\n");
  assert.match(lines.at(-1) ?? "", message);
  assert.equal(lines.length, 1, server.output);
}

describe("a start", () => {
  it("of a new installation migrates and seeds, answers, and ends in order", async () => {
    const server = launch({});
    const address = await ready(server);
    assert.equal((await fetch(`${address}/api/health`)).status, 200);
    assert.equal((await fetch(`${address}/api/ready`)).status, 200);
    assert.match(server.output, /password \S{8,}/);
    assert.match(server.output, /^ {2}clerk /m);
    server.child.kill("SIGTERM");
    assert.equal(await server.ended, 0, server.output);
    assert.equal(runningServer(cluster), undefined);
  });

  it("after kill -9 of server and database works, with the same password", async () => {
    const first = launch({});
    await ready(first);
    first.child.kill("SIGKILL");
    await first.ended;
    process.kill(runningServer(cluster)!, "SIGKILL");
    const second = launch({});
    const address = await ready(second);
    assert.equal((await fetch(`${address}/api/ready`)).status, 200);
    const password = readFileSync(join(dataDir, "keys/demo-password"), "utf8");
    assert.ok(first.output.includes(password) && second.output.includes(password));
    // The start script was killed: its channel closes.
    second.child.disconnect();
    assert.equal(await second.ended, 0, second.output);
    assert.equal(runningServer(cluster), undefined);
  });

  it("reports a wrong environment in one line, with exit code 1", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as { port: number };
    await fails({ PORT: String(port) }, new RegExp(`port ${port} is taken`));
    other.close();
    await fails(
      { DATABASE_URL: "postgres://u:geheim@127.0.0.1:1/x" },
      /^(?!.*geheim).*127\.0\.0\.1:1 \(DATABASE_URL\) cannot be reached/,
    );
    // The answer of a PostgreSQL without TLS to a request for it.
    const plain = createServer((socket) => socket.once("data", () => socket.end("N"))).listen(0, "127.0.0.1");
    await once(plain, "listening");
    await fails(
      {
        DATABASE_URL: `postgres://u:geheim@127.0.0.1:${(plain.address() as { port: number }).port}/x?sslmode=verify-full`,
      },
      /^(?!.*geheim).*does not support SSL.*sslrootcert=.*sslmode=no-verify.*sslmode=disable$/,
    );
    plain.close();
    await fails({ PORT: "eighty" }, /PORT must be/);
    await fails({ HOST: "192.0.2.1" }, /no address of this machine/);
  });

  it("in production refuses demo accounts, missing keys and another field key", async () => {
    await fails({ NODE_ENV: "production", DEMO: "on" }, /DEMO must not be on/);
    await fails(
      { NODE_ENV: "production", PUBLIC_URL: "https://px.example.cn", DATA_DIR: join(root, "new") },
      /TOKEN_KEY is missing/,
    );
    await fails({ FIELD_KEY: "ab".repeat(32) }, /FIELD_KEY is not the key/);
  });
});
