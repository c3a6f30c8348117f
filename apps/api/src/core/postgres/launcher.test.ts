// Slow: makes, starts, kills and joins real database servers, eleven tests of them.
import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { connected } from "../database/connected.ts";
import { startPostgres } from "./launcher.ts";
import { runningServer } from "./postmaster.ts";

const root = mkdtempSync(join(tmpdir(), "jipei-launcher-"));
chmodSync(root, 0o755);
const isRoot = process.getuid?.() === 0;
const children: ChildProcess[] = [];

after(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(root, { recursive: true, force: true });
});

/** Another process that uses the server below `dataDir`. */
async function user(
  dataDir: string,
  { account = "", durable = false }: { account?: string; durable?: boolean } = {},
): Promise<{ url: string; child: ChildProcess }> {
  const child = fork(join(import.meta.dirname, "../../../test/database/postgres-user.ts"), [
    dataDir,
    durable ? "durable" : "",
    account,
  ]);
  children.push(child);
  const [url] = await Promise.race([
    once(child, "message"),
    once(child, "exit").then(([code]) => Promise.reject(new Error(`exit code ${code}`))),
  ]);
  return { url: url as string, child };
}

async function leave(child: ChildProcess): Promise<void> {
  child.send("leave");
  await once(child, "exit");
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

const ask = (url: string, sql: string) => connected(url, async (client) => (await client.query(sql)).rows);
const getCluster = (dataDir: string) => join(dataDir, "postgres/cluster");
const start = (dataDir: string) => startPostgres(dataDir, () => {}, { durable: false });

describe("startPostgres", () => {
  it("serves UTF-8 in China time, sorts names by pinyin, to a user that is no superuser", async () => {
    const dataDir = join(root, "a 数据 folder");
    const server = await start(dataDir);
    const [row] = await ask(
      server.url,
      `select current_setting('TimeZone') as zone, current_setting('server_encoding') as encoding, current_setting('max_connections')::int as connections,
      current_setting('listen_addresses') as addresses, (select rolsuper from pg_roles where rolname = current_user) as super,
      (select string_agg(n, '' order by n) from unnest(array['张','李','王','安']) n) as names`,
    );
    assert.deepEqual(row, {
      zone: "Asia/Shanghai",
      encoding: "UTF8",
      connections: 200,
      addresses: "127.0.0.1",
      super: false,
      names: "安李王张",
    });
    await ask(server.url, "create extension btree_gist");
    await server.stop();
    await server.stop();
    assert.equal(runningServer(getCluster(dataDir)), undefined);
  });

  it("leaves no password where another user could read it", async () => {
    const dataDir = join(root, "secrets");
    const server = await start(dataDir);
    const home = join(dataDir, "postgres");
    assert.equal(statSync(join(home, "credentials.json")).mode & 0o777, 0o600);
    const { admin, app } = JSON.parse(readFileSync(join(home, "credentials.json"), "utf8")) as {
      admin: string;
      app: string;
    };
    assert.ok(server.url.includes(app));
    for (const name of readdirSync(home).filter(
      (name) => statSync(join(home, name)).isFile() && name !== "credentials.json",
    )) {
      const text = readFileSync(join(home, name), "utf8");
      assert.ok(!text.includes(admin) && !text.includes(app), name);
    }
    const wrong = new URL(server.url);
    wrong.password = "wrong";
    await assert.rejects(ask(wrong.href, "select 1"), /password authentication failed/);
    await server.stop();
  });

  it("takes over a server that a killed process left behind, with everything in it", async () => {
    const dataDir = join(root, "orphan");
    const { url, child } = await user(dataDir);
    await ask(url, "create table kept (n int); insert into kept values (1)");
    await kill(child);
    const pid = runningServer(getCluster(dataDir));
    assert.ok(pid);
    const server = await start(dataDir);
    assert.equal(runningServer(getCluster(dataDir)), pid);
    assert.deepEqual(await ask(server.url, "select n from kept"), [{ n: 1 }]);
    await server.stop();
    assert.equal(runningServer(getCluster(dataDir)), undefined);
  });

  it("starts a killed server again with everything acknowledged", async () => {
    const dataDir = join(root, "killed");
    const { url, child } = await user(dataDir, { durable: true });
    await ask(url, "create table kept (n int); insert into kept values (1)");
    process.kill(runningServer(getCluster(dataDir))!, "SIGKILL");
    await kill(child);
    // On a busy machine even that takes a moment.
    while (runningServer(getCluster(dataDir))) await sleep(20);
    const server = await start(dataDir);
    assert.deepEqual(await ask(server.url, "select n from kept"), [{ n: 1 }]);
    await server.stop();
  });

  it("is not hindered by a first start that was killed half way", async () => {
    const dataDir = join(root, "half");
    mkdirSync(join(dataDir, "postgres/cluster.half"), { recursive: true });
    mkdirSync(join(dataDir, "postgres/program-18.4.0-beta.17.half"), { recursive: true });
    writeFileSync(join(dataDir, "postgres/cluster.half/PG_VERSION"), "18");
    writeFileSync(join(dataDir, "postgres/lock"), "999999999");
    const server = await start(dataDir);
    assert.deepEqual(await ask(server.url, "select 1 as one"), [{ one: 1 }]);
    await server.stop();
    assert.deepEqual(
      readdirSync(join(dataDir, "postgres")).filter((name) => name.endsWith(".half")),
      [],
    );
  });

  it("gives processes that start together one server; the last to leave stops it", async () => {
    const dataDir = join(root, "shared");
    const users = await Promise.all([user(dataDir), user(dataDir), user(dataDir)]);
    assert.equal(new Set(users.map(({ url }) => url)).size, 1);
    await leave(users[0]!.child);
    await kill(users[1]!.child);
    assert.deepEqual(await ask(users[2]!.url, "select 1 as one"), [{ one: 1 }]);
    await leave(users[2]!.child);
    assert.equal(runningServer(getCluster(dataDir)), undefined);
  });

  it("takes another port when its own is in use", async () => {
    const dataDir = join(root, "port");
    const first = await start(dataDir);
    const port = Number(new URL(first.url).port);
    await first.stop();
    const other = createServer().listen(port, "127.0.0.1");
    await once(other, "listening");
    const second = await start(dataDir);
    assert.notEqual(new URL(second.url).port, String(port));
    await second.stop();
    other.close();
  });

  it("does not take a process id in use again for the server", async () => {
    const dataDir = join(root, "stale");
    await (await start(dataDir)).stop();
    writeFileSync(
      join(getCluster(dataDir), "postmaster.pid"),
      `${process.pid}\n${getCluster(dataDir)}\n0\n5432\n\n127.0.0.1\n\nready\n`,
    );
    assert.equal(runningServer(getCluster(dataDir)), undefined);
    const server = await start(dataDir);
    assert.deepEqual(await ask(server.url, "select 1 as one"), [{ one: 1 }]);
    await server.stop();
  });

  it("refuses data of another major version, and says what to do", async () => {
    const dataDir = join(root, "version");
    await (await start(dataDir)).stop();
    writeFileSync(join(getCluster(dataDir), "PG_VERSION"), "17\n");
    await assert.rejects(start(dataDir), /is of PostgreSQL 17.*docs\/operations\.md/);
  });

  it("as root below a folder that only root may enter keeps the data elsewhere", { skip: !isRoot }, async () => {
    const dataDir = join(root, "closed/data");
    mkdirSync(dataDir, { recursive: true });
    chmodSync(join(root, "closed"), 0o700);
    const server = await start(dataDir);
    const location = readFileSync(join(dataDir, "postgres/location"), "utf8");
    assert.ok(existsSync(join(location, "cluster")));
    await server.stop();
    const again = await start(dataDir);
    assert.deepEqual(await ask(again.url, "select 1 as one"), [{ one: 1 }]);
    await again.stop();
    rmSync(location, { recursive: true });
  });

  it("works as a normal user, and root goes on with the same data", { skip: !isRoot }, async () => {
    const dataDir = join(root, "normal");
    mkdirSync(dataDir);
    chmodSync(dataDir, 0o777);
    const { url, child } = await user(dataDir, { account: "65534" });
    await ask(url, "create table kept (n int); insert into kept values (1)");
    await leave(child);
    const server = await start(dataDir);
    assert.deepEqual(await ask(server.url, "select n from kept"), [{ n: 1 }]);
    await server.stop();
  });
});
