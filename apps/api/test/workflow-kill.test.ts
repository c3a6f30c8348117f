// Slow: kills a real server while people work on two hundred processes and timers are due, and each time it must go on from there.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Call } from "@jipei/contract/core/call.ts";
import type { RoleAlias } from "@jipei/contract/core/roles.ts";
import { workCalls as calls } from "@jipei/contract/workflow/work.calls.ts";
import { type JobQueue, createJobQueue } from "../src/core/jobs/jobs.boss.ts";
import { loadKeys } from "../src/core/security/keys.ts";
import { readSettings } from "../src/core/foundation/settings.ts";
import { timersDue } from "../src/workflow/instance/timers.ts";
import { type ServerDatabase, createServerDatabase } from "./database/demo-db.ts";
import { aColleague, aDefinition, bpmn, flow, started, task } from "./factories/workflow.ts";
import { type Launched, launch, ready } from "./support/launch.ts";
import { anAccount, basic, password } from "./support/sign-in.ts";
import { type TestApp, startTestApp } from "./support/test-app.ts";
import { waitUntil } from "./support/wait-until.ts";

const processes = 200;
const kills = 3;
const steps = ["start", "ask", "pause", "check", "end"];
const reviewers: readonly RoleAlias[] = ["firstReviewer", "secondReviewer"];

let database: ServerDatabase;
let app: TestApp;
let queue: JobQueue;
let server: Launched;
/** Address of the server that runs; while there is none, requests fail as they do for a browser. */
let address = "";
let over = false;
const ids: string[] = [];
/** Who completed which task, as the server has answered. */
const acknowledged = new Map<string, string>();

async function launchServer(): Promise<void> {
  server = launch({ DATABASE_URL: database.url, DATA_DIR: database.dataDir, DEMO: "off" });
  address = await ready(server);
}

before(async () => {
  database = await createServerDatabase();
  app = await startTestApp({ url: database.url, keys: await loadKeys(readSettings({ DATA_DIR: database.dataDir })) });
  queue = createJobQueue(database.url, app.log);
  await queue.open([]);
  const definition = await aDefinition(
    app,
    "killed",
    bpmn(
      "killed",
      `<startEvent id="start" />${task("ask", `flowable:candidateGroups="firstReviewer"`)}${task("check", `flowable:candidateGroups="secondReviewer"`)}<endEvent id="end" />
      <intermediateCatchEvent id="pause"><timerEventDefinition><timeDuration>PT1S</timeDuration></timerEventDefinition></intermediateCatchEvent>
      ${steps
        .slice(1)
        .map((step, at) => flow(steps[at] ?? "", step))
        .join("")}`,
    ),
  );
  const starter = await aColleague(app);
  while (ids.length < processes) ids.push(await started(starter, definition));
});
after(async () => {
  over = true;
  server.child.kill("SIGTERM");
  await server.ended;
  await queue.close();
  await app.close();
  await database.drop();
});

/** No server has answered. */
class Unanswered extends Error {}

