import { type RawBuilder, sql } from "kysely";
import { isAway } from "../../core/database/database-errors.ts";
import type { Tx } from "../../core/database/db.ts";
import { transition } from "../../core/entity/transition.ts";
import { system } from "../../core/foundation/actor.ts";
import { epoch, fromEpoch, now } from "../../core/foundation/clock.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import { currentContext } from "../../core/foundation/request-context.ts";
import type { Services } from "../../core/foundation/services.ts";
import { nobody } from "../../core/http/journal.ts";
import type { Timer } from "../../core/jobs/jobs.ts";
import { parameter } from "../../settings/settings.queries.ts";
import { markAfterGrace } from "../paper/marks.ts";
import { examPaperLifecycle } from "../paper/paper.lifecycle.ts";
import { examLifecycle } from "./exam.lifecycle.ts";

/**
 * Hands in papers whose deadline has passed, marks those whose grace has ended, opens and ends exams (states.md 9.1-3, 9.1-4, 9.2-4). Each in a
 * transaction of its own, so that one that fails holds nobody up; what somebody else has moved meanwhile is left alone.
 */
export async function moveExams(app: Services): Promise<void> {
  const time = now();
  const graceOver = fromEpoch(epoch() - (await parameter(app.db, "exam.grace.minutes")) * 60_000);
  await moveEach(
    app,
    sql<{ id: string }>`select id from exam_paper where status = '1' and deadline <= ${time} and is_deleted = 0`,
    (tx, id) => transition(tx, system, examPaperLifecycle, "close", [id], {}, app),
  );
  await moveEach(
    app,
    sql<{
      id: string;
    }>`select id from exam_paper where status = '2' and score is null and deadline <= ${graceOver} and is_deleted = 0`,
    markAfterGrace,
  );
  await moveEach(
    app,
    sql<{ id: string }>`select id from exam where status = '1' and start_time <= ${time} and is_deleted = 0`,
    (tx, id) => transition(tx, system, examLifecycle, "open", [id], {}, app),
  );
  await moveEach(
    app,
    sql<{ id: string }>`select id from exam where status = '2' and end_time <= ${time} and is_deleted = 0`,
    (tx, id) => transition(tx, system, examLifecycle, "end", [id], {}, app),
  );
}

/** Moves each row that a query finds. One that fails is reported, and the next minute tries it again. */
async function moveEach(
  app: Services,
  query: RawBuilder<{ id: string }>,
  move: (tx: Tx, id: string) => Promise<unknown>,
): Promise<void> {
  const { rows } = await query.execute(app.db);
  for (const { id } of rows)
    try {
      await app.db.transaction().execute((tx) => move(tx, id));
    } catch (error) {
      if (error instanceof Refusal) continue;
      if (isAway(error)) throw error;
      app.log.error({ err: error, id }, "the clock of exams could not move a row");
      app.journal.failed(error, null, currentContext()?.caller ?? nobody, examTimer.name);
    }
}

export const examTimer: Timer = { name: "exams.clock", cron: "* * * * *", run: moveExams };
