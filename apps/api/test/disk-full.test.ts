// Slow: fills a real disk below real database servers, and waits until everything recovers.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { after, before, describe, it } from "node:test";
import { planCalls } from "@jipei/contract/training/plan.ts";
import { putFileAttach } from "@jipei/contract/files/transfer.ts";
import { popover } from "@jipei/contract/notices/popover.ts";
import { findRefusal } from "../src/core/database/database-errors.ts";
import { loadKeys } from "../src/core/security/keys.ts";
import { runningServer } from "../src/core/postgres/postmaster.ts";
import { readSettings } from "../src/core/foundation/settings.ts";
import { spool } from "../src/core/storage/spool.ts";
import { localStorage } from "../src/core/storage/storage.local.ts";
import { type Launched, launch, ready } from "./support/launch.ts";
import { anAccount, basic, password } from "./support/sign-in.ts";
import { SmallDisk } from "./database/small-disk.ts";
import { type TestApp, startTestApp } from "./support/test-app.ts";
import { waitUntil } from "./support/wait-until.ts";

const disk = new SmallDisk(700);
const mounted = disk.isMounted;
const dataDir = join(disk.folder, "data");
const home = join(dataDir, "postgres");
const cluster = join(home, "cluster");

let server: Launched;
let address: string;
let app: TestApp;

function databaseUrl(): string {
  const { app: secret } = JSON.parse(readFileSync(join(home, "credentials.json"), "utf8")) as { app: string };
  return `postgres://jipei:${secret}@127.0.0.1:${readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n")[3]}/jipei`;
}

before(async () => {
  if (!mounted) return;
  server = launch({ DATA_DIR: dataDir, DEMO: "off" });
  address = await ready(server);
  app = await startTestApp({ url: databaseUrl(), keys: await loadKeys(readSettings({ DATA_DIR: dataDir })) });
  await anAccount(app, { account: "clerk-1" });
});
after(async () => {
  if (mounted) {
    await app.close();
    server.child.kill("SIGTERM");
    await server.ended;
  }
  disk.remove();
});

interface Answer {
  code?: number;
  errorCode?: string;
  msg?: string;
  msgEn?: string;
  data?: { id: string };
  access_token?: string;
}
async function ask(path: string, init: RequestInit = {}): Promise<{ status: number; body: Answer }> {
  const answer = await fetch(address + path, init);
  return { status: answer.status, body: (await answer.json()) as Answer };
}
const signIn = () =>
  ask("/api/oauth/token", {
    method: "POST",
    headers: { authorization: basic() },
    body: new URLSearchParams({ grant_type: "password", username: "clerk-1", password }),
  });
let made = 0;
const save = (token: string) => {
  const plan = {
    planName: `第${++made}批`,
    planYear: 2026,
    trainKind: "01",
    totalHeadcount: 10,
    startDate: "2026-01-01",
    endDate: "2026-12-31",
    remark: "字".repeat(200),
  };
  return ask(planCalls.submit.path, {
    method: "POST",
    headers: { token, "content-type": "application/json" },
    body: JSON.stringify(plan),
  });
};
const read = (token: string) => ask(`${planCalls.list.path}?current=1&size=10`, { headers: { token } });
function upload(token: string, bytes: number) {
  const form = new FormData();
  form.set("file", new Blob(["x".repeat(bytes)]), "a.txt");
  return ask(putFileAttach.path, { method: "POST", headers: { token }, body: form });
}
const warnings = async () =>
  ((await (await fetch(`${address}/api/ready`)).json()) as { warnings: { key: string }[] }).warnings.map(
    ({ key }) => key,
  );
const countMessages = async (titleEn: string) =>
  (await app.as("sysAdmin").call(popover, undefined)).messages.entries.filter((entry) => entry.titleEn === titleEn)
    .length;

