import { createHmac } from "node:crypto";
import { Agent, request } from "node:http";
import { examPaperCalls } from "../packages/contract/src/exams/exam-paper.calls.ts";
import { type OpenPaper, signedText } from "../packages/contract/src/exams/sitting.ts";
import { studentQuestionCalls } from "../packages/contract/src/exams/student-question.calls.ts";

/** Candidates of an exam, in a process of their own, so that their cost does not count as cost of the answer. */
export interface Hall {
  url: string;
  bareUrl: string;
  examId: string;
  tokens: readonly string[];
  /** All start, and all hand in, within so many seconds; between, they answer for `seconds`. */
  rush: number;
  seconds: number;
}
/** Milliseconds of each request, and what failed. */
export interface Measured {
  start: number[];
  save: number[];
  bare: number[];
  handIn: number[];
  errors: string[];
}

/** Seconds between two answers of a candidate; between them they write one row on the bare server, so that both meet the same load. */
const every = 10;
const agent = new Agent({ keepAlive: true, maxSockets: 1000 });
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function send(url: string, token: string, body?: object): Promise<{ took: number; data: unknown }> {
  const start = performance.now();
  const text = body && JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      { agent, method: "POST", headers: { token, ...(text && { "content-type": "application/json" }) } },
      (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("end", () => {
          const answer = Buffer.concat(parts).toString();
          if (response.statusCode !== 200) return reject(new Error(`${response.statusCode} ${answer.slice(0, 200)}`));
          resolve({ took: performance.now() - start, data: (JSON.parse(answer) as { data: unknown }).data });
        });
      },
    );
    asked.on("error", reject).end(text);
  });
}

async function sit({ url, bareUrl, examId, rush, seconds }: Hall, token: string, measured: Measured): Promise<void> {
  const begun = performance.now();
  await wait(Math.random() * rush * 1000);
  const { took, data } = await send(`${url}${studentQuestionCalls.getQuestion.path}?examId=${examId}`, token);
  measured.start.push(took);
  const paper = data as OpenPaper;
  const { paperId, sitting, key } = paper;
  await wait(Math.random() * every * 1000);
  for (let seq = 1; performance.now() - begun < (rush + seconds) * 1000; seq++) {
    const question = paper.questions[seq % paper.questions.length];
    const answer = { seq, id: question?.id ?? "", studentAnswer: "A", at: Date.now() };
    const mac = createHmac("sha256", key)
      .update(signedText(paperId, sitting, answer))
      .digest("hex");
    const saved = await send(`${url}${studentQuestionCalls.submit.path}`, token, {
      paperId,
      sitting,
      answers: [{ ...answer, mac }],
    });
    const [fate] = (saved.data as { fates: { fate: string }[] }).fates;
    if (fate?.fate !== "counted") throw new Error(`an answer was ${fate?.fate}`);
    measured.save.push(saved.took);
    await wait(every * 500);
    measured.bare.push((await send(bareUrl, token, { id: token, studentAnswer: "A" })).took);
    await wait(every * 500);
  }
  await wait(Math.max(0, (rush + seconds + every) * 1000 - (performance.now() - begun)) + Math.random() * rush * 1000);
  measured.handIn.push((await send(`${url}${examPaperCalls.submitExam.path}?id=${paperId}`, token)).took);
}

async function play(hall: Hall): Promise<Measured> {
  const measured: Measured = { start: [], save: [], bare: [], handIn: [], errors: [] };
  const note = (error: unknown) => void measured.errors.push(String(error));
  await Promise.all(hall.tokens.map((token) => sit(hall, token, measured).catch(note)));
  return measured;
}

if (process.send && process.argv[1] === import.meta.filename)
  process.on("message", (hall: Hall) => void play(hall).then((measured) => process.send?.(measured)));
