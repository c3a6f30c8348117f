import { jobCancel, jobList } from "@jipei/contract/core/job.ts";
import { setTimeout as sleep } from "node:timers/promises";
import type { SmallDisk } from "../database/small-disk.ts";
import type { Campaign } from "./campaign.ts";
import { Unanswered, getCaller, nothingSeen } from "./client.ts";

/** A failure that hits an installation in the middle of writes, and the most that its callers may notice of it. */
export interface Scenario {
  name: string;
  strike: (campaign: Campaign) => Promise<void>;
  /** Whether connections of callers may break: only where the server itself is killed. */
  mayBreak?: true;
  /** Whether callers may be asked to try again later. */
  mayRefuse?: true;
  /** The most rounds, for failures after which the supervisor waits longer with each restart. */
  rounds?: number;
}

/** @param lockFor milliseconds that another session holds a lock */
export const scenarios = (lockFor: number): readonly Scenario[] => [
  {
    name: "database restarted fast",
    strike: ({ installation }) => installation.strikeDatabase("SIGINT"),
    mayRefuse: true,
    rounds: 4,
  },
  { name: "all sessions terminated", strike: terminateAll, mayRefuse: true },
  {
    name: `lock held for ${lockFor / 1000} s`,
    strike: (campaign) => holdLock(campaign, lockFor),
    mayRefuse: true,
    rounds: 1,
  },
  {
    name: "database restarted immediately",
    strike: ({ installation }) => installation.strikeDatabase("SIGQUIT"),
    mayRefuse: true,
    rounds: 4,
  },
  { name: "jobs cancelled", strike: cancelJobs },
  {
    name: "postmaster killed",
    strike: ({ installation }) => installation.strikeDatabase("SIGKILL"),
    mayRefuse: true,
    rounds: 4,
  },
  {
    name: "server killed under its supervisor",
    strike: ({ installation }) => installation.strikeServer(),
    mayBreak: true,
    mayRefuse: true,
    rounds: 4,
  },
];

/** @param disk the file system that the data folder lies on */
export const fullDisk = (disk: SmallDisk): Scenario => ({
  name: "disk full",
  strike: () => fillUp(disk),
  mayRefuse: true,
  rounds: 4,
});

async function fillUp(disk: SmallDisk): Promise<void> {
  disk.fill();
  try {
    await sleep(3_000);
  } finally {
    disk.makeRoom();
  }
}

/** Needs a second node. */
export const rollingRestart: Scenario = {
  name: "rolling restart of two nodes",
  strike: ({ installation }) => installation.roll(),
  rounds: 3,
};

const terminateAll = async ({ installation }: Campaign): Promise<void> =>
  void (await installation.asSuperuser((client) =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    ),
  ));

/** Writes to students must wait for the lock; other writes, and all reads, must not. */
async function holdLock({ installation, world }: Campaign, milliseconds: number): Promise<void> {
  const seen = nothingSeen();
  const reader = getCaller({ account: world.accounts.admin }, installation.address, () => seen);
  await installation.asSuperuser(async (client) => {
    await client.query("begin");
    await client.query("lock table student in exclusive mode");
    const end = Date.now() + milliseconds;
    while (Date.now() < end) {
      await reader.ask(jobList, undefined as never);
      const ready = await fetch(`${installation.address()}/api/ready`);
      if (ready.status !== 200) throw new Error(`not ready while somebody holds a lock: ${await ready.text()}`);
      await sleep(250);
    }
    await client.query("rollback");
  });
}

/** Cancels a background job of the clerk at an arbitrary moment. */
async function cancelJobs({ installation, world }: Campaign): Promise<void> {
  const clerk = getCaller({ account: world.accounts.clerk }, installation.address, nothingSeen);
  for (let n = 0; n < 5; n++) {
    for (const { id, endTime } of await clerk.ask(jobList, undefined as never))
      if (endTime === null) await clerk.ask(jobCancel, { id }).catch(unlessUnanswered);
    await sleep(Math.random() * 100);
  }
}

function unlessUnanswered(error: unknown): void {
  if (!(error instanceof Unanswered)) throw error;
}
