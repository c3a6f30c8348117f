// Slow: kills a real server with its own database ten times while four clients write, and each time it must recover.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { planCalls } from "@jipei/contract/training/plan.ts";
import { putFileAttach } from "@jipei/contract/files/transfer.ts";
import { userCalls } from "@jipei/contract/users/user.ts";
import { createCipher } from "../src/core/security/cipher.ts";
import { openDb, openPool } from "../src/core/database/db.ts";
import { loadKeys } from "../src/core/security/keys.ts";
import { runningServer } from "../src/core/postgres/postmaster.ts";
import type { Services } from "../src/core/foundation/services.ts";
import { readSettings } from "../src/core/foundation/settings.ts";
import { launch, ready } from "./support/launch.ts";
import { anAccount, basic, password } from "./support/sign-in.ts";
import { waitUntil } from "./support/wait-until.ts";
import { connected } from "../src/core/database/connected.ts";

const rounds = 10;
const [clerk, admin] = ["ten-lives", "nine-lives"];
const dataDir = mkdtempSync(join(tmpdir(), "jipei-kill-"));
chmodSync(dataDir, 0o711);
const cluster = join(dataDir, "postgres/cluster");

after(() => {
  const orphan = runningServer(cluster);
  if (orphan) process.kill(orphan, "SIGINT");
  rmSync(dataDir, { recursive: true, force: true });
});

/** What the server has acknowledged. */
const acknowledged = {
  saved: new Map<string, string>(),
  released: new Set<string>(),
  removed: new Set<string>(),
  users: new Set<string>(),
  files: new Map<string, string>(),
};

const sizes = () =>
  [acknowledged.released, acknowledged.removed, acknowledged.users, acknowledged.files].map(({ size }) => size);
/** Waits until the writers of every kind are in the middle of their work, however long that takes on a busy machine. */
async function someWritten(): Promise<void> {
  const before = sizes();
  await waitUntil(() => sizes().every((size, n) => size > (before[n] as number)));
}

const wait = (milliseconds: number) => new Promise<void>((go) => setTimeout(go, milliseconds));

