import { Grade } from "@jipei/contract/assessment/grade.ts";
import { gradeStatus } from "@jipei/contract/core/fields/codes.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import { checkVersion, lockRows } from "../../core/database/rows.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import type { AuditEntry } from "../../core/entity/audit-entry.ts";
import { columns } from "../../core/entity/columns.ts";
import { updateRow } from "../../core/database/write-rows.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { Refusal, aboutRows, illegalState, worded } from "../../core/foundation/refusal.ts";
import { gradeScope } from "../assessment.scope.ts";
import {
  type Entry,
  type Found,
  type Scored,
  type StoredGrade,
  assertKeepsScores,
  getAudited,
  getKeptScores,
  getScale,
  getScored,
  hasScored,
  isSameScore,
  lifts,
  scoreOf,
} from "./grade-columns.ts";
import { type Part, parts } from "./grade-rules.ts";
import { getApplications, assertMayScore } from "./scoring.ts";

/** What an exam found is corrected by the exam. @throws FIELD_FROZEN */
function assertNotOfExam(row: StoredGrade, entry: Entry): void {
  const frozen = (field: "isCheat" | "theoryScore") =>
    aboutRows(new Refusal("FIELD_FROZEN", { field: Grade.fields[field] }), [row.id]);
  const isLifted = lifts(row, entry);
  if (isLifted && row.examCheat) throw frozen("isCheat");
  if (row.examId === null || entry.theoryScore === undefined) return;
  // While there is a violation the row shows 0; once it is lifted, the score of the exam stands again.
  const standing = isLifted ? [row.examScore] : [row.examScore, row.theoryScore];
  if (!standing.some((score) => isSameScore(score, entry.theoryScore))) throw frozen("theoryScore");
}

/** What the row of a candidate says of their exam; another exam does not take a violation back. */
const getFound = ({ examCheat }: StoredGrade, { theoryScore, isCheat }: Entry, examId: string): Found => ({
  examId,
  examScore: theoryScore ?? null,
  examCheat: examCheat || isCheat === "1",
});

/** An assessor enters scores of the parts that they assess. @throws NOT_ASSIGNED, naming the part and the row */
function assertAssesses(assessed: ReadonlySet<Part> | undefined, row: StoredGrade, entry: Entry, scored: Scored): void {
  const other = parts.find((part) => {
    const name = scoreOf[part];
    return entry[name] !== undefined && scored[name] !== row[name] && !assessed?.has(part);
  });
  if (!other) return;
  const { zh, en } = Grade.fields[scoreOf[other]];
  const refusal = worded("NOT_ASSIGNED", [`您未被安排登记${zh}`, `You are not assigned to enter the score: ${en}`]);
  throw aboutRows(refusal, [row.id]);
}

/**
 * Enters scores of rows still in entry; computes total, result and band. Whoever changes a row this way is one of its scorers from then on.
 * @throws what `assertMayScore` refuses, STATE_ILLEGAL, FIELD_FROZEN for a kept part or what an exam found,
 * FIELD_INVALID for somebody absent who has every score
 * @param examId the exam that the theory scores come from
 */
export async function enterScores(tx: Tx, actor: Actor, entries: readonly Entry[], examId?: string): Promise<void> {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const rows = await lockRows(tx, Grade, gradeScope, actor, [...byId.keys()]);
  const applications = await getApplications(
    tx,
    rows.map((row) => row.testApplyId),
  );
  const mayEnter = new Map<string, ReadonlySet<Part>>();
  for (const application of applications.values())
    mayEnter.set(application.id, await assertMayScore(tx, actor, application));
  const scale = await getScale(tx);
  const keptScores = await getKeptScores(tx, rows);
  const entered: AuditEntry[] = [];
  for (const row of rows) {
    const entry = byId.get(row.id);
    const application = applications.get(row.testApplyId);
    if (!entry || !application) throw new Refusal("NOT_FOUND");
    checkVersion(row, entry.version);
    if (row.gradeStatus !== "0") throw illegalState(gradeStatus, row.gradeStatus ?? "", "登分", "enter scores");
    const kept = keptScores.get(row.id) ?? {};
    assertKeepsScores(row, entry, kept);
    if (!examId) assertNotOfExam(row, entry);
    const scored = getScored(row, entry, application, scale, kept);
    assertAssesses(mayEnter.get(application.id), row, entry, scored);
    const found = examId ? getFound(row, entry, examId) : {};
    // Who sends what stands there already has entered nothing.
    if (hasScored(row, { ...scored, ...found })) continue;
    await updateRow(tx, actor, Grade, row.id, {
      ...scored,
      ...columns(Grade, {
        scorerId: actor.userId,
        scorerIds: [...new Set([...row.scorerIds, actor.userId])],
        ...found,
      }),
    });
    entered.push({
      bizType: Grade.name,
      bizId: row.id,
      action: "scores",
      before: getAudited(row),
      after: getAudited(scored),
    });
  }
  await writeAudit(tx, actor, entered);
}

/** Live rows of an application, locked. */
export async function lockGrades(tx: Tx, actor: Actor, applyId: string): Promise<StoredGrade[]> {
  const ids = await tx
    .selectFrom("grade")
    .select("id")
    .where("testApplyId", "=", applyId)
    .where("isDeleted", "=", 0)
    .execute();
  if (ids.length === 0) throw new Refusal("NOT_FOUND");
  return lockRows(
    tx,
    Grade,
    gradeScope,
    actor,
    ids.map((row) => row.id),
  );
}

/** Sets the state of applications to the lowest state of their rows. */
export const showOnApplications = async (tx: Tx, applyIds: readonly string[]): Promise<void> =>
  void (await sql`update test_application a set grade_status = (select min(g.grade_status) from grade g where g.test_apply_id = a.id and g.is_deleted = 0) where a.id = any(${applyIds}::bigint[])`.execute(
    tx,
  ));