/** One who claims and completes what their role may, whatever happens to the server. */
async function work(role: RoleAlias): Promise<void> {
  const { userId, account } = await anAccount(app, { roles: [role] });
  let token = "";
  const fetched = async (path: string, init: RequestInit) => {
    const response = await fetch(address + path, init).catch((error: unknown) => {
      throw new Unanswered(String(error));
    });
    const body = await response.text().catch((error: unknown) => {
      throw new Unanswered(String(error));
    });
    if (response.status === 503) throw new Unanswered(body);
    return JSON.parse(body) as { code?: number; errorCode?: string; access_token?: string; data: unknown };
  };
  const ask = async <I, O>(call: Call<I, O>, input: Record<string, unknown>): Promise<{ data: O } | null> => {
    const inBody = call.method === "POST" && call.style === "body";
    const texts = Object.entries(input).map(([name, value]): [string, string] => [name, String(value)]);
    const { code, errorCode, data } = await fetched(inBody ? call.path : `${call.path}?${new URLSearchParams(texts)}`, {
      method: call.method,
      headers: { token, ...(inBody && { "content-type": "application/json" }) },
      ...(inBody && { body: JSON.stringify(input) }),
    });
    if (code === 200) return { data: data as O };
    // Colleagues see the same tasks, and an answer that was lost may have been a success.
    assert.ok(["TASK_CLAIMED", "STATE_ILLEGAL"].includes(errorCode ?? ""), `${call.name}: ${errorCode}`);
    return null;
  };
  const signIn = async () => {
    const form = new URLSearchParams({ grant_type: "password", username: account, password });
    const answer = await fetched("/api/oauth/token", {
      method: "POST",
      headers: { authorization: basic() },
      body: form,
    });
    token = answer.access_token ?? "";
  };
  const act = async () => {
    if (!token) await signIn();
    const mine = (await ask(calls.todoList, { size: 1 }))?.data.records[0];
    if (!mine) {
      const offered = (await ask(calls.claimList, { size: 50 }))?.data.records ?? [];
      const one = offered[Math.floor(Math.random() * offered.length)];
      if (one) await ask(calls.claim, { taskId: one.taskId });
      else await wait(50);
      return;
    }
    const { taskId, processInstanceId } = mine;
    if (await ask(calls.complete, { taskId, processInstanceId, pass: true })) acknowledged.set(taskId, userId);
  };
  while (!over)
    await act().catch(async (error: unknown) => {
      if (!(error instanceof Unanswered)) throw error;
      await wait(50);
    });
}
const wait = (milliseconds: number) => new Promise<void>((go) => setTimeout(go, milliseconds));

/** The clock of the server looks for timers each minute; here it does so again and again. */
async function keepLooking(): Promise<void> {
  while (!over) {
    await app.db.transaction().execute((tx) => queue.send(tx, timersDue.name, {}));
    await wait(1000);
  }
}

const countRows = async (question: string): Promise<number> =>
  Number((await app.pool.query<{ n: string }>(`select count(*) as n from ${question}`)).rows[0]?.n);
const isAll = async () => (await countRows(`flow_instance where status = 'finished'`)) === processes;

describe("kill -9 while processes run", () => {
  it("loses no step and does none twice", async () => {
    await launchServer();
    const people = Promise.all([...reviewers, ...reviewers, ...reviewers].map(work));
    const looking = keepLooking();
    for (let kill = 1; kill <= kills; kill++) {
      const enough = acknowledged.size + 40 + Math.random() * 40;
      await Promise.race([people, waitUntil(() => acknowledged.size > enough)]);
      server.child.kill("SIGKILL");
      await server.ended;
      await launchServer();
    }
    await Promise.race([people, waitUntil(isAll)]);
    over = true;
    await Promise.all([people, looking]);

    const { rows: passed } = await app.pool.query<{ element: string; times: string; processes: string }>(
      `select element, count(*) as times, count(distinct instance_id) as processes from flow_activity
       where end_time is not null and outcome = 'completed' group by element`,
    );
    assert.deepEqual(
      Object.fromEntries(passed.map(({ element, times, processes: of }) => [element, [Number(times), Number(of)]])),
      Object.fromEntries(steps.map((step) => [step, [processes, processes]])),
      "each process went through each step once",
    );
    assert.equal(await countRows("flow_activity"), steps.length * processes, "and through nothing else");
    for (const rest of ["flow_execution", "flow_timer", "flow_wait"]) assert.equal(await countRows(rest), 0, rest);
    assert.equal(await countRows("flow_task"), 2 * processes);
    for (const action of ["claim", "pass"])
      assert.equal(
        await countRows(
          `(select from flow_opinion where action = '${action}' group by task_id having count(*) = 1) once`,
        ),
        2 * processes,
        `each task has one ${action} in the history`,
      );
    const { rows: done } = await app.pool.query<{ id: string; by: string }>(
      `select t.id::text, o.create_user::text as by from flow_task t join flow_opinion o on o.task_id = t.id and o.action = 'pass' where t.status = '2'`,
    );
    const doneBy = new Map(done.map(({ id, by }) => [id, by]));
    for (const [id, by] of acknowledged) assert.equal(doneBy.get(id), by, `task ${id} was completed`);
  });
});
