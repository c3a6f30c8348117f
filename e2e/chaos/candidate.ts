import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { getSession } from "../browser-session.ts";
import { pane } from "../harness.ts";

/** What happens to a candidate, by chance. Times in milliseconds. */
export interface Fortune {
  /** Between two answers, on average. */
  pace: number;
  /** Longest time without a network. */
  cut: number;
  /** Share of the steps at which the network goes away, and at which the browser is closed. */
  cuts: number;
  closings: number;
}

/** A candidate at a real browser, who answers until the deadline; the network goes away and comes back, the page is closed and opened again. */
export class Candidate {
  readonly account: string;
  /** What is chosen of each question, as the options read, by the id of the question in the paper. */
  readonly chosen = new Map<string, string[]>();
  answers = 0;
  cuts = 0;
  closings = 0;
  readonly #context: BrowserContext;
  #page: Page | undefined;
  #offlineUntil = 0;

  private constructor(account: string, context: BrowserContext) {
    this.account = account;
    this.#context = context;
  }

  static async arrive(browser: Browser, url: string, account: string, password: string): Promise<Candidate> {
    const storageState = await getSession(url, account, password);
    const context = await browser.newContext({
      baseURL: url,
      storageState,
      locale: "zh-CN",
      viewport: { width: 1024, height: 700 },
      reducedMotion: "reduce",
    });
    // The machine of all candidates is busier than one of theirs.
    context.setDefaultTimeout(180_000);
    return new Candidate(account, context);
  }

  /** Opens the paper, again and again until the server answers. */
  async open(examId: string): Promise<void> {
    for (;;) {
      const page = await this.#context.newPage();
      try {
        await page.goto(`/stu/exam/${examId}`);
        const whole = pane(page).getByRole("button", { name: "全部题目" });
        const ended = pane(page).locator(".sitting-end");
        await whole.or(ended).first().waitFor();
        if (await whole.isVisible()) await whole.click();
        this.#page = page;
        return;
      } catch {
        // The server is down, or came back a moment ago.
        await page.close();
        await sleep(1000);
      }
    }
  }

  /** Answers until some seconds before the deadline, then waits until the paper is handed in. @param deadline milliseconds of the epoch */
  async sit(examId: string, deadline: number, fortune: Fortune): Promise<void> {
    while (Date.now() < deadline - 15_000) {
      await this.#step(examId, deadline, fortune);
      await sleep(fortune.pace * (0.5 + Math.random()));
    }
    await this.#reachNetwork();
    if (!this.#page) throw new Error(`${this.account} has no page`);
    await pane(this.#page)
      .locator(".sitting-score")
      .waitFor({ timeout: 15 * 60_000 });
    await this.#context.close();
  }

  async #step(examId: string, deadline: number, { cut, cuts, closings }: Fortune): Promise<void> {
    const isOffline = Date.now() < this.#offlineUntil;
    if (!isOffline && this.#offlineUntil > 0) await this.#reachNetwork();
    if (!isOffline && Math.random() < cuts) {
      // Whoever is away at the deadline comes back before the grace is over.
      this.#offlineUntil = Math.min(Date.now() + Math.random() * cut, deadline + 9 * 60_000);
      this.cuts++;
      await this.#context.setOffline(true);
    } else if (Math.random() < closings) {
      this.closings++;
      await this.#page?.close();
      // A page that was closed without a network is loaded once there is one.
      await this.#reachNetwork();
      await this.open(examId);
    } else await this.#answer();
  }

  async #reachNetwork(): Promise<void> {
    await sleep(Math.max(0, this.#offlineUntil - Date.now()));
    this.#offlineUntil = 0;
    await this.#context.setOffline(false);
  }

  async #answer(): Promise<void> {
    if (!this.#page) return;
    const questions = pane(this.#page).locator(".sitting-question");
    const question = questions.nth(Math.floor(Math.random() * (await questions.count())));
    const options = question.locator(".sitting-option");
    const option = options.nth(Math.floor(Math.random() * (await options.count()))).locator("input");
    const id = ((await option.getAttribute("name")) ?? "").replace("question-", "");
    const [isRadio, wasChecked] = [(await option.getAttribute("type")) === "radio", await option.isChecked()];
    if (isRadio && wasChecked) return;
    await option.click();
    this.answers++;
    this.chosen.set(id, await question.locator(".sitting-option:has(input:checked) > span:last-child").allInnerTexts());
    // What is stored is stored by then: nobody closes a browser faster.
    await sleep(300);
  }
}
