// Slow: candidates sit an exam while their network is cut, their browsers are closed, and the server is killed.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { after, before, describe, it } from "node:test";
import { connected } from "../src/core/database/connected.ts";
import { getCaller, nothingSeen } from "./chaos/client.ts";
import { Installation } from "./chaos/installation.ts";
import { prepareExam } from "./chaos/prepare-exam.ts";
import { SittingClient } from "./chaos/sitting-client.ts";

/** `npm run chaos` sits it with a hundred, longer cuts and three kills. */
const long = process.env.CHAOS_LONG === "1";
const [people, kills, pause, cut] = long ? [100, 3, 20_000, 30_000] : [8, 1, 3_000, 2_000];

const installation = new Installation();
before(() => installation.addNode());
after(() => installation.close());

describe("sittings under failures", () => {
  it(`lose no answer and double none: ${people} candidates, ${kills} kills of the server, networks cut and browsers closed`, async () => {
    const { examId, accounts } = await prepareExam(installation, people);
    const seen = nothingSeen();
    const clients = accounts.map(
      (account) =>
        new SittingClient(
          getCaller({ account, loginType: "2" }, installation.address, () => seen),
          examId,
        ),
    );
    await Promise.all(clients.map((client) => client.open()));
    let isOver = false;
    const answering = clients.map((client) => client.answer(() => isOver, cut));
    for (let kill = 0; kill < kills; kill++) {
      await sleep(pause);
      await installation.strikeServer();
      await installation.back();
    }
    await sleep(pause);
    isOver = true;
    await Promise.all(answering);
    await Promise.all(clients.map((client) => client.finish()));
    assert.deepEqual(seen.unexpected, []);
    await connected(installation.databaseUrl, async (database) => {
      for (const client of clients) {
        const { rows: stored } = await database.query<{ id: string; answer: string }>(
          "select id::text, student_answer as answer from student_question where paper_id = $1 and student_answer is not null",
          [client.paperId],
        );
        assert.deepEqual(new Map(stored.map(({ id, answer }) => [id, answer])), client.given, "no answer is lost");
        const { rows } = await database.query<{ counted: number; late: number }>(
          "select count(*) filter (where is_counted)::int as counted, count(*) filter (where at > (select deadline from exam_paper where id = $1))::int as late from paper_event where paper_id = $1 and kind = 'answer'",
          [client.paperId],
        );
        assert.deepEqual(rows, [{ counted: client.count, late: 0 }], "none is doubled");
      }
      const { rows: papers } = await database.query("select from exam_paper where exam_id = $1 and status = '2'", [
        examId,
      ]);
      assert.equal(papers.length, people);
    });
    console.log(`${clients.reduce((sum, { count }) => sum + count, 0)} answers, ${seen.broken.length} requests broken`);
  });
});
