import { randomInt } from "node:crypto";
import type { BankCell } from "@jipei/contract/exams/exam.calls.ts";
import type { Difficulty, QuestionType } from "@jipei/contract/exams/question.ts";
import { difficulty, questionType } from "@jipei/contract/core/fields/codes.ts";
import { getLabels } from "@jipei/contract/core/fields/field.ts";
import { Exam } from "@jipei/contract/exams/exam.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../core/database/db.ts";
import { Refusal, invalidValue } from "../../core/foundation/refusal.ts";
import { Kept } from "../../core/database/kept.ts";
import { type Condition, everything } from "../../core/database/sql.ts";
import type { Services } from "../../core/foundation/services.ts";
import type { Draw } from "./draws.ts";
import { type Blueprint, getKinds, shareOut, splitByDifficulty } from "./blueprint.ts";

/** What the questions of an exam are drawn from. */
export interface Source extends Blueprint {
  courseId: string;
  classificationId?: string | null;
  byWeight: "1" | "0";
  bankOrgId: string | null;
}

interface Point {
  id: string;
  name: string;
  weight: string;
}

/** Questions of one kind, difficulty and, where weights count, knowledge point. */
interface Cell {
  questionType: QuestionType;
  difficulty: Difficulty;
  point: Point | null;
  needed: number;
}

/** The cells of a blueprint that need questions. @throws FIELD_INVALID where weights shall count and no knowledge point has one */
async function getCells(db: Db, source: Source): Promise<Cell[]> {
  const points = source.byWeight === "1" ? await readPoints(db, source) : [];
  return Object.entries(getKinds(source)).flatMap(([questionType, { count }]) =>
    Object.entries(splitByDifficulty(count, source)).flatMap(([difficulty, needed]): Cell[] => {
      const cell = { questionType: questionType as QuestionType, difficulty: difficulty as Difficulty };
      if (points.length === 0) return needed > 0 ? [{ ...cell, point: null, needed }] : [];
      const shares = shareOut(
        needed,
        points.map(({ weight }) => weight),
      );
      return points.flatMap((point, index) => (shares[index] ? [{ ...cell, point, needed: shares[index] }] : []));
    }),
  );
}

/** The knowledge points that questions are shared out among: those of the first level, or right below the chosen one. */
async function readPoints(db: Db, { courseId, classificationId }: Source): Promise<Point[]> {
  const points = await db
    .selectFrom("questionClassification")
    .select(["id", "name", "weight"])
    .where("courseId", "=", courseId)
    .where("parentId", classificationId ? "=" : "is", classificationId ?? null)
    .where("weight", ">", "0")
    .where("isDeleted", "=", 0)
    .orderBy("sort")
    .orderBy("id")
    .$narrowType<{ weight: string }>()
    .execute();
  if (points.length === 0)
    throw invalidValue(Exam, "byWeight", "知识点未设置鉴定比重", "no knowledge point has a weight");
  return points;
}

interface Found {
  questionType: QuestionType;
  difficulty: Difficulty;
  place: string | null;
  questionIds: string[];
  editions: number[];
}

/** Questions in use that the exam may show, by cell. @param which condition on a question (alias `t`) */
async function readQuestions(db: Db, source: Source, places: readonly string[], which: Condition): Promise<Found[]> {
  const whole = source.classificationId ? [source.classificationId] : null;
  const tops = places.length > 0 ? places : whole;
  const place = places.length > 0 ? sql`p.top` : sql`null::bigint`;
  const below = tops
    ? sql`join (with recursive below as (select c.id, c.id as top from question_classification c where c.id = any(${tops}::bigint[])
        union select c.id, b.top from question_classification c join below b on c.parent_id = b.id where c.is_deleted = 0)
        select id, top from below) p on p.id = t.classification_id`
    : sql``;
  const { rows } = await sql<Found>`
    select t.question_type, t.difficulty, ${place} as place, array_agg(t.id order by t.id) as question_ids, array_agg(t.edition order by t.id) as editions
    from question t ${below}
    where t.course_id = ${source.courseId} and t.org_id is not distinct from ${source.bankOrgId}::bigint and t.is_valid = 'isValid' and t.is_deleted = 0 and ${which}
    group by 1, 2, 3`.execute(db);
  return rows;
}

interface Matched {
  cell: Cell;
  found: Found | undefined;
}

