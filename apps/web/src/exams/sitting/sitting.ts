import { examPaperCalls } from "@jipei/contract/exams/exam-paper.calls.ts";
import type { reportedEvent } from "@jipei/contract/exams/exam-codes.ts";
import type { OpenPaper, SignedAnswer, SittingState } from "@jipei/contract/exams/sitting.ts";
import { studentQuestionCalls } from "@jipei/contract/exams/student-question.calls.ts";
import type { OutputOf } from "@jipei/contract/core/call.ts";
import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import { invoke } from "../../core/api/call-client.ts";
import { CallError } from "../../core/api/call-error.ts";
import { type SittingClock, createClock } from "./sitting-clock.ts";
import { type Progress, forgetPaper, storePaper, storeProgress } from "./sitting-store.ts";
import { sign } from "./sign.ts";

export type HandedIn = OutputOf<typeof examPaperCalls.submitExam>;
type ReportedEvent = CodeOf<typeof reportedEvent>;

/** What the page shows of a sitting. */
export interface SittingView {
  /** answering; the time is up; open on another device; handed in, or void */
  phase: "answering" | "timeUp" | "elsewhere" | "done" | "void";
  answers: Readonly<Record<string, string | null>>;
  marked: ReadonlySet<string>;
  /** Answers that the server does not have yet. */
  unsent: number;
  isOffline: boolean;
  /** The candidate wants to hand in, which waits for the network. */
  wantsHandIn: boolean;
  deadline: number;
  announcements: SittingState["announcements"];
  identity: SittingState["identity"];
  result: HandedIn | null;
  /** Answers that came too late, or from another device: kept as evidence, not counted. */
  uncounted: number;
}

const most = 500;
/** Status of an input that breaks a rule of its shape. */
const invalid = 400;
const [shortPause, longPause, beatEvery] = [2000, 8000, 10_000];

/**
 * One sitting of a paper in this browser. Every answer is stored here at once and sent at once; what cannot be sent waits in its order, signed,
 * and is sent when the network is back. It knows nothing of React: the page subscribes to it.
 */
export class Sitting {
  readonly paper: OpenPaper;
  readonly clock: SittingClock;
  private readonly listeners = new Set<() => void>();
  private view: SittingView;
  private queue: SignedAnswer[];
  private seq: number;
  private lastAt: number;
  private events: { kind: ReportedEvent; at: number }[] = [];
  private lastHeard = 0;
  private busy = false;
  private stopped = false;
  private retry: ReturnType<typeof setTimeout> | null = null;
  private readonly beat: ReturnType<typeof setInterval>;
  private readonly announced = () => this.send();

