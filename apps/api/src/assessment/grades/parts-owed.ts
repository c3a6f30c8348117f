import type { Db } from "../../core/database/db.ts";
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
