import { randomUUID } from "node:crypto";
import { type ErrorCode, errors } from "@jipei/contract/core/errors.ts";
import { sql } from "kysely";
import type { Actor } from "./actor.ts";
import { isDiskFull, mayRetry, refusalOf } from "./database-errors.ts";
import type { Tx } from "./db.ts";
import type { Worker } from "./jobs.ts";
import { nobody } from "./journal.ts";
import { Refusal } from "./refusal.ts";
import { currentContext } from "./request-context.ts";
import type { Services } from "./services.ts";
import type { Body } from "./streams.ts";

/** Two languages of one text. */
export interface Words {
  zh: string;
  en: string;
}

/** What came of a job: a sentence, and a file where there is one. */
export interface Outcome extends Words {
  file?: { name: string; key: string };
}

export interface Work<I> {
  app: Services;
  /** Who started it, with the rights of that moment. */
  actor: Actor;
  input: I;
  /** Says how far the work is, and ends it when its owner has cancelled it or the disk is full. Call it often, outside of transactions' own connection. */
  progress(done: number, total?: number): Promise<void>;
  /** Stores a file for the owner to fetch. @returns what the outcome's `file` takes */
  keep(name: string, body: Body): Promise<{ name: string; key: string }>;
  /** Ends the job in the transaction of its last writes: it is done exactly when they are. @throws JobCancelled where its owner was quicker */
  done(tx: Tx, outcome: Outcome): Promise<Outcome>;
}

export interface Background<I extends object> {
  worker: Worker;
  /** Writes the job in the caller's transaction; it runs after the commit, and its owner finds it in his tray. */
  start(tx: Tx, app: Services, actor: Actor, title: Words, input: I): Promise<{ jobId: string }>;
}

/** Ends a job that its owner no longer wants; what its transaction wrote is undone. */
export class JobCancelled extends Error {}

/** Takes up the jobs that no try could end: their owner is told instead of waiting for ever. */
export const abandonedJobs: Worker<{ jobId: string }> = {
  name: "jobs.abandoned",
  run: (app, { jobId }) => finish(app, jobId, failedBy(null)),
};

/**
 * Long work that its owner can watch, cancel and fetch the result of. Writes belong in one transaction that ends with `work.done`, so that a
 * cancelled or failed job leaves nothing half done, and one that was done is not done again. After a crash, and when the database was away,
 * it runs again from the beginning.
 * @param afterwards tidies up once the job has ended, however it did; may be called twice
 */
