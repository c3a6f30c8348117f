import type { ValueOfShape } from "@jipei/contract/core/fields/shape.ts";
import type { gradeCalls } from "@jipei/contract/assessment/grade.calls.ts";
import { Grade } from "@jipei/contract/assessment/grade.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import type { Db, Tx } from "../../core/database/db.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { InvalidFields, Refusal, aboutRows } from "../../core/foundation/refusal.ts";
import { getParameters } from "../../settings/settings.queries.ts";
import { lastGrade } from "./last-grade.ts";
import { type Marks, type Part, type Weights, grade, partOf, parts } from "./grade-rules.ts";
import type { Application } from "./scoring.ts";

export type StoredGrade = StoredRow<typeof Grade>;

type SheetRow = NonNullable<ValueOfShape<typeof gradeCalls.submit.input>["scores"]>[number];
/** What is typed in for one examinee; an absent key leaves the score as it is. */
export interface Entry extends Omit<SheetRow, "id"> {
  id: string;
  version?: number | null;
}

/** Pass marks and weights for total, result and band. */
export interface Scale {
  marks: Marks;
  weights: Weights;
}

/** The marks and weights in force, from the parameters. */
export async function getScale(db: Db): Promise<Scale> {
  const found = await getParameters(db, [
    "grade.pass",
    "grade.good",
    "grade.excellent",
    "grade.weight.theory",
    "grade.weight.practice",
    "grade.weight.high",
  ]);
  const [theory = "0", practice = "0", review = "0"] = found["grade.weight.high"].split("/");
  return {
    marks: { pass: found["grade.pass"], good: found["grade.good"], excellent: found["grade.excellent"] },
    weights: {
      theory: found["grade.weight.theory"],
      practice: found["grade.weight.practice"],
      high: [new Decimal(theory), new Decimal(practice), new Decimal(review)],
    },
  };
}

export const scoreOf = { theory: "theoryScore", practice: "practiceScore", review: "reviewScore" } as const;

/** Scores of parts passed before, which are not assessed again. */
export type KeptScores = Partial<Record<Part, string>>;

/** Scores kept from the previous attempt, by row. They are read from that attempt, since a violation clears those of the row itself. */
export async function getKeptScores(tx: Tx, rows: readonly StoredGrade[]): Promise<Map<string, KeptScores>> {
  const ids = rows.filter((row) => row.keepTheory ?? row.keepPractice ?? row.keepReview).map((row) => row.id);
  if (ids.length === 0) return new Map();
  const found = await sql<{ id: string } & Record<Part, string | null>>`
    select o.id, case when o.keep_theory = last.keep_theory then last.theory_score end as theory, case when o.keep_practice = last.keep_practice then last.practice_score end as practice,
      case when o.keep_review = last.keep_review then last.review_score end as review
    from grade o cross join lateral ${lastGrade(sql`o.student_id`, sql`g.test_times < o.test_times`)} last
    where o.id = any(${ids}::bigint[])`.execute(tx);
  return new Map(
    found.rows.map((row) => [
      row.id,
      Object.fromEntries(parts.flatMap((part) => (row[part] === null ? [] : [[part, row[part]]]))) as KeptScores,
    ]),
  );
}

/** The refusal of a change to a row that is checked or published. @returns GRADE_CHECKED, GRADE_PUBLISHED */
export const noLongerInEntry = ({ id, gradeStatus }: StoredGrade): Refusal =>
  aboutRows(new Refusal(gradeStatus === "2" ? "GRADE_PUBLISHED" : "GRADE_CHECKED"), [id]);

/** Whether two scores are the same, however they are written. */
export const isSameScore = (one: string | null | undefined, other: string | null | undefined): boolean =>
  one == null || other == null ? (one ?? null) === (other ?? null) : new Decimal(one).eq(other);

/** Whether an entry lifts the violation of a row. */
export const lifts = (row: StoredGrade, { isCheat }: Entry): boolean =>
  row.isCheat === "1" && isCheat !== undefined && isCheat !== "1";

