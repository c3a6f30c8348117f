import type { Grade } from "@jipei/contract/assessment/grade.ts";
import { sql } from "kysely";
import type { BatchEffect } from "../../core/entity/transition.ts";
import { addMonths } from "../../core/foundation/clock.ts";
import { sendSmsEach } from "../../notices/notices.queries.ts";
import { getParameters } from "../../settings/settings.queries.ts";
import { showGradeResults } from "../../training/training.queries.ts";
import { resultsAreOut } from "./grade.holds.ts";
import { getPhones, getResultWord } from "./grade-notices.ts";
import { getApplications } from "./scoring.ts";

/** Keeps passed parts for some months from the day of the assessment, shows the results on the roster, and sends each person a text message. */
export const publishRows: BatchEffect<typeof Grade> = async (tx, _actor, rows, _input, app) => {
  const ids = rows.map((row) => row.id);
  const { "grade.pass": pass, "test.keepPart.months": months } = await getParameters(tx, [
    "grade.pass",
    "test.keepPart.months",
  ]);
  const applications = await getApplications(
    tx,
    rows.map((row) => row.testApplyId),
  );
  for (const { id, testDate } of applications.values()) {
    const until = addMonths(testDate, months);
    await sql`
      update grade set keep_theory = coalesce(keep_theory, case when theory_score >= ${pass.toString()}::numeric then ${until}::date end),
        keep_practice = coalesce(keep_practice, case when practice_score >= ${pass.toString()}::numeric then ${until}::date end),
        keep_review = coalesce(keep_review, case when review_score >= ${pass.toString()}::numeric then ${until}::date end)
      where test_apply_id = ${id} and id = any(${ids}::bigint[])`.execute(tx);
  }
  await showGradeResults(tx, rows);
  const phones = await getPhones(
    tx,
    rows.map((row) => row.studentId),
  );
  const messages = rows.flatMap((row) => {
    const phone = phones.get(row.studentId);
    return phone
      ? [
          {
            template: "GRADE_PUB" as const,
            phone: app.cipher.decrypt(phone),
            params: { courseName: row.courseName ?? "", result: getResultWord(row.result) },
            bizType: "Grade",
            bizId: row.id,
          },
        ]
      : [];
  });
  await sendSmsEach(tx, app, messages);
  for (const classId of new Set(rows.flatMap((row) => row.classId ?? [])))
    await app.ports.ask(tx, resultsAreOut, { tx, app, classId });
};
