import { sql } from "kysely";
import { transition } from "../../core/entity/transition.ts";
import { system } from "../../core/foundation/actor.ts";
import { now } from "../../core/foundation/clock.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import type { Timer } from "../../core/jobs/jobs.ts";
import { examPaperLifecycle } from "../paper/paper.lifecycle.ts";
import { examLifecycle } from "./exam.lifecycle.ts";

/**
 * Opens and ends exams, and hands in papers whose deadline has passed (states.md 9.1-3, 9.1-4, 9.2-4). Each in a transaction of its own,
 * so that one that fails holds nobody up; what somebody else has moved meanwhile is left alone.
 */
export async function moveExams(app: Services): Promise<void> {
  const time = now();
  await moveEach(
    app,
    await find(app, sql`select id from exam_paper where status = '1' and deadline <= ${time} and is_deleted = 0`),
    (tx, id) => transition(tx, system, examPaperLifecycle, "close", [id], {}, app),
  );
  await moveEach(
    app,
    await find(app, sql`select id from exam where status = '1' and start_time <= ${time} and is_deleted = 0`),
    (tx, id) => transition(tx, system, examLifecycle, "open", [id], {}, app),
  );
  await moveEach(
    app,
    await find(app, sql`select id from exam where status = '2' and end_time <= ${time} and is_deleted = 0`),
    (tx, id) => transition(tx, system, examLifecycle, "end", [id], {}, app),
  );
}

async function find(app: Services, query: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await query.execute(app.db);
  return (rows as { id: string }[]).map(({ id }) => id);
}

async function moveEach(
  app: Services,
  ids: readonly string[],
  move: (
    tx: Parameters<Parameters<ReturnType<Services["db"]["transaction"]>["execute"]>[0]>[0],
    id: string,
  ) => Promise<unknown>,
): Promise<void> {
  for (const id of ids)
    try {
      await app.db.transaction().execute((tx) => move(tx, id));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
}

export const examTimer: Timer = { name: "exams.clock", cron: "* * * * *", run: moveExams };
