// npm run chaos:browsers: candidates at real browsers, while networks are cut, pages closed, and the server is killed.
import assert from "node:assert/strict";
import { constants, setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium } from "@playwright/test";
import { connected } from "../../apps/api/src/core/database/connected.ts";
import { Installation } from "../../apps/api/test/chaos/installation.ts";
import { prepareExam } from "../../apps/api/test/chaos/prepare-exam.ts";
import { password } from "../../apps/api/test/support/sign-in.ts";
import { chromiumOptions } from "../browser.ts";
import { Candidate, type Fortune } from "./candidate.ts";

const setting = (name: string, usual: number): number => Number(process.env[name] ?? usual);
const people = setting("CANDIDATES", 100);
const kills = setting("KILLS", 3);
/** Of the exam, and of the longest time without a network. */
const [minutes, cut] = [setting("MINUTES", 30), setting("CUT_MINUTES", 10)];
/** Milliseconds between two candidates who start, so that a small machine can load their pages. */
const stagger = 4_000;
const fortune: Fortune = {
  pace: 15_000,
  cut: cut * 60_000,
  cuts: 0.015,
  // Loading a page is what costs most: a hundred of them are on one machine.
  closings: 0.006,
};

const installation = new Installation();
await installation.addNode();
// Candidates sit at machines of their own: here they get what the server leaves, or a hundred busy pages keep it from starting again.
setPriority(constants.priority.PRIORITY_LOW);
const browser = await chromium.launch(chromiumOptions);
try {
  const { examId, accounts } = await prepareExam(installation, people);
  // Whoever starts last has as much time as the others: the exam ends for all at once.
  await inDatabase((query) =>
    query(
      "update exam set duration = 180, end_time = now() + make_interval(secs => $2), start_time = now() + make_interval(secs => $2) - interval '3 hours' where id = $1",
      [examId, minutes * 60 + (people * stagger) / 1000],
    ),
  );
  const url = installation.address() ?? "";
  const candidates: Candidate[] = [];
  for (const account of accounts) candidates.push(await Candidate.arrive(browser, url, account, password));
  const sitting = candidates.map(async (candidate, index) => {
    await sleep(index * stagger);
    await candidate.open(examId);
    await candidate.sit(examId, await getDeadline(examId, candidate.account), fortune);
  });
  const killing = (async () => {
    for (let kill = 0; kill < kills; kill++) {
      await sleep(((minutes * 60_000) / (kills + 1)) * (0.8 + Math.random() * 0.4));
      await installation.strikeServer();
      console.log(`server killed, back after ${await installation.back()} ms`);
    }
  })();
  await Promise.all([...sitting, killing]);
  for (const candidate of candidates) await check(examId, candidate);
  const sum = (name: "answers" | "cuts" | "closings") =>
    candidates.reduce((total, candidate) => total + candidate[name], 0);
  console.log(
    `${people} candidates: ${sum("answers")} answers, ${sum("cuts")} times without a network, ${sum("closings")} pages closed, ${kills} kills: none lost, doubled or late`,
  );
} finally {
  await browser.close();
  await installation.close();
}

type Query = <T extends object>(text: string, values: unknown[]) => Promise<T[]>;
function inDatabase<T>(work: (query: Query) => Promise<T>): Promise<T> {
  return connected(installation.databaseUrl, (client) =>
    work(async <R extends object>(text: string, values: unknown[]) => (await client.query<R>(text, values)).rows),
  );
}

/** In milliseconds of the epoch. */
async function getDeadline(examId: string, account: string): Promise<number> {
  const [paper] = await inDatabase((query) =>
    query<{ deadline: string }>(
      `select extract(epoch from p.deadline) * 1000 as deadline from exam_paper p join app_user u on u.id_number_hash = p.id_number_hash
        where p.exam_id = $1 and u.account = $2 and p.status = '1'`,
      [examId, account],
    ),
  );
  return Number(paper?.deadline);
}

/** The server has what the candidate saw chosen, each answer once, and none after the deadline. */
async function check(examId: string, { account, chosen, answers }: Candidate): Promise<void> {
  await inDatabase(async (query) => {
    const [paper] = await query<{ id: string; status: string; counted: number; late: number }>(
      `select p.id, p.status, count(*) filter (where e.is_counted)::int as counted, count(*) filter (where e.is_counted and e.at > p.deadline)::int as late
        from exam_paper p join app_user u on u.id_number_hash = p.id_number_hash left join paper_event e on e.paper_id = p.id and e.kind = 'answer'
        where p.exam_id = $1 and u.account = $2 and p.status <> '0' group by p.id`,
      [examId, account],
    );
    const stored = await query<{ id: string; texts: string[] }>(
      `select q.id::text, array(select o.text from (values ('A', e.option_a), ('B', e.option_b), ('C', e.option_c), ('D', e.option_d)) o (letter, text)
          where strpos(q.student_answer, o.letter) > 0 order by o.text) as texts
        from student_question q join question_edition e on e.question_id = q.question_id and e.edition = q.edition
        where q.paper_id = $1 and q.student_answer is not null`,
      [paper?.id],
    );
    const expected = [...chosen].filter(([, texts]) => texts.length > 0).map(([id, texts]) => [id, texts.toSorted()]);
    const found = stored.map(({ id, texts }) => [id, texts.toSorted()]);
    assert.deepEqual(new Map(found as never), new Map(expected as never), `${account}: no answer is lost`);
    assert.deepEqual(
      [paper?.status, paper?.counted, paper?.late],
      ["2", answers, 0],
      `${account}: none is doubled or late`,
    );
  });
}