/** A signed-in client of the running server. */
async function signedIn(address: string, account: string) {
  const form = new URLSearchParams({ grant_type: "password", username: account, password });
  const answer = await fetch(`${address}/api/oauth/token`, {
    method: "POST",
    headers: { authorization: basic() },
    body: form,
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return async (path: string, body?: object): Promise<string> => {
    const form = body instanceof FormData;
    const sent = body ? JSON.stringify(body) : null;
    const headers = { token, ...(body && !form ? { "content-type": "application/json" } : {}) };
    const response = await fetch(address + path, {
      method: "POST",
      headers,
      body: form ? body : sent,
    });
    const { code, msgEn, data } = (await response.json()) as {
      code: number;
      msgEn: string;
      data: { id: string } | null;
    };
    assert.equal(code, 200, msgEn);
    return data?.id ?? "";
  };
}

type Send = Awaited<ReturnType<typeof signedIn>>;
let made = 0;

interface Kind {
  account: string;
  write: (send: Send, writer: string) => Promise<void>;
}
/** Starts each writer again and again, until the server is gone. */
const kinds: readonly Kind[] = [
  { account: clerk, write: planned },
  { account: clerk, write: planned },
  { account: clerk, write: uploaded },
  { account: admin, write: employed },
];

async function write(kind: Kind, address: string, writer: string, stopped: () => boolean): Promise<void> {
  try {
    const send = await signedIn(address, kind.account);
    for (;;) await kind.write(send, writer);
  } catch (error) {
    // Before the kill a refusal is an error; after it any answer except success is expected.
    if (!stopped()) throw error;
  }
}

/** Saves a plan, then releases or removes it. */
async function planned(send: Send, writer: string): Promise<void> {
  const planName = `${writer} 第${++made}批`;
  const id = await send(planCalls.submit.path, {
    planName,
    planYear: 2026,
    trainKind: "01",
    totalHeadcount: 10,
    startDate: "2026-01-01",
    endDate: "2026-12-31",
  });
  acknowledged.saved.set(id, planName);
  const [call, done] =
    made % 3 === 0 ? [planCalls.remove, acknowledged.removed] : [planCalls.release, acknowledged.released];
  await send(`${call.path}?ids=${id}`);
  done.add(id);
}

/** Adds a user: an account, its role, a history entry and a text message with the password. */
async function employed(send: Send): Promise<void> {
  const name = `hand${++made}`;
  const user = {
    account: name,
    name,
    realName: name,
    phone: `137${String(made).padStart(8, "0")}`,
    deptId: office.deptId,
    roleId: [office.roleId],
  };
  acknowledged.users.add(await send(userCalls.submit.path, user));
}

/** Uploads a file with content of its own. */
async function uploaded(send: Send, writer: string): Promise<void> {
  const content = `${writer} ${++made} `.repeat(2000);
  const form = new FormData();
  form.set("file", new Blob([content]), `${made}.txt`);
  acknowledged.files.set(await send(putFileAttach.path, form), createHash("sha256").update(content).digest("hex"));
}

interface Stored {
  id: string;
  name: string;
  number: string | null;
  released: boolean;
  removed: boolean;
  histories: number;
}

function databaseUrl(): string {
  const { app } = JSON.parse(readFileSync(join(dataDir, "postgres/credentials.json"), "utf8")) as { app: string };
  const port = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n")[3];
  return `postgres://jipei:${app}@127.0.0.1:${port}/jipei`;
}

const office = { deptId: "", roleId: "" };

/** The accounts that write, and the department and role of the users who are added. */
async function makeAccounts(): Promise<void> {
  const keys = await loadKeys(readSettings({ DATA_DIR: dataDir }));
  const pool = openPool(databaseUrl(), 1);
  const services = { db: openDb(pool), cipher: createCipher(keys.field, keys.hashKey) } as Services;
  await anAccount(services, { account: clerk });
  await anAccount(services, { account: admin, roles: ["sysAdmin"] });
  const { rows } = await pool.query<typeof office>(
    `select (select id from department where is_deleted = 0 order by id limit 1) as "deptId", (select id from role where role_alias = 'clerk') as "roleId"`,
  );
  Object.assign(office, rows[0]);
  await pool.end();
}

async function storedPlans(): Promise<Map<string, Stored>> {
  const question = `select id::text, plan_name as name, plan_no as number, is_release = '1' as released, is_deleted = 1 as removed,
    (select count(*)::int from audit_record a where a.biz_type = 'Plan' and a.biz_id = plan.id::text and a.action = 'release') as histories from plan`;
  const rows = await connected(databaseUrl(), async (client) => (await client.query<Stored>(question)).rows);
  return new Map(rows.map((row) => [row.id, row]));
}

interface StoredUser {
  id: string;
  roles: number;
  histories: number;
  texts: number;
}

async function verifyUsers(): Promise<void> {
  const question = `select u.id::text, (select count(*)::int from user_role r where r.user_id = u.id) as roles, (select count(*)::int from sms_message m where m.biz_type = 'User' and m.biz_id = u.id::text) as texts,
    (select count(*)::int from audit_record a where a.biz_type = 'User' and a.biz_id = u.id::text) as histories from app_user u where u.account like 'hand%'`;
  const rows = await connected(databaseUrl(), async (client) => (await client.query<StoredUser>(question)).rows);
  const users = new Set(rows.map(({ id }) => id));
  for (const id of acknowledged.users) assert.ok(users.has(id), `user ${id} was added`);
  for (const { id, roles, histories, texts } of rows)
    assert.deepEqual([roles, histories, texts], [1, 2, 1], `user ${id} is whole: added and given the role`);
}

async function verifyFiles(): Promise<void> {
  const rows = await connected(
    databaseUrl(),
    async (client) =>
      (await client.query<{ id: string; key: string }>("select id::text, storage_key as key from attachment")).rows,
  );
  const keys = new Map(rows.map(({ id, key }) => [id, key]));
  for (const [id, sha256] of acknowledged.files)
    assert.equal(
      createHash("sha256")
        .update(readFileSync(join(dataDir, "files", keys.get(id) ?? "")))
        .digest("hex"),
      sha256,
      `file ${id} was stored`,
    );
}

/** Everything acknowledged is there, and nothing is half done. */
async function verify(): Promise<void> {
  const plans = await storedPlans();
  for (const [id, name] of acknowledged.saved) assert.equal(plans.get(id)?.name, name, `plan ${id} was saved`);
  for (const id of acknowledged.released) assert.equal(plans.get(id)?.released, true, `plan ${id} was released`);
  for (const id of acknowledged.removed) assert.equal(plans.get(id)?.removed, true, `plan ${id} was removed`);
  for (const plan of plans.values()) assert.equal(plan.histories, plan.released ? 1 : 0, `history of plan ${plan.id}`);
  const numbers = [...plans.values()].map((plan) => plan.number);
  assert.ok(numbers.every(Boolean));
  assert.equal(new Set(numbers).size, numbers.length);
  await verifyUsers();
  await verifyFiles();
}

describe("kill -9 of server and database", () => {
  it("in the middle of writes loses nothing acknowledged and leaves nothing half done", async () => {
    for (let round = 1; round <= rounds; round++) {
      const server = launch({ DATA_DIR: dataDir, DEMO: "off" });
      const address = await ready(server);
      if (round === 1) await makeAccounts();
      await verify();
      let killed = false;
      const work = Promise.all(kinds.map((kind, n) => write(kind, address, `${round}-${n}`, () => killed)));
      await Promise.race([work, someWritten().then(() => wait(Math.random() * 300))]);
      killed = true;
      // Each round kills the database first, the server first, or the server alone.
      const victims = [runningServer(cluster)!, server.child.pid!];
      if (round % 3 === 1) victims.reverse();
      if (round % 3 === 0) victims.shift();
      for (const pid of victims) process.kill(pid, "SIGKILL");
      await Promise.all([work, server.ended]);
    }
    const last = launch({ DATA_DIR: dataDir, DEMO: "off" });
    await ready(last);
    await verify();
    assert.ok(
      sizes().every((size) => size >= rounds),
      "there were writes to lose",
    );
    last.child.kill("SIGTERM");
    assert.equal(await last.ended, 0, last.output);
  });
});