/** The cells of an exam, each with the questions that the bank has for it. @param which condition on a question (alias `t`) */
async function matchCells(db: Db, source: Source, which = everything): Promise<Matched[]> {
  const cells = await getCells(db, source);
  const places = [...new Set(cells.flatMap(({ point }) => point?.id ?? []))];
  const questions = await readQuestions(db, source, places, which);
  return cells.map((cell) => ({
    cell,
    found: questions.find(
      ({ questionType, difficulty, place }) =>
        questionType === cell.questionType && difficulty === cell.difficulty && place === (cell.point?.id ?? null),
    ),
  }));
}

const toBankCell = ({ cell: { questionType, difficulty, point, needed }, found }: Matched): BankCell => ({
  questionType,
  difficulty,
  classificationId: point?.id ?? null,
  classificationName: point?.name ?? null,
  needed,
  found: found?.questionIds.length ?? 0,
});

/** What an exam needs of the bank, beside what there is. */
export const compareWithBank = async (db: Db, source: Source): Promise<BankCell[]> =>
  (await matchCells(db, source)).map(toBankCell);

/** @throws EXAM_BANK_SHORT naming what is missing first */
export function assertEnough(cells: readonly BankCell[]): void {
  const short = cells.find(({ needed, found }) => found < needed);
  if (!short) return;
  const kind = getLabels(questionType, short.questionType);
  const level = getLabels(difficulty, short.difficulty);
  const place = short.classificationName ? ` ${short.classificationName} ` : "";
  throw new Refusal("EXAM_BANK_SHORT", {
    type: { zh: `${place}${kind.zh}`, en: `${place}${kind.en}` },
    difficulty: level,
    n: short.needed - short.found,
  });
}

/**
 * What a paper is drawn from when the keys of an exam have been read: the bank as it is now, without any question of a paper that was handed in.
 * @throws EXAM_BANK_SHORT
 */
export async function readUnseen(db: Db, examId: string, source: Source): Promise<PoolCell[]> {
  const unseen = sql`not exists (select from student_question a join exam_paper p on p.id = a.paper_id
    where p.exam_id = ${examId} and p.status not in ('0', '1') and a.question_id = t.id)`;
  const matched = await matchCells(db, source, unseen);
  assertEnough(matched.map(toBankCell));
  return matched.flatMap(({ cell: { questionType, needed }, found }) =>
    found ? [{ questionType, needed, questionIds: found.questionIds, editions: found.editions }] : [],
  );
}

/**
 * Freezes what papers of an exam are drawn from: a question that is changed, or goes out of use, changes no paper any more.
 * @param isFixed whether everybody gets the same questions, which are drawn now
 */
export async function freezePool(tx: Tx, examId: string, source: Source, isFixed: boolean): Promise<void> {
  const cells = await matchCells(tx, source);
  const rows = cells.flatMap(({ cell: { questionType, difficulty, point, needed }, found }) => {
    if (!found) return [];
    const picked = isFixed ? sample(found.questionIds.length, needed) : found.questionIds.map((_id, index) => index);
    return [
      {
        examId,
        questionType,
        difficulty,
        classificationId: point?.id ?? null,
        needed,
        questionIds: picked.flatMap((index) => found.questionIds[index] ?? []),
        editions: picked.flatMap((index) => found.editions[index] ?? []),
      },
    ];
  });
  if (rows.length > 0) await tx.insertInto("examPool").values(rows).execute();
}

export interface PoolCell {
  questionType: QuestionType;
  needed: number;
  questionIds: readonly string[];
  editions: readonly number[];
}

// A pool never changes, and may have a hundred thousand questions: those of the last exams are kept.
const kept = new Kept<readonly PoolCell[]>(20);

/** What papers of a published exam are drawn from. */
export async function readPool(db: Db, app: Services, examId: string): Promise<readonly PoolCell[]> {
  const known = kept.get(app, examId);
  if (known) return known;
  const { rows } = await sql<PoolCell>`
    select question_type, needed, question_ids, editions from exam_pool
    where exam_id = ${examId} order by question_type, difficulty, classification_id`.execute(db);
  if (rows.length > 0) kept.set(app, examId, rows);
  return rows;
}

/** Different whole numbers below `size`, each choice as likely as any other (Floyd). */
export function sample(size: number, count: number, draw: Draw = randomInt): number[] {
  const chosen = new Set<number>();
  for (let last = size - count; last < size; last++) {
    const one = draw(last + 1);
    chosen.add(chosen.has(one) ? last : one);
  }
  return [...chosen];
}
