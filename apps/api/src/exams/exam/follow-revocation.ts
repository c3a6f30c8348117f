import { EnterpriseTestApplication } from "@jipei/contract/assessment/enterprise-test-application.ts";
import { enterpriseTestMachine, testApplicationMachine } from "@jipei/contract/assessment/test-application.machine.ts";
import { TestApplication } from "@jipei/contract/assessment/test-application.ts";
import { sql } from "kysely";
import { examsAreTaken } from "../../assessment/assessment.queries.ts";
import type { Tx } from "../../core/database/db.ts";
import { type MoveInput, afterMove, transition } from "../../core/entity/transition.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { now } from "../../core/foundation/clock.ts";
import { type Answer, answers } from "../../core/foundation/ports.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { examLifecycle } from "./exam.lifecycle.ts";

interface Revoked {
  tx: Tx;
  actor: Actor;
  rows: readonly { id: string }[];
  input: MoveInput;
  app: Services;
}

/** Locks the exams of an assessment, then their papers: whoever starts meanwhile waits, and finds the assessment called off. */
const lockExams = answers(examsAreTaken, async (db, applyId) => {
  const { rows } = await sql<{ id: string }>`
    select id from exam where test_apply_id = ${applyId} and is_deleted = 0 order by id for update`.execute(db);
  const ids = rows.map(({ id }) => id);
  await sql`select from exam_paper where exam_id = any(${ids}::bigint[]) and is_deleted = 0 order by id for no key update`.execute(
    db,
  );
});

/**
 * An assessment that is called off takes its exams along: those that have not begun become void. One that candidates are answering keeps the
 * assessment until they have handed in; one that is over stays, as evidence.
 * @throws EXAM_STARTED
 */
async function follow({ tx, actor, rows, input, app }: Revoked): Promise<void> {
  const { rows: exams } = await sql<{ id: string; status: string; startTime: string }>`
    select id, status, start_time from exam where test_apply_id = any(${rows.map(({ id }) => id)}::bigint[]) and status <> '9' and is_deleted = 0
    order by id`.execute(tx);
  if (exams.length === 0) return;
  const { rows: papers } = await sql<{ status: string }>`
    select status from exam_paper where exam_id = any(${exams.map(({ id }) => id)}::bigint[]) and is_deleted = 0`.execute(
    tx,
  );
  if (papers.some(({ status }) => status === "1")) throw new Refusal("EXAM_STARTED");
  const ahead = exams.filter(({ status, startTime }) => status === "0" || (status === "1" && startTime > now()));
  if (ahead.length > 0)
    await transition(
      tx,
      actor,
      examLifecycle,
      "void",
      ahead.map(({ id }) => id),
      { reason: input.reason },
      app,
    );
}

/** What follows for exams when the assessment of an institution or of an enterprise is called off. */
export const examsFollowRevocation: readonly Answer[] = [
  lockExams,
  afterMove(testApplicationMachine, TestApplication, "revoke", follow),
  afterMove(enterpriseTestMachine, EnterpriseTestApplication, "revoke", follow),
];
