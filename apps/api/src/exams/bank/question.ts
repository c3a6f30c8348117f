import type { InputOf } from "@jipei/contract/core/call.ts";
import {
  type Difficulty,
  Question,
  type QuestionEdition,
  type QuestionType,
  type SimilarQuestion,
  letters,
  type questionCalls,
} from "@jipei/contract/exams/question.ts";
import type { ListQuery } from "@jipei/contract/core/fields/shape.ts";
import { sql } from "kysely";
import { hasRole, type Actor } from "../../core/foundation/actor.ts";
import type { Db, Tx } from "../../core/database/db.ts";
import { ofTenant, type Scope } from "../../core/database/rows.ts";
import { type Condition, type DerivedField, all, derived, nothing } from "../../core/database/sql.ts";
import { changedFields } from "../../core/entity/changes.ts";
import { columns } from "../../core/entity/columns.ts";
import { type CrudOptions, saveRow } from "../../core/entity/crud.ts";
import { refuseDuplicate } from "../../core/entity/references.ts";
import { shareFile } from "../../core/storage/files.ts";
import { Refusal, invalidValue } from "../../core/foundation/refusal.ts";
import type { ListOptions } from "../../core/list/list-source.ts";
import type { Services } from "../../core/foundation/services.ts";
import { fromLetters, hashStem, readContent } from "./question-content.ts";
import { findLike } from "./similar-stems.ts";

/** Bureau and assessors see the whole bank, institutions what they practise with: answers of the bureau's questions are for nobody else. */
export const questionScope: Scope = (actor) => {
  if (actor.audience === "bureau" || hasRole(actor, "assessor")) return ofTenant(actor);
  return actor.audience === "institution" && actor.orgId ? sql`t.org_id = ${actor.orgId}` : nothing;
};

const byLetter = letters.map((letter) => `'${letter}', t.option_${letter.toLowerCase()}`).join(", ");
export const questionDerived: readonly DerivedField[] = [
  derived(Question, "options", `jsonb_strip_nulls(jsonb_build_object(${byLetter}))`),
];

/** At a knowledge point, or at one below it. */
const isBelow = (classificationId: string): Condition => sql`t.classification_id in (
  with recursive below as (select ${classificationId}::bigint as id
    union select c.id from question_classification c join below b on c.parent_id = b.id where c.is_deleted = 0) select id from below)`;

/** The filter by a knowledge point with all below it. */
function belowPlace({ extra }: ListQuery & { extra?: { belowId?: string | null } }): Condition[] {
  return extra?.belowId ? [isBelow(extra.belowId)] : [];
}

/** What a candidate reads and is judged by: a change of it is a new edition. */
const read = [
  "questionType",
  "difficulty",
  "stem",
  ...letters.map((letter) => `option${letter}` as const),
  "answer",
  "analysis",
  "attId",
] as const;

export const questionOptions = {
  entity: Question,
  resource: "question",
  scope: questionScope,
  whereOf: belowPlace as ListOptions["whereOf"],
  audited: true,
  /** @throws FIELD_INVALID, DUPLICATE */
  async beforeSave(tx, actor, merged, old) {
    const own = actor.audience === "institution" ? actor.orgId : null;
    const orgId = old ? old.orgId : own;
    await assertPlace(tx, merged.classificationId, merged.courseId);
    const content = { ...merged, ...readContent(merged), stem: merged.stem.trim() };
    const stemHash = hashStem(content.stem);
    await refuseDuplicate(tx, Question, merged.id, { courseId: merged.courseId, orgId, stemHash }, "DUPLICATE", {
      field: { zh: "该课程的题干", en: "This question of the course" },
    });
    const isChanged =
      old !== null && changedFields(Question, content, old).some((name) => read.some((one) => one === name));
    const { optionA, optionB, optionC, optionD, optionE, optionF, answer, stem } = content;
    return columns(Question, {
      optionA,
      optionB,
      optionC,
      optionD,
      optionE,
      optionF,
      answer,
      stem,
      stemHash,
      orgId,
      edition: old ? old.edition + Number(isChanged) : 1,
      ...(!old && { useCount: 0 }),
    });
  },
  afterSave: async (tx, actor, row, old) => {
    if (old?.edition === row.edition) return;
    const { id: questionId, edition, questionType, difficulty, stem, answer, analysis, attId } = row;
    const { optionA, optionB, optionC, optionD, optionE, optionF } = row;
    const options = { optionA, optionB, optionC, optionD, optionE, optionF };
    const content = { questionType, difficulty, stem, answer, analysis, attId, ...options };
    await tx
      .insertInto("questionEdition")
      .values({ questionId, edition, ...content, createUser: actor.userId })
      .execute();
    // Papers show the picture of their edition also when the question has another one by then.
    if (attId) await shareFile(tx, attId, Question, row.id, "editions");
  },
  /** @throws QUESTION_IN_USE */
  beforeRemove: async (tx, _actor, rows) => {
    if (
      await areInPapers(
        tx,
        rows.map(({ id }) => id),
      )
    )
      throw new Refusal("QUESTION_IN_USE");
  },
  detail: async (db, _actor, { id }) => ({ editions: await getEditions(db, id) }),
} satisfies CrudOptions<typeof Question>;

