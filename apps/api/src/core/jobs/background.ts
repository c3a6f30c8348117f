import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type ErrorCode, errors } from "@jipei/contract/core/errors.ts";
import { type Selectable, type UpdateObject, sql } from "kysely";
import { type Actor, restoreActor, storeActor } from "../foundation/actor.ts";
import { isDiskFull, mayRetry, findRefusal } from "../database/database-errors.ts";
import type { Tx } from "../database/db.ts";
import type { Database } from "../database/tables.ts";
import type { Worker } from "./jobs.ts";
import { nobody } from "../http/journal.ts";
import { Refusal } from "../foundation/refusal.ts";
import { currentContext } from "../foundation/request-context.ts";
import type { Services } from "../foundation/services.ts";
import type { Body } from "../foundation/streams.ts";
import type { Words } from "../foundation/texts/words.ts";

/** The result of a job: a sentence, and a file where there is one. */
export interface Outcome extends Words {
  file?: { name: string; key: string };
}

export interface Work<I> {
  app: Services;
  /** Who started the job, with their rights at that moment. */
  actor: Actor;
  input: I;
  /** Reports progress; throws when the owner has cancelled the job or the disk is full. Call it often. It uses a connection outside the transaction. */
  progress(done: number, total?: number): Promise<void>;
  /** Aborts soon after the owner has asked to cancel, for work that is not done in small steps. */
  signal: AbortSignal;
  /** Stores a file for the owner to fetch. @returns what the outcome's `file` takes */
  keep(name: string, body: Body): Promise<{ name: string; key: string }>;
  /** Ends the job in the transaction of its last writes, so that both succeed or fail together. @throws JobCancelled when the owner has cancelled it before */
  done(tx: Tx, outcome: Outcome): Promise<Outcome>;
}

export interface Background<I extends object> {
  worker: Worker;
  /** Writes the job in the caller's transaction. It runs after the commit, and its owner sees it in their tray. */
  start(tx: Tx, app: Services, actor: Actor, title: Words, input: I): Promise<{ jobId: string }>;
}

/** Thrown when the owner has cancelled a job; rolls back its transaction. */
export class JobCancelled extends Error {}

/** Marks jobs as failed when all attempts have failed, so that their owners do not wait for ever. */
export const abandonedJobs: Worker<{ jobId: string }> = {
  name: "jobs.abandoned",
  whileClosed: "run",
  run: (app, { jobId }) => finish(app, jobId, toFailed(null)),
};

/**
 * Declares long work that its owner can watch, cancel and fetch the result of. Its writes belong in one transaction that ends with `work.done`,
 * so that a cancelled or failed job leaves no partial changes, and a finished one does not run again. After a crash, or when the database could
 * not be reached, it runs again from the beginning.
 * @param afterwards cleans up when the job has ended in whatever way; may be called twice
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
        if (job.endTime === null) await perform(app, job, run);
        await afterwards(app, job.input as I);
      },
    },
    async start(tx, app, actor, title, input) {
      const { id } = await tx
        .insertInto("job")
        .values({
          kind,
          userId: actor.userId,
          actor: storeActor(actor),
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

type JobRow = Selectable<Database["job"]>;
type JobChanges = UpdateObject<Database, "job">;

async function perform<I extends object>(
  app: Services,
  job: JobRow,
  run: (work: Work<I>) => Promise<Outcome>,
): Promise<void> {
  const jobId = job.id;
  const started = await app.db
    .updateTable("job")
    .set({ state: "running", done: 0 })
    .where("id", "=", jobId)
    .where("endTime", "is", null)
    .where("cancelAsked", "=", false)
    .executeTakeFirst();
  if (started.numUpdatedRows === 0n) return finish(app, jobId, { state: "cancelled" });
  const storedKeys: string[] = [];
  await using watch = watchCancel(app, jobId);
  try {
    const outcome = await run({
      app,
      actor: restoreActor(job.actor),
      input: job.input as I,
      progress: (done, total) => report(app, jobId, done, total),
      signal: watch.signal,
      async keep(name, body) {
        const key = `jobs/${randomUUID()}`;
        storedKeys.push(key);
        await app.storage.put(key, body);
        return { name, key };
      },
      async done(tx, outcome) {
        const ended = await tx
          .updateTable("job")
          .set(toDone(outcome))
          .where("id", "=", jobId)
          .where("endTime", "is", null)
          .where("cancelAsked", "=", false)
          .executeTakeFirst();
        if (ended.numUpdatedRows === 0n) throw new JobCancelled();
        return outcome;
      },
    });
    await finish(app, jobId, toDone(outcome));
  } catch (error) {
    await handleError(app, job, watch.signal.aborted ? new JobCancelled() : error);
  } finally {
    await removeUnusedFiles(app, jobId, storedKeys);
  }
}

/** Milliseconds between two looks at whether a running job was cancelled. */
const lookEvery = 300;