describe("a disk that is full", { skip: !mounted && "no file system can be mounted here" }, () => {
  let token = "";
  let saved = 0;

  it("is warned of before it is full: in the answer to /api/ready, and to the administrators", async () => {
    assert.deepEqual(await warnings(), ["disk.low"]);
    await waitUntil(async () => (await countMessages("The disk is filling up")) === 1);
    token = (await signIn()).body.access_token as string;
    for (const answer of [await save(token), await upload(token, 1000), await read(token)])
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
    saved++;
  });

  it("refuses every write with DISK_FULL in both languages, and with no other code", async () => {
    assert.ok(existsSync(join(home, "reserve")));
    // The server, which gives its reserve up as soon as little room is left, stands still: that room is not to be filled as well.
    server.child.kill("SIGSTOP");
    disk.fill();
    server.child.kill("SIGCONT");
    for (let status = 200; status !== 507;) {
      const { body } = await save(token);
      status = body.code as number;
      if (status === 200) saved++;
      else
        assert.deepEqual(
          [status, body.errorCode, body.msg?.includes("磁盘空间已满"), body.msgEn?.startsWith("The disk is full")],
          [507, "DISK_FULL", true, true],
        );
    }
    await waitUntil(async () => (await warnings()).includes("disk.full"));
    for (const bytes of [10, 3_000_000]) assert.equal((await upload(token, bytes)).body.errorCode, "DISK_FULL");
  });

  it("lets everybody sign in and read, and notifies the administrators once", async () => {
    for (let n = 0; n < 20; n++) {
      const { status, body } = await signIn();
      assert.equal(status, 200, JSON.stringify(body));
      assert.equal((await read(body.access_token as string)).status, 200);
    }
    await waitUntil(async () => (await countMessages("The disk is full: nothing is saved any more")) === 1);
    assert.equal((await fetch(`${address}/api/ready`)).status, 200);
  });

  it("lets a killed database restart", async () => {
    process.kill(runningServer(cluster) as number, "SIGKILL");
    await waitUntil(async () => (await signIn()).status === 200);
    assert.equal((await save(token)).body.errorCode, "DISK_FULL");
  });

  it("takes writes again by itself once it has room, and has lost nothing", async () => {
    disk.makeRoom();
    await waitUntil(async () => {
      const { status, body } = await save(token);
      if (status !== 200) assert.equal(body.errorCode, "DISK_FULL");
      else saved++;
      return status === 200;
    });
    assert.ok(existsSync(join(home, "reserve")));
    await waitUntil(async () => !(await warnings()).includes("disk.full"));
    assert.equal(((await read(token)).body.data as unknown as { total: number }).total, saved);
  });
});

describe("a full disk that holds only files", { skip: !mounted && "no file system can be mounted here" }, () => {
  const folder = join(disk.folder, "files-alone");
  before(() => {
    mkdirSync(folder);
    assert.equal(spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder]).status, 0);
  });
  after(() => void spawnSync("umount", ["-l", folder]));

  it("refuses an upload with DISK_FULL and stores nothing of it, while the database takes writes", async () => {
    const own = await startTestApp(undefined, undefined, { local: localStorage(folder) });
    const clerk = own.as("clerk");
    const form = new FormData();
    form.set("file", new Blob(["x".repeat(3_000_000)]), "a.txt");
    const request = new Response(form);
    const headers = { token: clerk.token, "content-type": request.headers.get("content-type") ?? "" };
    const answer = await own.http.inject({
      method: "POST",
      url: putFileAttach.path,
      headers,
      payload: Buffer.from(await request.arrayBuffer()),
    });
    assert.deepEqual([answer.statusCode, (answer.json() as Answer).errorCode], [507, "DISK_FULL"]);
    const left = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    assert.deepEqual(left, []);
    await clerk.call(planCalls.submit, {
      planName: "第一批",
      planYear: 2026,
      trainKind: "01",
      totalHeadcount: 10,
      startDate: "2026-01-01",
      endDate: "2026-12-31",
    } as never);
    await own.close();
  });

  it("refuses a large upload on its way to a bucket", async () => {
    const body = Readable.from([Buffer.alloc(3_000_000, "x")]);
    await assert.rejects(
      spool(body, join(folder, "spool")),
      (error: unknown) => findRefusal(error, {})?.code === "DISK_FULL",
    );
  });
});
