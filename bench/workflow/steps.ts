import type pg from "pg";
import { aColleague, aDefinition, chain } from "../../apps/api/test/factories/workflow.ts";
import { type TestApp, startTestApp } from "../../apps/api/test/support/test-app.ts";
import type { Tx } from "../../apps/api/src/core/database/db.ts";
import { claimTask } from "../../apps/api/src/workflow/tasks/claim.ts";
import { completeTask } from "../../apps/api/src/workflow/tasks/complete.ts";
import { startProcess } from "../../apps/api/src/workflow/tasks/start-process.ts";
import { percentile } from "../load.ts";
import { sentStatements } from "../../apps/api/test/statements/sent-statements.ts";
import { type OtherEngine, openOtherEngine } from "./other-engine.ts";
import { type Recorded, cutTransactions, replay } from "./replay.ts";

const key = "bench";
const xml = chain(key, [
  ["first", `flowable:candidateGroups="firstReviewer"`],
  ["second", `flowable:candidateGroups="secondReviewer"`],
]);

/** One process from its start to its end: start, twice claim and complete, each in a transaction of its own. @returns its numbers */
type Play = () => Promise<Pick<Recorded, "instanceId" | "taskIds">>;

/** By the functions that the routes call. */
async function openProduct(app: TestApp): Promise<Play> {
  const starter = await aColleague(app);
  const reviewers = [await aColleague(app, "firstReviewer"), await aColleague(app, "secondReviewer")];
  const processDefinitionId = await aDefinition(app, key, xml);
  const write = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => app.db.transaction().execute(work);
  const open = "select id from flow_task where process_instance_id = $1 and status = '0'";
  return async () => {
    const { processInstanceId } = await write((tx) =>
      startProcess(
        tx,
        starter.actor,
        { processDefinitionId, title: null, variables: null, attachmentList: null },
        app.services,
      ),
    );
    const taskIds: string[] = [];
    for (const { actor } of reviewers) {
      const { rows } = await app.pool.query<{ id: string }>(open, [processInstanceId]);
      const taskId = rows[0]?.id ?? "";
      taskIds.push(taskId);
      const decision = { taskId, processInstanceId, pass: true, comment: null, variables: null, attachmentList: null };
      await write((tx) => claimTask(tx, actor, { taskId }, app.services));
      await write((tx) => completeTask(tx, actor, decision, app.services));
    }
    return { instanceId: processInstanceId, taskIds };
  };
}

/** Numbers that nothing else has, by which those of one process are found in its statements. */
const ownNumbers =
  "alter table flow_instance alter id restart with 1000000000; alter table flow_task alter id restart with 2000000000";

async function record(app: TestApp, play: Play): Promise<Recorded> {
  await app.pool.query(ownNumbers);
  // What comes back is prepared from the third time on.
  for (let time = 0; time < 5; time++) await play();
  let numbers: Awaited<ReturnType<Play>> = { instanceId: "", taskIds: [] };
  const [, sent] = await sentStatements(async () => (numbers = await play()));
  return { ...numbers, transactions: cutTransactions(sent) };
}

/** Tables in which our interpreter keeps what the other one has in its document; tasks and history are the same. */
const ofState = /flow_(?:execution|variable|timer|wait)\b/;
const withoutState = (recorded: Recorded): Recorded => ({
  ...recorded,
  transactions: recorded.transactions.map((one) => one.filter(({ text }) => !ofState.test(text))),
});

/** Starts a process, or completes its task, in the transaction that writes tasks and history; a claim changes nothing in it. */
const engineStep =
  (engine: OtherEngine) =>
  async (client: pg.PoolClient, id: string, at: number): Promise<void> => {
    if (at === 0) await client.query("insert into bench_state (id, state) values ($1, $2)", [id, await engine.start()]);
    if (at === 0 || at % 2 === 1) return;
    const { rows } = await client.query<{ state: string }>("select state::text from bench_state where id = $1", [id]);
    const state = await engine.goOn(rows[0]?.state ?? "");
    await client.query("update bench_state set state = $2 where id = $1", [id, state]);
  };

interface Way {
  name: string;
  play: () => Promise<unknown>;
  /** Of each round, in milliseconds for one process. */
  time: number[];
  cpu: number[];
}

async function measureRound({ play, time, cpu }: Way, times: number): Promise<void> {
  const [start, used] = [performance.now(), process.cpuUsage()];
  for (let n = 0; n < times; n++) await play();
  const { user, system } = process.cpuUsage(used);
  time.push((performance.now() - start) / times);
  cpu.push((user + system) / 1000 / times);
}

/**
 * A process of two tasks from its start to its end with everything stored, one after the other: by the product, by bpmn-engine that writes the same
 * tasks and history with its own state, and by the statements alone that the product sends. In turn, so that other load affects all alike.
 */
export async function* workflow(quick: boolean): AsyncGenerator<Record<string, string>> {
  const app = await startTestApp();
  try {
    const play = await openProduct(app);
    const recorded = await record(app, play);
    const engine = await openOtherEngine(xml);
    await app.pool.query("create table bench_state (id bigint primary key, state jsonb not null)");
    const rest = withoutState(recorded);
    const document = engineStep(engine);
    const alone = async () => {
      let state = await engine.start();
      for (const _ of [1, 2]) state = await engine.goOn(state);
    };
    const toWay = ([name, one]: [string, () => Promise<unknown>]): Way => ({ name, play: one, time: [], cpu: [] });
    const ways = (
      [
        ["ours", play],
        ["bpmn-engine, same rows", () => replay(app.pool, rest, document)],
        ["its statements alone", () => replay(app.pool, rest)],
        ["bpmn-engine, nothing stored", alone],
        ["our statements alone", () => replay(app.pool, recorded)],
      ] satisfies [string, () => Promise<unknown>][]
    ).map(toWay);
    for (const way of ways) for (let n = 0; n < (quick ? 5 : 20); n++) await way.play();
    for (let round = 0; round < (quick ? 2 : 9); round++) for (const way of ways) await measureRound(way, 10);
    const [ours] = ways as [Way];
    const ratio = (of: "time" | "cpu", way: Way) =>
      percentile(
        way[of].map((value, round) => value / (ours[of][round] ?? Number.NaN)),
        50,
      ).toFixed(2);
    for (const way of ways)
      yield {
        way: way.name,
        "processes a second": (1000 / percentile(way.time, 50)).toFixed(0),
        "ms a process": percentile(way.time, 50).toFixed(2),
        "CPU of the server, ms": percentile(way.cpu, 50).toFixed(2),
        "time / ours": ratio("time", way),
        "CPU / ours": ratio("cpu", way),
      };
  } finally {
    await app.close();
  }
}