  /**
   * @param paper as the server opened it, or as it was stored here
   * @param progress what was done with it here before
   * @param isResumed whether it goes on without having asked the server: then its sitting is the one that was stored
   */
  constructor(
    paper: OpenPaper,
    progress: Progress | null,
    isResumed: boolean,
    userId: string,
    sent = performance.now(),
  ) {
    this.paper = paper;
    this.clock = createClock(progress?.offset ?? null);
    if (!isResumed) this.clock.set(paper.state.serverTime, sent);
    this.lastAt = progress?.lastAt ?? 0;
    this.seq = isResumed ? (progress?.seq ?? paper.lastSeq) : paper.lastSeq;
    // A sitting has a key of its own, so what an earlier one could not send is signed anew, with the time of the answer.
    this.queue = (progress?.queue ?? []).map((answer) =>
      isResumed ? answer : sign(paper, { ...answer, seq: ++this.seq }),
    );
    const stored = Object.fromEntries(paper.questions.map(({ id, studentAnswer }) => [id, studentAnswer ?? null]));
    const unsent = Object.fromEntries(this.queue.map(({ id, studentAnswer }) => [id, studentAnswer ?? null]));
    this.view = {
      phase: "answering",
      answers: { ...stored, ...(isResumed ? progress?.answers : {}), ...unsent },
      marked: new Set(progress?.marked),
      unsent: this.queue.length,
      isOffline: isResumed,
      wantsHandIn: progress?.wantsHandIn ?? false,
      deadline: paper.state.deadline,
      announcements: paper.state.announcements,
      identity: paper.state.identity,
      result: null,
      uncounted: 0,
    };
    if (!isResumed) void storePaper({ examId: paper.examId, userId, paper }).catch(() => undefined);
    this.store();
    window.addEventListener("online", this.announced);
    this.beat = setInterval(() => this.tick(), 1000);
    this.send();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  getView = (): SittingView => this.view;

  /** Ends what runs in the background, for good: the paper may be open in another sitting by now, which stores its answers in the same place. */
  stop(): void {
    this.stopped = true;
    clearInterval(this.beat);
    if (this.retry) clearTimeout(this.retry);
    window.removeEventListener("online", this.announced);
  }

  /** Answers a question. @param letters in their order; null takes the answer back */
  answer(id: string, letters: string | null): void {
    if (this.view.phase !== "answering") return;
    // Each answer has a time of its own, by which the server knows it again when a later sitting signs it anew.
    const at = Math.max(this.lastAt + 1, Math.round(this.clock.now()));
    if (at >= this.view.deadline) return;
    this.lastAt = at;
    this.queue = [...this.queue, sign(this.paper, { seq: ++this.seq, id, studentAnswer: letters, at })];
    this.change({ answers: { ...this.view.answers, [id]: letters }, unsent: this.queue.length });
    this.store();
    this.send();
  }

  /** Marks a question to come back to, or unmarks it. */
  mark(id: string): void {
    const marked = new Set(this.view.marked);
    if (!marked.delete(id)) marked.add(id);
    this.change({ marked });
    this.store();
  }

  /** Notes that the page was left, or something copied or pasted. */
  report(kind: ReportedEvent): void {
    if (this.view.phase !== "answering") return;
    this.events.push({ kind, at: Math.round(this.clock.now()) });
    this.lastHeard = 0;
    this.send();
  }

  /** The photo of the identity check was sent. */
  photoSent(): void {
    this.change({ identity: "1" });
  }

  /** Hands in, at once or when the network is back. */
  handIn(): void {
    this.change({ wantsHandIn: true });
    this.store();
    this.send();
  }

  private change(part: Partial<SittingView>): void {
    this.view = { ...this.view, ...part };
    for (const listener of this.listeners) listener();
  }

  private store(): void {
    if (this.stopped) return;
    const { answers, marked, wantsHandIn } = this.view;
    const { paperId } = this.paper;
    const { queue, seq, lastAt } = this;
    const progress = {
      paperId,
      answers,
      marked: [...marked],
      queue,
      seq,
      lastAt,
      offset: this.clock.offset(),
      wantsHandIn,
    };
    // Without storage (a private window) answers are still sent; only a reload without a network would lose some.
    void storeProgress(progress).catch(() => undefined);
  }

  /** Every second: the time may be up, or the server not have heard of the candidate for a while. */
  private tick(): void {
    if (this.view.phase === "answering" && this.clock.now() >= this.view.deadline) this.change({ phase: "timeUp" });
    const isOpen = this.view.phase === "answering" || this.view.phase === "timeUp";
    if (isOpen && performance.now() - this.lastHeard >= beatEvery) this.send();
  }

  /** Sends what waits, one request at a time: answers, then events, then the wish to hand in. */
  private send(): void {
    const isOver = this.view.phase === "done" || this.view.phase === "elsewhere" || this.view.phase === "void";
    if (this.busy || this.stopped || isOver) return;
    if (this.retry) clearTimeout(this.retry);
    this.retry = null;
    this.busy = true;
    void this.exchange().then(
      (isMore) => {
        this.busy = false;
        if (this.view.isOffline) this.cameBack();
        if (isMore) this.send();
      },
      (error: unknown) => {
        this.busy = false;
        this.failed(error);
      },
    );
  }

  private cameBack(): void {
    this.change({ isOffline: false });
    this.report("offline");
  }

  /** @returns whether there is more to send */
  private async exchange(): Promise<boolean> {
    if (this.queue.length > 0) return this.sendAnswers();
    if (this.view.wantsHandIn || this.view.phase === "timeUp") return this.sendHandIn();
    if (this.events.length > 0 || performance.now() - this.lastHeard >= beatEvery) return this.sendBeat();
    return false;
  }

  private async sendAnswers(): Promise<boolean> {
    const { paperId, sitting } = this.paper;
    const answers = this.queue.slice(0, most);
    const sent = performance.now();
    const { fates, state } = await invoke(
      studentQuestionCalls.submit,
      { paperId, sitting, answers },
      { silent: true },
    ).catch((error: unknown) => {
      // What the server calls invalid it will never take: it must not hold up the answers behind it.
      if (error instanceof CallError && error.status === invalid) this.drop(answers, answers.length);
      throw error;
    });
    this.drop(answers, fates.filter(({ fate }) => fate === "evidence").length);
    if (state) this.heard(state, sent);
    return true;
  }

  /** Answers that need not be sent again. @param uncounted how many of them do not count */
  private drop(answers: readonly SignedAnswer[], uncounted: number): void {
    const last = answers.at(-1)?.seq ?? 0;
    this.queue = this.queue.filter(({ seq }) => seq > last);
    this.change({ unsent: this.queue.length, uncounted: this.view.uncounted + uncounted });
    this.store();
  }

  private async sendBeat(): Promise<boolean> {
    const { paperId: id, sitting } = this.paper;
    const events = this.events.slice(0, 100);
    const sent = performance.now();
    const state = await invoke(examPaperCalls.beat, { id, sitting, events }, { silent: true });
    this.events = this.events.slice(events.length);
    this.heard(state, sent);
    return this.events.length > 0;
  }

  private async sendHandIn(): Promise<boolean> {
    const result = await invoke(examPaperCalls.submitExam, { id: this.paper.paperId }, { silent: true });
    this.finish(result);
    return false;
  }

  private finish(result: HandedIn | null): void {
    this.change({ phase: "done", result });
    this.stop();
    void forgetPaper(this.paper.examId, this.paper.paperId).catch(() => undefined);
  }

  private heard(state: SittingState, sent: number): void {
    this.lastHeard = performance.now();
    this.clock.set(state.serverTime, sent);
    this.change({ deadline: state.deadline, announcements: state.announcements, identity: state.identity });
    if (state.status === "9") this.change({ phase: "void" });
    else if (state.status !== "1") this.change({ wantsHandIn: true, phase: "timeUp" });
    else if (!state.isCurrent) this.change({ phase: "elsewhere" });
    // The invigilator may have added time after it was up.
    else if (this.view.phase === "timeUp" && this.clock.now() < state.deadline) this.change({ phase: "answering" });
  }

  /** Without an answer of the server everything waits; what it refuses is not sent again. */
  private failed(error: unknown): void {
    if (this.stopped) return;
    const isReached = error instanceof CallError && error.status > 0 && error.status < 500;
    if (isReached && (error.errorCode === "PAPER_CLOSED" || error.errorCode === "NOT_FOUND")) {
      this.change({ phase: "void" });
      return;
    }
    // 401: the session expired; its owner signs in again in the frame, and the answers wait.
    this.change({ isOffline: !isReached });
    this.retry = setTimeout(() => this.send(), this.view.unsent > 0 ? shortPause : longPause);
  }
}