export function background<I extends object>(
  kind: string,
  run: (work: Work<I>) => Promise<Outcome>,
  afterwards: (app: Services, input: I) => Promise<void> = async () => {},
): Background<I> {
  return {
    worker: {
      name: kind,
      retries: 4,
      cancellable: true,
      deadLetter: abandonedJobs.name,
      async run(app, { jobId }) {
        const job = await app.db.selectFrom("job").selectAll().where("id", "=", jobId).executeTakeFirst();
        if (!job) return;
        if (job["endTime"] === null) await perform(app, job, run);
        await afterwards(app, job["input"]);
      },
    },
    async start(tx, app, actor, title, input) {
      const { id } = await tx
        .insertInto("job")
        .values({
          kind,
          userId: actor.userId,
          actor: JSON.stringify({ ...actor, permissions: [...actor.permissions] }),
          titleZh: title.zh,
          titleEn: title.en,
          input: JSON.stringify(input),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await app.jobs.send(tx, kind, { jobId: id });
      return { jobId: id };
    },
  };
}

async function perform<I extends object>(
  app: Services,
  job: Record<string, any>,
  run: (work: Work<I>) => Promise<Outcome>,
): Promise<void> {
  const jobId: string = job["id"];
  const begun = await app.db
    .updateTable("job")
    .set({ state: "running", done: 0 })
    .where("id", "=", jobId)
    .where("endTime", "is", null)
    .where("cancelAsked", "=", false)
    .executeTakeFirst();
  if (begun.numUpdatedRows === 0n) return finish(app, jobId, { state: "cancelled" });
  const kept: string[] = [];
  try {
    const outcome = await run({
      app,
      actor: actorOf(job["actor"]),
      input: job["input"],
      progress: (done, total) => report(app, jobId, done, total),
      async keep(name, body) {
        const key = `jobs/${randomUUID()}`;
        kept.push(key);
        await app.storage.put(key, body);
        return { name, key };
      },
      async done(tx, outcome) {
        const ended = await tx
          .updateTable("job")
          .set(doneBy(outcome))
          .where("id", "=", jobId)
          .where("endTime", "is", null)
          .where("cancelAsked", "=", false)
          .executeTakeFirst();
        if (ended.numUpdatedRows === 0n) throw new JobCancelled();
        return outcome;
      },
    });
    await finish(app, jobId, doneBy(outcome));
  } catch (error) {
    await endedBy(app, job, error);
  } finally {
    await removeUnnamed(app, jobId, kept);
  }
}

/** @throws what will pass: then the queue tries again */
async function endedBy(app: Services, job: Record<string, any>, error: unknown): Promise<void> {
  if (error instanceof JobCancelled) return finish(app, job["id"], { state: "cancelled" });
  // The database is away, busy, or wants the transaction again.
  if (mayRetry(error) || refusalOf(error, {})?.status === 503) throw error;
  if (isDiskFull(error)) return finish(app, job["id"], failedBy(new Refusal("DISK_FULL")));
  if (!(error instanceof Refusal)) {
    app.log.error({ err: error, job: job["kind"] }, "job failed");
    app.journal.fault(error, null, currentContext()?.caller ?? nobody, job["kind"]);
  }
  await finish(app, job["id"], failedBy(error));
}

/** Files that the job does not name in the end. What cannot be removed now is swept later, as unnamed. */
async function removeUnnamed(app: Services, jobId: string, kept: readonly string[]): Promise<void> {
  if (kept.length === 0) return;
  try {
    const job = await app.db.selectFrom("job").select("fileKey").where("id", "=", jobId).executeTakeFirst();
    for (const key of kept) if (key !== job?.["fileKey"]) await app.storage.remove(key);
  } catch (error) {
    app.log.warn({ err: error }, "files of a job could not be removed yet");
  }
}

const doneBy = ({ zh, en, file }: Outcome) => ({
  state: "done",
  messageZh: zh,
  messageEn: en,
  fileName: file?.name ?? null,
  fileKey: file?.key ?? null,
  done: sql<number>`greatest(done, total)`,
  endTime: sql<string>`now()`,
});

function failedBy(error: unknown): { state: string; messageZh: string; messageEn: string } {
  const [zh, en] = error instanceof Refusal ? [error.zh, error.en] : texts("INTERNAL");
  return { state: "failed", messageZh: zh.slice(0, 500), messageEn: en.slice(0, 500) };
}

const texts = (code: ErrorCode) => [errors[code][1], errors[code][2]] as const;

async function finish(app: Services, jobId: string, values: Record<string, unknown>): Promise<void> {
  await app.db
    .updateTable("job")
    .set({ ...values, endTime: sql`now()` } as never)
    .where("id", "=", jobId)
    .where("endTime", "is", null)
    .execute();
}

async function report(app: Services, jobId: string, done: number, total?: number): Promise<void> {
  const found = await app.db
    .updateTable("job")
    .set({ done, ...(total === undefined ? {} : { total }) })
    .where("id", "=", jobId)
    .returning("cancelAsked")
    .executeTakeFirst();
  if (!found || found["cancelAsked"]) throw new JobCancelled();
  if (app.disk.isFull()) throw new Refusal("DISK_FULL");
}

/** Scopes of rows travel with the actor; calls were already let through when the job was started. */
const actorOf = (stored: Omit<Actor, "permissions" | "closedTo"> & { permissions: string[] }): Actor => ({
  ...stored,
  permissions: new Set(stored.permissions),
  closedTo: () => false,
});
