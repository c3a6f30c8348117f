import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import Fastify, { type FastifyInstance } from "fastify";
import { sql } from "kysely";
import { aHeldClass } from "../apps/api/test/factories/class.ts";
import { aRoster } from "../apps/api/test/factories/enrolment.ts";
import { aBank, begin, candidatesOf, examInput } from "../apps/api/test/factories/exam.ts";
import { startTestApp, type TestApp } from "../apps/api/test/support/test-app.ts";
import { readPool } from "../apps/api/src/exams/exam/pool.ts";
import { drawPapers } from "../apps/api/src/exams/paper/draw.ts";
import { examCalls } from "../packages/contract/src/exams/exam.calls.ts";
import type { Hall, Measured } from "./exam-candidates.ts";
import { type SentStatement, sentStatements } from "../apps/api/test/statements/sent-statements.ts";
import { percentile } from "./load.ts";

/** The paper of the worked example: sixty single choices, ten multiple ones, twenty true or false. */
const plan = { singleCount: 60, singleScore: "1", multiCount: 10, multiScore: "2", judgeCount: 20, judgeScore: "1" };

/**
 * A hall of candidates on one server: all start and all hand in within five seconds, and answer every ten; beside a bare Fastify that writes one
 * row a request at the same pace. Then papers drawn from a large bank, beside their statements alone. Sessions are not part of it.
 */
export async function* exams(quick: boolean): AsyncGenerator<Record<string, string>> {
  const app = await startTestApp();
  const bare = Fastify();
  try {
    const { examId, classId, tokens } = await openHall(app, quick ? 50 : 1000);
    const bareUrl = await openBare(app, bare);
    const url = await app.http.listen({ port: 0, host: "127.0.0.1" });
    const cpu = process.cpuUsage();
    const measured = await play({ url, bareUrl, examId, tokens, rush: 5, seconds: quick ? 10 : 60 });
    const { user, system } = process.cpuUsage(cpu);
    if (measured.errors.length > 0) throw new Error(`${measured.errors.length} failed: ${measured.errors[0]}`);
    const both = (values: readonly number[]) =>
      `${percentile(values, 50).toFixed(1)} / ${percentile(values, 99).toFixed(1)}`;
    const ratio = percentile(measured.save, 99) / percentile(measured.bare, 99);
    yield {
      what: `${tokens.length} candidates`,
      "start, p50 / p99 ms": both(measured.start),
      "save an answer": both(measured.save),
      "one row, bare": both(measured.bare),
      "p99 ratio (≤ 5)": ratio.toFixed(2),
      "hand in": both(measured.handIn),
      "server CPU, s": ((user + system) / 1e6).toFixed(1),
      errors: String(measured.errors.length),
    };
    yield await drawMany(app, classId, quick ? 2000 : 100_000);
  } finally {
    await bare.close();
    await app.close();
  }
}

async function openHall(
  app: TestApp,
  candidates: number,
): Promise<{ examId: string; classId: string; tokens: string[] }> {
  const built = await aHeldClass(app, { students: 1 });
  await aRoster(app, built.classId, candidates - 1);
  await aBank(app.as("clerk"), app, built.base.courseId, 40);
  const { id: examId } = await app.as("clerk").call(examCalls.submit, examInput(built.classId, plan));
  await app.as("clerk").call(examCalls.submit, { id: examId, status: "1" } as never);
  await begin(app, examId);
  await sql`analyze`.execute(app.db);
  const { classId } = built;
  return { examId, classId, tokens: (await candidatesOf(app, built.classId)).map(({ token }) => token) };
}

async function openBare(app: TestApp, bare: FastifyInstance): Promise<string> {
  await app.pool.query(
    "create table bare_answer (id bigint generated always as identity primary key, paper text, answer text, time timestamptz default now())",
  );
  bare.post<{ Body: { id: string; studentAnswer: string } }>("/", async ({ body }) => {
    await app.pool.query("insert into bare_answer (paper, answer) values ($1, $2)", [body.id, body.studentAnswer]);
    return { code: 200, data: null };
  });
  return bare.listen({ port: 0, host: "127.0.0.1" });
}

async function play(hall: Hall): Promise<Measured> {
  const child = fork(join(import.meta.dirname, "exam-candidates.ts"), { serialization: "advanced" });
  child.send(hall);
  const [measured] = (await once(child, "message")) as [Measured];
  child.kill();
  return measured;
}

/** Draws papers of ninety questions from a large bank, then sends the statements of the drawing again by themselves. */
async function drawMany(app: TestApp, classId: string, bank: number): Promise<Record<string, string>> {
  await fillBank(app, classId, bank);
  const { id: examId } = await app.as("clerk").call(examCalls.submit, examInput(classId, plan));
  await app.as("clerk").call(examCalls.submit, { id: examId, status: "1" } as never);
  const { rows } = await sql<{ id: string }>`select id from exam_paper where exam_id = ${examId}`.execute(app.db);
  const ids = rows.map(({ id }) => id);
  const forget = () => sql`delete from student_question where paper_id = any(${ids}::bigint[])`.execute(app.db);
  await forget();
  const { actor } = app.as("student");
  let sent: SentStatement[] = [];
  const ours = await time(async () => {
    [, sent] = await sentStatements(() =>
      app.db
        .transaction()
        .execute(async (tx) => drawPapers(tx, actor, app.services, ids, await readPool(tx, app.services, examId))),
    );
  });
  await forget();
  const client = await app.pool.connect();
  const alone = await time(async () => {
    for (const { text, values } of sent) await client.query(text, values);
  });
  client.release();
  return {
    what: `${ids.length} papers of 90 from ${bank}`,
    "start, p50 / p99 ms": `${(ours / ids.length).toFixed(2)} a paper`,
    "one row, bare": `${(alone / ids.length).toFixed(2)} its SQL`,
    "p99 ratio (≤ 5)": `${(ours / alone).toFixed(2)} (≤ 3)`,
  };
}

async function time(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** So many questions of all kinds and difficulties in the bank of a class. */
async function fillBank(app: TestApp, classId: string, size: number): Promise<void> {
  await sql`
    insert into question (course_id, classification_id, question_type, difficulty, stem, stem_hash, option_a, option_b, option_c, answer, create_user, update_user)
    select c.course_id, (select min(p.id) from question_classification p where p.course_id = c.course_id), (1 + n % 3)::text, (1 + n / 3 % 3)::text, '第' || n || '题', 'bench ' || n, 'a', 'b', 'c',
      case when n % 3 = 1 then 'AB' else 'A' end, 1, 1
    from training_class c, generate_series(1, ${size}::int) n where c.id = ${classId}`.execute(app.db);
  await sql`
    insert into question_edition (question_id, edition, question_type, difficulty, stem, option_a, option_b, option_c, answer, create_user)
    select id, 1, question_type, difficulty, stem, option_a, option_b, option_c, answer, 1 from question where stem_hash like 'bench %'`.execute(
    app.db,
  );
  await sql`analyze`.execute(app.db);
}
