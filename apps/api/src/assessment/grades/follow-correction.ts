import { Grade } from "@jipei/contract/assessment/grade.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import { updateRow } from "../../core/database/write-rows.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import { columns } from "../../core/entity/columns.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import {
  type KeptScores,
  type Scale,
  type StoredGrade,
  getAudited,
  getKeptScores,
  getScored,
  noLongerInEntry,
} from "./grade-columns.ts";
import { type Part, parts } from "./grade-rules.ts";
import { getApplication } from "./scoring.ts";

/** A later attempt of a person, with the scores that it kept before an earlier one was corrected. */
interface Later {
  row: StoredGrade;
  kept: KeptScores;
}

/** The attempts of the same person after a row, locked. */
export async function lockLater(tx: Tx, { studentId, testTimes }: StoredGrade): Promise<Later[]> {
  const { rows } = await sql<StoredGrade>`
    select * from grade where student_id = ${studentId} and test_times > ${testTimes} and is_deleted = 0 order by id for update`.execute(
    tx,
  );
  const kept = await getKeptScores(tx, rows);
  return rows.map((row) => ({ row, kept: kept.get(row.id) ?? {} }));
}

/**
 * Works out later attempts anew whose kept scores a correction has changed. A part that is kept no longer has no score, so that nobody passes by it.
 * @param later as they were before the correction
 * @throws GRADE_CHECKED, GRADE_PUBLISHED where such an attempt is no longer in entry
 */
export async function followCorrection(
  tx: Tx,
  actor: Actor,
  later: readonly Later[],
  scale: Scale,
  reason: string,
): Promise<void> {
  for (const { row, kept: before } of later) {
    const kept = (await getKeptScores(tx, [row])).get(row.id) ?? {};
    if (parts.every((part) => kept[part] === before[part])) continue;
    if (row.gradeStatus !== "0") throw noLongerInEntry(row);
    const isLost = (part: Part) => before[part] !== undefined && kept[part] === undefined;
    const clear = (part: Part) => (isLost(part) ? null : undefined);
    const entry = {
      id: row.id,
      theoryScore: clear("theory"),
      practiceScore: clear("practice"),
      reviewScore: clear("review"),
    };
    const scored = getScored(row, entry, await getApplication(tx, row.testApplyId), scale, kept);
    const until = columns(Grade, {
      keepTheory: isLost("theory") ? null : row.keepTheory,
      keepPractice: isLost("practice") ? null : row.keepPractice,
      keepReview: isLost("review") ? null : row.keepReview,
    });
    await updateRow(tx, actor, Grade, row.id, { ...scored, ...until });
    await writeAudit(tx, actor, [
      {
        bizType: Grade.name,
        bizId: row.id,
        action: "scores",
        opinion: reason,
        before: getAudited(row),
        after: getAudited(scored),
      },
    ]);
  }
}
