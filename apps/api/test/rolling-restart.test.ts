// Slow: restarts two real servers behind a load balancer under traffic.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { planCalls } from "@jipei/contract/training/plan.ts";
import { loadKeys } from "../src/core/security/keys.ts";
import { readSettings } from "../src/core/foundation/settings.ts";
import { type Balancer, startBalancer } from "./support/balancer.ts";
import { type Launched, launch, ready } from "./support/launch.ts";
import { anAccount, basic, password } from "./support/sign-in.ts";
import { type ServerDatabase, createServerDatabase } from "./database/demo-db.ts";
import { type TestApp, startTestApp } from "./support/test-app.ts";
import { waitUntil } from "./support/wait-until.ts";

const clerk = "rolling-clerk";

interface RunningNode extends Launched {
  url: string;
}
let database: ServerDatabase;
let app: TestApp;
let balancer: Balancer;
let nodes: RunningNode[];

async function startNode(): Promise<RunningNode> {
  // Long enough for the balancer to hear of it on a busy machine, too.
  const SHUTDOWN_DELAY = "8";
  const launched = launch({ DATABASE_URL: database.url, DATA_DIR: database.dataDir, DEMO: "off", SHUTDOWN_DELAY });
  const url = await ready(launched);
  balancer.add(url);
  // Its output goes on growing: one object, shared by both.
  return Object.assign(launched, { url });
}

before(async () => {
  database = await createServerDatabase();
  balancer = await startBalancer();
  nodes = await Promise.all([startNode(), startNode()]);
  app = await startTestApp({ url: database.url, keys: await loadKeys(readSettings({ DATA_DIR: database.dataDir })) });
  await anAccount(app, { account: clerk });
  await waitUntil(() => balancer.ready() === 2);
});
after(async () => {
  await app.close();
  for (const { child } of nodes) child.kill("SIGINT");
  await Promise.all(nodes.map(({ ended }) => ended));
  balancer.close();
  await database.drop();
});

const answers = new Map<number, number>();
const saved: string[] = [];
let over = false;
let made = 0;

async function ask(path: string, init: RequestInit): Promise<{ access_token?: string; data?: { id: string } }> {
  const status = await fetch(balancer.url + path, init).then(
    async (answer) => ({ code: answer.status, body: (await answer.json().catch(() => ({}))) as object }),
    () => ({ code: 0, body: {} }),
  );
  answers.set(status.code, (answers.get(status.code) ?? 0) + 1);
  return status.body;
}

async function signedIn(): Promise<string> {
  const form = new URLSearchParams({ grant_type: "password", username: clerk, password });
  const { access_token: token } = await ask("/api/oauth/token", {
    method: "POST",
    headers: { authorization: basic() },
    body: form,
  });
  return token ?? "";
}

/** One user after the other: signs in, saves a plan, reads the list. */
async function work(worker: number): Promise<void> {
  const token = await signedIn();
  const headers = { token, "content-type": "application/json" };
  while (!over) {
    const plan = {
      planName: `${worker}-${++made}`,
      planYear: 2026,
      trainKind: "01",
      totalHeadcount: 10,
      startDate: "2026-01-01",
      endDate: "2026-12-31",
    };
    const { data } = await ask(planCalls.submit.path, { method: "POST", headers, body: JSON.stringify(plan) });
    if (data) saved.push(data.id);
    await ask(`${planCalls.list.path}?current=1&size=10`, { headers });
  }
}

describe("both nodes behind a balancer, restarted one after the other under traffic", () => {
  it("fail no request and lose no write", async () => {
    const traffic = Promise.all([1, 2, 3, 4].map(work));
    for (const [place, node] of [...nodes].entries()) {
      const before = made;
      await waitUntil(() => made > before + 10);
      node.child.kill("SIGTERM");
      await waitUntil(() => balancer.ready() === 1);
      // Until the delay is over it answers as before, and only reports that it is not ready.
      const leaving = await fetch(`${node.url}/api/ready`);
      assert.deepEqual(
        [leaving.status, leaving.headers.get("connection"), ((await leaving.json()) as { status: string }).status],
        [503, "close", "leaving"],
      );
      assert.equal((await fetch(`${node.url}/api/health`)).status, 200);
      assert.equal(await node.ended, 0, node.output);
      balancer.remove(node.url);
      nodes[place] = await startNode();
      await waitUntil(() => balancer.ready() === 2);
    }
    over = true;
    await traffic;
    assert.deepEqual([...answers.keys()], [200]);
    const { rows } = await app.pool.query<{ n: number }>("select count(*)::int as n from plan where id = any($1)", [
      saved,
    ]);
    assert.equal(rows[0]?.n, saved.length);
    console.log(`${answers.get(200)} requests, ${saved.length} writes, 0 failed`);
  });
});
