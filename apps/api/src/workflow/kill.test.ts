// Slow: kills a real server with its own database while two hundred processes run and their timers become due.
import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { flowModelCalls } from "@jipei/contract/workflow/flow-model.ts";
import { workCalls } from "@jipei/contract/workflow/work.calls.ts";
import { connected } from "../core/database/connected.ts";
import { openDb, openPool } from "../core/database/db.ts";
import type { Services } from "../core/foundation/services.ts";
import { readSettings } from "../core/foundation/settings.ts";
import { runningServer } from "../core/postgres/postmaster.ts";
import { createCipher } from "../core/security/cipher.ts";
import { loadKeys } from "../core/security/keys.ts";
import { bpmn, flow, task } from "../../test/factories/workflow.ts";
import { launch, ready } from "../../test/support/launch.ts";
import { anAccount, basic, password } from "../../test/support/sign-in.ts";
import { waitUntil } from "../../test/support/wait-until.ts";

const processes = 200;
const rounds = 4;
const [admin, starter, doer] = ["flow-admin", "flow-starter", "flow-doer"];
const dataDir = mkdtempSync(join(tmpdir(), "jipei-flow-kill-"));
chmodSync(dataDir, 0o711);
const cluster = join(dataDir, "postgres/cluster");

after(() => {
  const orphan = runningServer(cluster);
  if (orphan) process.kill(orphan, "SIGINT");
  rmSync(dataDir, { recursive: true, force: true });
});

function databaseUrl(): string {
  const { app } = JSON.parse(readFileSync(join(dataDir, "postgres/credentials.json"), "utf8")) as { app: string };
  const port = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n")[3];
  return `postgres://jipei:${app}@127.0.0.1:${port}/jipei`;
}
const query = <R extends object>(text: string): Promise<R[]> =>
  connected(databaseUrl(), async (client) => (await client.query<R>(text)).rows);

/** @returns id of the one who does all tasks */
async function makeAccounts(): Promise<string> {
  const keys = await loadKeys(readSettings({ DATA_DIR: dataDir }));
  const pool = openPool(databaseUrl(), 1);
  const services = { db: openDb(pool), cipher: createCipher(keys.field, keys.hashKey) } as Services;
  await anAccount(services, { account: admin, roles: ["sysAdmin"] });
  await anAccount(services, { account: starter });
  await anAccount(services, { account: doer, roles: ["firstReviewer"] });
  const { rows } = await pool.query<{ id: string }>(`select id::text from app_user where account = $1`, [doer]);
  await pool.end();
  return rows[0]?.id ?? "";
}

type Send = (method: "GET" | "POST", path: string, body?: object) => Promise<{ code: number; data: unknown }>;