/** Refuses another score for a part passed before, which is not assessed again. @throws FIELD_FROZEN */
export function assertKeepsScores(row: StoredGrade, entry: Entry, kept: KeptScores): void {
  for (const part of parts) {
    const score = kept[part];
    const typed = entry[scoreOf[part]];
    // A sheet may be sent as a whole, so the kept score, or what the row shows for it, is accepted.
    const same = typed === undefined || [score, row[scoreOf[part]]].some((known) => isSameScore(known, typed));
    if (score === undefined || same) continue;
    const refusal = new Refusal("FIELD_FROZEN", { field: Grade.fields[scoreOf[part]] });
    throw aboutRows(refusal, [row.id]);
  }
}

/** The columns of a row that an entry sets. */
export type Scored = Pick<
  StoredGrade,
  "theoryScore" | "practiceScore" | "reviewScore" | "isAbsent" | "isCheat" | "totalScore" | "result" | "gradeBand"
>;

/** The columns of a row that an exam alone sets. */
export type Found = Pick<StoredGrade, "examId" | "examScore" | "examCheat">;

/** Whether a row has these scores already, and what follows from them. */
export const hasScored = (row: StoredGrade, scored: Scored & Partial<Found>): boolean =>
  (Object.keys(scored) as (keyof (Scored & Found))[]).every((name) => row[name] === scored[name]);

/** The scores of a row as the history has them. */
export const getAudited = (row: Scored) => ({
  theory: row.theoryScore,
  practice: row.practiceScore,
  review: row.reviewScore,
  result: row.result,
  isAbsent: row.isAbsent,
  isCheat: row.isCheat,
});

/**
 * Merges an entry into the scores of a row and computes total, result and band.
 * @param kept scores of parts that are not taken again; they count whatever else is assessed
 * @throws FIELD_INVALID for somebody absent who has every score
 */
export function getScored(
  row: StoredGrade,
  entry: Entry,
  application: Application,
  { marks, weights }: Scale,
  kept: KeptScores,
): Scored {
  // A violation was stored as 0 in every part, so that lifting it leaves what an exam found alone.
  const standing = lifts(row, entry)
    ? { ...row, theoryScore: row.examScore, practiceScore: null, reviewScore: null }
    : row;
  const merge = <K extends keyof Entry & keyof Scored>(name: K) =>
    entry[name] === undefined ? standing[name] : entry[name];
  const assessed = new Set(application.subjects.map((code) => partOf[code]));
  const taken = parts.filter((part) => assessed.has(part) || kept[part] !== undefined);
  // A part that must be passed and was neither taken nor kept has no score: nobody passes without it.
  const owed = new Set(application.owed.map((code) => partOf[code]));
  const counted = parts.filter((part) => taken.includes(part) || owed.has(part));
  const isCheat = merge("isCheat") === "1";
  const isAbsent = merge("isAbsent") === "1";
  const findScore = (part: Part) => (taken.includes(part) ? (kept[part] ?? merge(scoreOf[part]) ?? null) : null);
  const scores = { theory: findScore("theory"), practice: findScore("practice"), review: findScore("review") };
  if (isAbsent && !isCheat && Object.keys(kept).length === 0 && taken.every((part) => scores[part] !== null))
    throw absentWithScores(row);
  const { totalScore, result, gradeBand } = grade(
    scores,
    counted,
    application.level,
    { isAbsent, isCheat },
    marks,
    weights,
  );
  const getScore = (part: Part) => {
    const score = isCheat && taken.includes(part) ? "0" : scores[part];
    return score === null ? null : new Decimal(score).toFixed(2);
  };
  return {
    theoryScore: getScore("theory"),
    practiceScore: getScore("practice"),
    reviewScore: getScore("review"),
    isAbsent: merge("isAbsent") ?? "0",
    isCheat: merge("isCheat") ?? "0",
    totalScore,
    result,
    gradeBand,
  };
}

/** The refusal of an absence where every part has a score. */
function absentWithScores(row: StoredGrade): Refusal {
  const { zh, en } = Grade.fields.isAbsent;
  return new InvalidFields([
    {
      errorCode: "FIELD_INVALID",
      id: row.id,
      field: "isAbsent",
      msg: `${zh}：${row.name}各科均已登分，请先清除缺考科目的成绩`,
      msgEn: `${en}: ${row.name} has a score in every part; clear those of the parts missed first`,
    },
  ]);
}
