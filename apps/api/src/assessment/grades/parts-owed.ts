import type { Db } from "../../core/database/db.ts";
import { scoreOf } from "./grade-columns.ts";
import { type Part, partOf } from "./grade-rules.ts";
import { getApplications } from "./scoring.ts";

/** The parts that nobody passes without, by the ids of grades. */
export async function getPartsOwed(db: Db, gradeIds: readonly string[]): Promise<Map<string, Part[]>> {
  if (gradeIds.length === 0) return new Map();
  const grades = await db.selectFrom("grade").select(["id", "testApplyId"]).where("id", "in", gradeIds).execute();
  const applications = await getApplications(
    db,
    grades.map((row) => row.testApplyId),
  );
  return new Map(
    grades.flatMap(({ id, testApplyId }) => {
      const application = applications.get(testApplyId);
      return application ? [[id, application.owed.map((code) => partOf[code])] as const] : [];
    }),
  );
}

/**
 * Grades of applications that lack a result, or the score of a part that nobody passes without: a result may be older than that rule. Whoever was
 * absent or has a violation needs no score.
 */
export async function findIncomplete(
  db: Db,
  applyIds: readonly string[],
): Promise<{ id: string; studentId: string }[]> {
  const grades = await db
    .selectFrom("grade")
    .select(["id", "studentId", "result", "isCheat", "theoryScore", "practiceScore", "reviewScore"])
    .where("testApplyId", "in", applyIds)
    .where("isDeleted", "=", 0)
    .orderBy("id")
    .execute();
  const owed = await getPartsOwed(
    db,
    grades.map(({ id }) => id),
  );
  return grades.filter(({ id, result, isCheat, ...scores }) => {
    const lacks = (owed.get(id) ?? []).some((part) => scores[scoreOf[part]] === null);
    return result === "0" || (lacks && result !== "3" && isCheat !== "1");
  });
}
