import { Grade } from "@jipei/contract/assessment/grade.ts";
import type { Decimal } from "decimal.js";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import { checkVersion } from "../../core/database/rows.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import { columns } from "../../core/entity/columns.ts";
import { updateRow } from "../../core/database/write-rows.ts";
import { type Actor, assertPermission, hasRole } from "../../core/foundation/actor.ts";
import { addMonths } from "../../core/foundation/clock.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { sendSms } from "../../notices/notices.queries.ts";
import { getParameters } from "../../settings/settings.queries.ts";
import { showGradeResults } from "../../training/training.queries.ts";
import { followCorrection, lockLater } from "./follow-correction.ts";
import { lastGrade } from "./last-grade.ts";
import {
  type Entry,
  type KeptScores,
  type Scored,
  type StoredGrade,
  assertKeepsScores,
  getAudited,
  getKeptScores,
  getScale,
  getScored,
  scoreOf,
} from "./grade-columns.ts";
import { gradeIsClaimed } from "./grade.holds.ts";
import { getResultWord, getPhones } from "./grade-notices.ts";
import type { Part } from "./grade-rules.ts";
import { type Application, getApplication } from "./scoring.ts";

/**
 * Corrects a published row, with a reason and both versions in the history. What the publication caused is updated too: result on the roster, parts
 * kept, also in later attempts, a message. @throws ROLE_DENIED, VERSION_CONFLICT, REASON_REQUIRED, SELF_REVIEW, GRADE_CLAIMED, GRADE_CERTIFIED,
 * GRADE_INCOMPLETE, FIELD_FROZEN; GRADE_CHECKED, GRADE_PUBLISHED where a later attempt that is no longer in entry would change
 */
export async function correctGrade(
  tx: Tx,
  actor: Actor,
  row: StoredGrade,
  entry: Entry,
  reason: string,
  app: Services,
): Promise<void> {
  await assertMayCorrect(tx, actor, row, entry, reason, app);
  const application = await getApplication(tx, row.testApplyId);
  const kept = (await getKeptScores(tx, [row])).get(row.id) ?? {};
  assertKeepsScores(row, entry, kept);
  const scale = await getScale(tx);
  const scored = getScored(row, entry, application, scale, kept);
  if (scored.result === "0") throw new Refusal("GRADE_INCOMPLETE", { n: 1 });
  const until = await getKeptUntil(tx, row, scored, kept, application, scale.marks.pass);
  const later = await lockLater(tx, row);
  await updateRow(tx, actor, Grade, row.id, { ...scored, ...until });
  await followCorrection(tx, actor, later, scale, reason);
  await showLastResult(tx, row.studentId);
  const phone = (await getPhones(tx, [row.studentId])).get(row.studentId);
  if (phone)
    await sendSms(tx, app, {
      template: "GRADE_CORRECTED",
      phone: app.cipher.decrypt(phone),
      params: { courseName: row.courseName ?? "", result: getResultWord(scored.result) },
      bizType: "Grade",
      bizId: row.id,
    });
  await writeAudit(tx, actor, [
    {
      bizType: "Grade",
      bizId: row.id,
      action: "correct",
      fromStatus: "2",
      toStatus: "2",
      opinion: reason,
      before: getAudited(row),
      after: getAudited(scored),
    },
  ]);
}

async function assertMayCorrect(
  tx: Tx,
  actor: Actor,
  row: StoredGrade,
  entry: Entry,
  reason: string,
  app: Services,
): Promise<void> {
  assertPermission(actor, "grade_edit");
  if (!hasRole(actor, "clerk")) throw new Refusal("ROLE_DENIED");
  checkVersion(row, entry.version);
  if (reason === "") throw new Refusal("REASON_REQUIRED");
  if (row.scorerIds.includes(actor.userId)) throw new Refusal("SELF_REVIEW");
  if (await app.ports.holds(tx, gradeIsClaimed, row.studentId)) throw new Refusal("GRADE_CLAIMED");
  // A later attempt that kept a part of this one may be the one that was certified.
  const certificate = await tx
    .selectFrom("certificate")
    .select("id")
    .where("studentId", "=", row.studentId)
    .where((one) => one.or([one("isValid", "=", "isValid"), one("replacedBy", "is not", null)]))
    .where("isDeleted", "=", 0)
    .executeTakeFirst();
  if (certificate) throw new Refusal("GRADE_CERTIFIED");
}

/** Shows the result of the last attempt on the roster, also when an earlier one is corrected. */
async function showLastResult(tx: Tx, studentId: string): Promise<void> {
  const { rows } = await sql<
    Pick<StoredGrade, "result">
  >`select last.result from ${lastGrade(sql`${studentId}::bigint`)} last`.execute(tx);
  await showGradeResults(tx, [{ studentId, result: rows[0]?.result ?? null }]);
}

/** Until when the passed parts of a corrected row are kept: those of the previous attempt as before, its own as set at the publication. */
async function getKeptUntil(
  tx: Tx,
  row: StoredGrade,
  scored: Scored,
  kept: KeptScores,
  application: Application,
  pass: Decimal,
) {
  const { "test.keepPart.months": months } = await getParameters(tx, ["test.keepPart.months"]);
  const getDay = (part: Part, date: string | null) => {
    if (kept[part] !== undefined) return date;
    const score = scored[scoreOf[part]];
    return score !== null && pass.lte(score) ? (date ?? addMonths(application.testDate, months)) : null;
  };
  return columns(Grade, {
    keepTheory: getDay("theory", row.keepTheory),
    keepPractice: getDay("practice", row.keepPractice),
    keepReview: getDay("review", row.keepReview),
  });
}
