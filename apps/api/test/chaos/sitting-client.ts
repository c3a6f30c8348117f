import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { examPaperCalls } from "@jipei/contract/exams/exam-paper.calls.ts";
import { type OpenPaper, type SignedAnswer, signedText } from "@jipei/contract/exams/sitting.ts";
import { studentQuestionCalls } from "@jipei/contract/exams/student-question.calls.ts";
import { type Caller, Unanswered } from "./client.ts";

const letters = ["A", "B"] as const;
const sign = ({ paperId, sitting, key }: OpenPaper, answer: Omit<SignedAnswer, "mac">): SignedAnswer => ({
  ...answer,
  mac: createHmac("sha256", key)
    .update(signedText(paperId, sitting, answer))
    .digest("hex"),
});

/**
 * A candidate as a browser is one: answers all the time, keeps what the server has not acknowledged, and sends it in its order. Its network is
 * cut at random, and it is closed and opened again at random.
 */
export class SittingClient {
  readonly #caller: Caller;
  readonly #examId: string;
  #paper: OpenPaper | null = null;
  #queue: SignedAnswer[] = [];
  #seq = 0;
  #offlineUntil = 0;
  /** The last answer to each question, by its id, and how many were given. */
  readonly given = new Map<string, string>();
  count = 0;

  constructor(caller: Caller, examId: string) {
    this.#caller = caller;
    this.#examId = examId;
  }

  get paperId(): string {
    return this.#paper?.paperId ?? "";
  }

  /** Opens the paper, again and again until the server answers. What it does not have yet is signed anew under the new sitting. */
  async open(): Promise<void> {
    const paper = await patiently(() => this.#caller.ask(studentQuestionCalls.getQuestion, { examId: this.#examId }));
    this.#paper = paper;
    this.#seq = 0;
    this.#queue = this.#queue.map((answer) => sign(paper, { ...answer, seq: ++this.#seq }));
  }

  /** Answers until it is over. @param cut milliseconds that the network is away at most */
  async answer(isOver: () => boolean, cut: number): Promise<void> {
    while (!isOver()) {
      this.#give();
      if (Math.random() < 0.03) this.#offlineUntil = Date.now() + Math.random() * cut;
      if (Date.now() >= this.#offlineUntil) {
        // A browser that was closed keeps what it has not sent.
        if (Math.random() < 0.05) await this.open();
        await this.#send().catch(passOver);
      }
      await sleep(40 + Math.random() * 120);
    }
  }

  /** Sends what is left, and hands in. */
  async finish(): Promise<void> {
    while (this.#queue.length > 0) await patiently(() => this.#send());
    await patiently(() => this.#caller.ask(examPaperCalls.submitExam, { id: this.paperId }));
  }

  #give(): void {
    const paper = this.#paper;
    const question = paper?.questions[Math.floor(Math.random() * paper.questions.length)];
    if (!paper || !question) return;
    const studentAnswer = question.questionType === "2" ? "AB" : (letters[Math.floor(Math.random() * 2)] ?? "A");
    this.#queue.push(sign(paper, { seq: ++this.#seq, id: question.id, studentAnswer, at: Date.now() }));
    this.given.set(question.id, studentAnswer);
    this.count++;
  }

  async #send(): Promise<void> {
    if (!this.#paper || this.#queue.length === 0) return;
    const { paperId, sitting } = this.#paper;
    const answers = this.#queue.slice(0, 500);
    await this.#caller.ask(studentQuestionCalls.submit, { paperId, sitting, answers } as never);
    this.#queue = this.#queue.slice(answers.length);
  }
}

/** The server may be down: everything waits. */
function passOver(error: unknown): void {
  if (!(error instanceof Unanswered)) throw error;
}

async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await work();
    } catch (error) {
      passOver(error);
      await sleep(200);
    }
}