async function signedIn(address: string, account: string): Promise<Send> {
  const form = new URLSearchParams({ grant_type: "password", username: account, password });
  const answer = await fetch(`${address}/api/oauth/token`, {
    method: "POST",
    headers: { authorization: basic() },
    body: form,
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return async (method, path, body) => {
    const init = body
      ? { method, headers: { token, "content-type": "application/json" }, body: JSON.stringify(body) }
      : { method, headers: { token } };
    const response = await fetch(address + path, init);
    return (await response.json()) as { code: number; data: unknown };
  };
}

/** Two steps that somebody does, and a timer between them. */
async function deploy(address: string, doerId: string): Promise<string> {
  const send = await signedIn(address, admin);
  const by = `flowable:assignee="${doerId}"`;
  const xml = bpmn(
    "killed",
    `<startEvent id="s" />${flow("s", "a")}${task("a", by)}${flow("a", "t")}
    <intermediateCatchEvent id="t"><timerEventDefinition><timeDuration>PT2S</timeDuration></timerEventDefinition></intermediateCatchEvent>
    ${flow("t", "b")}${task("b", by)}${flow("b", "e")}<endEvent id="e" />`,
  );
  assert.equal((await send("POST", flowModelCalls.submit.path, { name: "x", key: "killed", xml })).code, 200);
  const [model] = await query<{ id: string }>(`select id::text from flow_model where model_key = 'killed'`);
  assert.equal(
    (await send("POST", `${flowModelCalls.deploy.path}?modelId=${model?.id}&category=9&tenantIds=`)).code,
    200,
  );
  const [definition] = await query<{ id: string }>(`select id::text from flow_definition where key = 'killed'`);
  return definition?.id ?? "";
}

/** Tasks whose completion the server has acknowledged. */
const acknowledged = new Set<string>();

interface Listed {
  records: { id: string; processInstanceId: string }[];
}

/** Completes whatever there is to do, until it is told to stop or the server is gone. */
async function work(address: string, place: number, stopped: () => boolean): Promise<void> {
  try {
    const send = await signedIn(address, doer);
    while (!stopped()) {
      const { data } = await send("GET", `${workCalls.todoList.path}?size=20&current=${place}`);
      const { records } = data as Listed;
      if (records.length === 0) await new Promise((go) => setTimeout(go, 200));
      for (const { id, processInstanceId } of records) {
        const { code } = await send("POST", workCalls.complete.path, { taskId: id, processInstanceId, pass: true });
        if (code === 200) acknowledged.add(id);
      }
    }
  } catch (error) {
    // After the kill any answer except success is expected.
    if (!stopped()) throw error;
  }
}

/** Nothing acknowledged is lost, nothing stands or was done twice. */
async function verify(): Promise<void> {
  const done = await query<{ id: string }>(`select id::text from flow_task where status = '2'`);
  const known = new Set(done.map(({ id }) => id));
  for (const id of acknowledged) assert.ok(known.has(id), `task ${id} was completed`);
  const twice = await query<{ what: string }>(`
    select 'passed twice' as what from flow_activity group by instance_id, element having count(*) > 1
    union all select 'said twice' from flow_opinion where action = 'pass' group by task_id having count(*) > 1
    union all select 'said without being done' from flow_opinion o join flow_task t on t.id = o.task_id where o.action = 'pass' and t.status <> '2'
    union all select 'done without being said' from flow_task t where t.status = '2' and not exists (select from flow_opinion o where o.task_id = t.id and o.action = 'pass')
    union all select 'stands nowhere' from flow_instance i where i.status = 'running'
      and not exists (select from flow_execution x where x.instance_id = i.id)
    union all select 'ended, and stands' from flow_instance i join flow_execution x on x.instance_id = i.id where i.status <> 'running'`);
  assert.deepEqual(twice, []);
}

describe("kill -9 while processes run", () => {
  it("loses no step and makes none twice, timers that were due meanwhile among them", async () => {
    let definition = "";
    for (let round = 1; round <= rounds; round++) {
      const server = launch({ DATA_DIR: dataDir, DEMO: "off" });
      const address = await ready(server);
      if (round === 1) {
        definition = await deploy(address, await makeAccounts());
        const send = await signedIn(address, starter);
        for (let n = 0; n < processes; n++)
          assert.equal(
            (await send("POST", workCalls.start.path, { processDefinitionId: definition, title: `第${n}件` })).code,
            200,
          );
      }
      await verify();
      let killed = false;
      const before = acknowledged.size;
      const working = Promise.all([1, 2, 3].map((place) => work(address, place, () => killed)));
      await Promise.race([working, waitUntil(() => acknowledged.size > before + 20 || acknowledged.size >= processes)]);
      await new Promise((go) => setTimeout(go, Math.random() * 300));
      killed = true;
      const victims = [runningServer(cluster)!, server.child.pid!];
      if (round % 2 === 1) victims.shift();
      for (const pid of victims) process.kill(pid, "SIGKILL");
      await Promise.all([working, server.ended]);
    }
    const last = launch({ DATA_DIR: dataDir, DEMO: "off" });
    const address = await ready(last);
    await verify();
    let isOver = false;
    const working = Promise.all([1, 2].map((place) => work(address, place, () => isOver)));
    const running = async () =>
      Number((await query<{ n: string }>(`select count(*) as n from flow_instance where status = 'running'`))[0]?.n);
    for (let n = 0; n < 300 && (await running()) > 0; n++) await new Promise((go) => setTimeout(go, 1000));
    isOver = true;
    await working;
    await verify();
    const [counts] = await query<{ finished: string; passed: string }>(`
      select (select count(*) from flow_instance where status = 'finished' and ending = 'passed') as finished,
        (select count(*) from flow_activity where outcome = 'completed' and element in ('a', 't', 'b')) as passed`);
    assert.deepEqual([Number(counts?.finished), Number(counts?.passed)], [processes, 3 * processes]);
    last.child.kill("SIGTERM");
    assert.equal(await last.ended, 0, last.output);
  });
});