/** Looks whether the owner has asked to cancel a job, until the work has ended. */
function watchCancel(app: Services, jobId: string): AsyncDisposable & { signal: AbortSignal } {
  const asked = new AbortController();
  const ended = new AbortController();
  const watching = (async () => {
    while (!ended.signal.aborted && !asked.signal.aborted) {
      await sleep(lookEvery, undefined, { signal: ended.signal, ref: false }).catch(() => {});
      if (ended.signal.aborted) return;
      const job = await app.db
        .selectFrom("job")
        .select("cancelAsked")
        .where("id", "=", jobId)
        .executeTakeFirst()
        .catch(() => undefined);
      if (job?.cancelAsked) asked.abort();
    }
  })();
  return {
    signal: asked.signal,
    async [Symbol.asyncDispose]() {
      ended.abort();
      await watching;
    },
  };
}

/** Ends a failed job. @throws temporary errors, after which the queue tries again */
async function handleError(app: Services, job: JobRow, error: unknown): Promise<void> {
  if (error instanceof JobCancelled) return finish(app, job.id, { state: "cancelled" });
  // The database cannot be reached, is busy, or asks to repeat the transaction.
  if (mayRetry(error) || findRefusal(error, {})?.status === 503) throw error;
  if (isDiskFull(error)) return finish(app, job.id, toFailed(new Refusal("DISK_FULL")));
  if (!(error instanceof Refusal)) {
    app.log.error({ err: error, job: job.kind }, "job failed");
    app.journal.failed(error, null, currentContext()?.caller ?? nobody, job.kind);
  }
  await finish(app, job.id, toFailed(error));
}

/** Removes files that the finished job does not name. If that fails, the sweep of unused files removes them later. */
async function removeUnusedFiles(app: Services, jobId: string, storedKeys: readonly string[]): Promise<void> {
  if (storedKeys.length === 0) return;
  try {
    const job = await app.db.selectFrom("job").select("fileKey").where("id", "=", jobId).executeTakeFirst();
    for (const key of storedKeys) if (key !== job?.fileKey) await app.storage.remove(key);
  } catch (error) {
    app.log.warn({ err: error }, "files of a job could not be removed yet");
  }
}

const toDone = ({ zh, en, file }: Outcome): JobChanges => ({
  state: "done",
  messageZh: zh,
  messageEn: en,
  fileName: file?.name ?? null,
  fileKey: file?.key ?? null,
  done: sql<number>`greatest(done, total)`,
  endTime: sql<string>`now()`,
});

function toFailed(error: unknown): JobChanges {
  const [zh, en] = error instanceof Refusal ? [error.zh, error.en] : texts("INTERNAL");
  return { state: "failed", messageZh: zh.slice(0, 500), messageEn: en.slice(0, 500) };
}

const texts = (code: ErrorCode) => [errors[code][1], errors[code][2]] as const;

async function finish(app: Services, jobId: string, values: JobChanges): Promise<void> {
  await app.db
    .updateTable("job")
    .set({ ...values, endTime: sql<string>`now()` })
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
  if (!found || found.cancelAsked) throw new JobCancelled();
  if (app.disk.isFull()) throw new Refusal("DISK_FULL");
}
