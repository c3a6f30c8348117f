import { testSubject } from "@jipei/contract/assessment/exam-codes.ts";
import { type TestSubject, getOwedParts } from "@jipei/contract/assessment/parts.ts";
import { TestApplication } from "@jipei/contract/assessment/test-application.ts";
import { getLabels } from "@jipei/contract/core/fields/field.ts";
import { sql } from "kysely";
import type { Db } from "../../../core/database/db.ts";
import { type Refusal, getFailure, invalidField, throwAll } from "../../../core/foundation/refusal.ts";
import { lastGrade } from "../../grades/last-grade.ts";
import type { AnyApplication, OfApplication } from "../application-side.ts";
import { firstTest } from "../test-application.guards.ts";
import { type ApprovalInput, getRefused, getTestDay } from "../test-application.input.ts";

/** A refusal of the parts of an application, which lack some. */
function lacks(parts: readonly TestSubject[], reason: (names: string) => string, reasonEn: (names: string) => string) {
  const names = parts.map((part) => getLabels(testSubject, part));
  const { zh, en } = TestApplication.fields.subjects;
  return invalidField(
    "subjects",
    zh,
    en,
    reason(names.map((name) => name.zh).join("、")),
    reasonEn(names.map((name) => name.en).join(", ")),
  );
}

/** A first assessment has every part that must be passed; otherwise one of two parts would be enough. @throws FIELD_INVALID */
export function assertWhole(level: string | null, testMode: string, taken: readonly TestSubject[]): void {
  const missing = getOwedParts(level, testMode, taken).filter((part) => !taken.includes(part));
  if (missing.length > 0)
    throw lacks(
      missing,
      (names) => `该等级还须考核${names}`,
      (names) => `the level is assessed in ${names} too`,
    );
}

/**
 * An application covers every part that a candidate has yet to pass. Whether a part passed before is still kept is a matter of the day, so it is
 * asked again when the bureau fixes the day. @throws FIELD_INVALID, of a make-up with each candidate who lacks a part
 */
export const coversOwed: OfApplication<ApprovalInput> = async (tx, _actor, row, input) => {
  const taken = row.subjects ?? [];
  if (row.testKind === firstTest) return assertWhole(row.level, row.testMode, taken);
  const refused = getRefused(input);
  throwAll(
    (await findOwed(tx, row, getTestDay(row, input)))
      .map((one) => ({ ...one, missing: one.owed.filter((part) => !taken.includes(part)) }))
      .filter(({ id, missing }) => missing.length > 0 && !refused.has(id))
      .map(({ studentId, name, missing }) => getFailure(lacksMakeUp(name, missing), studentId)),
  );
};

const lacksMakeUp = (name: string, missing: readonly TestSubject[]): Refusal =>
  lacks(
    missing,
    (names) => `${name}还须补考${names}`,
    (names) => `${name} has to take ${names} too`,
  );

/** Until when each part of an earlier attempt is kept. */
interface Kept {
  keepTheory: string | null;
  keepPractice: string | null;
  keepReview: string | null;
}

/** The parts that each admitted candidate of a make-up has to take on a day: those that must be passed and are not kept until then. */
async function findOwed(db: Db, { id: applyId, level, testMode }: AnyApplication, day: string) {
  const { rows } = await sql<Kept & { id: string; studentId: string; name: string; ofFirst: TestSubject[] }>`
    select c.id, c.student_id, s.name, first.subjects as of_first, last.keep_theory, last.keep_practice, last.keep_review
    from test_candidate c
      join trainee s on s.id = c.student_id
      cross join lateral (select f.subjects from grade g join test_application f on f.id = g.test_apply_id
        where g.student_id = c.student_id and g.is_deleted = 0 and g.grade_status = '2' order by g.test_times, g.id limit 1) first
      cross join lateral ${lastGrade(sql`c.student_id`)} last
    where c.test_apply_id = ${applyId} and c.is_deleted = 0 and c.is_eligible <> '0' order by c.id`.execute(db);
  return rows.map(({ id, studentId, name, ofFirst, keepTheory, keepPractice, keepReview }) => {
    const keptUntil = { "1": keepTheory, "2": keepPractice, "3": keepReview };
    const owed = getOwedParts(level, testMode, ofFirst).filter((part) => (keptUntil[part] ?? "") < day);
    return { id, studentId, name, owed };
  });
}