/** Whether papers show one of the questions, or will be drawn from it. */
async function areInPapers(tx: Tx, ids: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select where exists (select from student_question where question_id = any(${ids}::bigint[]))
      or exists (select from exam e join exam_pool p on p.exam_id = e.id where e.status in ('1', '2') and p.question_ids && ${ids}::bigint[])`.execute(
    tx,
  );
  return rows.length > 0;
}

/** @throws FIELD_INVALID for a knowledge point of another course */
async function assertPlace(tx: Tx, classificationId: string, courseId: string): Promise<void> {
  const found = await tx
    .selectFrom("questionClassification")
    .select("courseId")
    .where("id", "=", classificationId)
    .where("isDeleted", "=", 0)
    .forShare()
    .executeTakeFirst();
  if (found?.courseId !== courseId)
    throw invalidValue(Question, "classificationId", "不是该课程的知识点", "is no knowledge point of the course");
}

/** What a question said before, and says now; the newest first. */
async function getEditions(db: Db, questionId: string): Promise<QuestionEdition[]> {
  const { rows } = await sql<QuestionEdition>`
    select e.edition, e.question_type, e.difficulty, e.stem, e.option_a, e.option_b, e.option_c, e.option_d, e.option_e, e.option_f, e.answer, e.analysis, e.att_id,
      u.real_name as change_name, e.create_time as change_time
    from question_edition e left join account u on u.id = e.create_user where e.question_id = ${questionId} order by e.edition desc limit 100`.execute(
    db,
  );
  return rows;
}

/** Saves a question, its options by their fields or by their letters. */
export async function saveQuestion(
  tx: Tx,
  actor: Actor,
  { options, ...input }: InputOf<typeof questionCalls.submit>,
  app: Services,
): Promise<{ id: string }> {
  return saveRow(tx, actor, questionOptions, { ...input, ...(options && fromLetters(options)) }, app);
}

/** Most questions of a course that are compared with a new one, the newest first. */
const mostCompared = 20_000;
/** Questions whose words are nearly those of another one. */
export async function findSimilar(
  db: Db,
  actor: Actor,
  { questionId, courseId, stem }: InputOf<typeof questionCalls.similar>,
): Promise<SimilarQuestion[]> {
  const { rows } = await sql<{ id: string; stem: string }>`
    select t.id, t.stem from question t where t.course_id = ${courseId} and t.id is distinct from ${questionId ?? null}::bigint and t.is_deleted = 0
      and char_length(t.stem) between ${Math.floor(stem.length / 2)} and ${stem.length * 2 + 1} and ${questionScope(actor)}
    order by t.id desc limit ${mostCompared}`.execute(db);
  return findLike(stem, rows);
}

type Counted = InputOf<typeof questionCalls.countQuestionType>;
/**
 * Which questions are counted. Institutions count the bureau's too, as far as they are in use: they plan practice by them, and read none.
 */
function getCounted(actor: Actor, { courseId, classificationId, isValid }: Counted): Condition {
  const own =
    actor.audience === "institution"
      ? sql`(t.org_id = ${actor.orgId} or (t.org_id is null and t.is_valid = 'isValid' and ${ofTenant(actor)}))`
      : questionScope(actor);
  return all([
    sql`t.is_deleted = 0`,
    own,
    ...(courseId ? [sql`t.course_id = ${courseId}`] : []),
    ...(isValid ? [sql`t.is_valid = ${isValid}`] : []),
    ...(classificationId ? [isBelow(classificationId)] : []),
  ]);
}

export const countByType = async (db: Db, actor: Actor, input: Counted) =>
  (
    await sql<{ questionType: QuestionType; count: number }>`
      select t.question_type, count(*)::int as count from question t where ${getCounted(actor, input)} group by 1 order by 1`.execute(
      db,
    )
  ).rows;

export const countByDifficulty = async (db: Db, actor: Actor, input: Counted) =>
  (
    await sql<{ questionType: QuestionType; difficulty: Difficulty; count: number }>`
      select t.question_type, t.difficulty, count(*)::int as count from question t where ${getCounted(actor, input)} group by 1, 2 order by 1, 2`.execute(
      db,
    )
  ).rows;
