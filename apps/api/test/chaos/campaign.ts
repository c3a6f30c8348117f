import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connected } from "../../src/core/database/connected.ts";
import { loadKeys } from "../../src/core/security/keys.ts";
import { readSettings } from "../../src/core/foundation/settings.ts";
import { type Seen, Unanswered, getCaller, nothingSeen } from "./client.ts";
import type { Installation } from "./installation.ts";
import { notices, parameters, plans, uploads, users } from "./office-writes.ts";
import { attendance, certificates, claims, rosterRows, scores, signUps } from "./training-writes.ts";
import { type World, aWorld } from "./world.ts";
import { type Check, UsedUp, type Write } from "./write.ts";

/** What was acknowledged, compared with what is there. */
export interface Found {
  seen: Seen;
  /** Number of writes acknowledged since the beginning. */
  acknowledged: number;
  lost: string[];
  half: string[];
}

/** The result of a scenario. */
export interface Figures extends Found {
  scenario: string;
  rounds: number;
  /** Milliseconds until everything had recovered, in the worst round. */
  slowest: number;
}

export type Expected = readonly { name: string; check: Check }[];

/** Eleven kinds of writes that go on while failures happen. */
export class Campaign {
  readonly installation: Installation;
  readonly world: World;
  readonly writes: readonly Write[];
  #seen: Seen = nothingSeen();

  private constructor(installation: Installation, world: World) {
    const caller = (name: keyof World["accounts"], loginType: "0" | "1" = "1") =>
      getCaller({ account: world.accounts[name], loginType }, installation.address, () => this.#seen);
    const [clerk, admin] = [caller("clerk", "0"), caller("admin", "0")];
    this.installation = installation;
    this.world = world;
    this.writes = [
      plans(clerk),
      users(admin, world),
      uploads(clerk),
      parameters(admin, world),
      notices(clerk, world),
      rosterRows(caller("enrolment"), world),
      signUps(caller("enrolment"), world),
      attendance(caller("teaching"), world),
      scores(caller("exams"), world),
      certificates(clerk, world),
      claims(caller("claims"), world),
    ];
  }

  /** @param signUps how many are waiting to be decided */
  static async on(installation: Installation, signUps: number): Promise<Campaign> {
    const keys = await loadKeys(readSettings({ DATA_DIR: installation.dataDir }));
    return new Campaign(installation, await aWorld({ url: installation.databaseUrl, keys }, signUps));
  }

  /**
   * Writes all the time, causes failures again and again, and compares afterwards.
   * @param strike causes the failure, and ends what it began
   * @param pause milliseconds of writing before each failure and after the last
   */
  async run(
    scenario: string,
    strike: () => Promise<void>,
    { rounds, pause }: { rounds: number; pause: number },
  ): Promise<Figures> {
    this.#seen = nothingSeen();
    let slowest = 0;
    const figures = await this.writing(async () => {
      for (let round = 0; round < rounds; round++) {
        await sleep(pause * (0.5 + Math.random()));
        await strike();
        slowest = Math.max(slowest, await this.installation.back());
      }
      await sleep(pause);
    });
    return { ...figures, scenario, rounds, slowest };
  }

  /** Goes on writing until something is over, and compares what is there then. */
  async writing(meanwhile: () => Promise<void>): Promise<Found> {
    let over = false;
    const writers = this.writes.map((write) => this.#writer(write, () => over));
    try {
      await meanwhile();
    } finally {
      over = true;
      await Promise.all(writers);
    }
    return this.look(this.installation, this.expected());
  }

  /** Notes what is acknowledged by now. */
  expected(): Expected {
    return this.writes.map((write) => ({ name: write.name, check: write.expected() }));
  }

  /** Compares what was acknowledged with the content of an installation: this one, or one restored from its backup. */
  async look(
    { databaseUrl, dataDir }: Pick<Installation, "databaseUrl" | "dataDir">,
    expected: Expected,
  ): Promise<Found> {
    const seen = this.#seen;
    return connected(databaseUrl, async (client) => {
      const figures = { seen, acknowledged: 0, lost: [] as string[], half: [] as string[] };
      for (const { name, check } of expected) {
        const { acknowledged, lost, half } = await check(client, join(dataDir, "files"));
        figures.acknowledged += acknowledged;
        figures.lost.push(...lost.map((what) => `${name}: ${what}`));
        figures.half.push(...half.map((what) => `${name}: ${what}`));
      }
      return figures;
    });
  }

  async #writer(write: Write, isOver: () => boolean): Promise<void> {
    while (!isOver())
      try {
        await write.make();
        await sleep(20);
      } catch (error) {
        if (error instanceof UsedUp) return;
        // Refusals are already among the unexpected answers; any other error is a mistake of this test.
        if (
          !(error instanceof Unanswered) &&
          !this.#seen.unexpected.some((failure) => failure === (error as Error).message)
        )
          this.#seen.unexpected.push(`${write.name}: ${(error as Error).stack}`);
        await sleep(200);
      }
  }
}
