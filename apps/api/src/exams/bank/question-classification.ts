import { Decimal } from "decimal.js";
import { QuestionClassification, deepest } from "@jipei/contract/exams/question-classification.ts";
import type { TreeNode } from "@jipei/contract/core/tree.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../core/database/db.ts";
import { type Scope, ofTenant } from "../../core/database/rows.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { columns } from "../../core/entity/columns.ts";
import type { CrudOptions } from "../../core/entity/crud.ts";
import { refuseDuplicate, refuseUsed } from "../../core/entity/references.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { Refusal, invalidValue } from "../../core/foundation/refusal.ts";
import { checkParent, getAncestors, getNodes, lockTree, rootId } from "../../core/foundation/tree.ts";

/** Everybody who may see knowledge points sees those of all courses. */
export const classificationScope: Scope = ofTenant;

type Stored = StoredRow<typeof QuestionClassification>;
const wrong = (field: "courseId" | "parentId" | "weight", zh: string, en: string) =>
  invalidValue(QuestionClassification, field, zh, en);

export const classificationOptions = {
  entity: QuestionClassification,
  resource: "question_classification",
  scope: classificationScope,
  audited: true,
  /** @throws FIELD_INVALID, FIELD_FROZEN, DUPLICATE */
  async beforeSave(tx, actor, { courseId, name, weight, ...merged }, old) {
    const parentId = merged.parentId && merged.parentId !== rootId ? merged.parentId : null;
    await lockTree(tx, QuestionClassification);
    if (old && old.courseId !== courseId) await assertUnused(tx, old);
    if (parentId) {
      await checkParent(tx, actor, QuestionClassification, old?.id ?? null, parentId);
      await assertFits(tx, parentId, courseId, old?.id ?? null);
    }
    await refuseDuplicate(tx, QuestionClassification, old?.id, { courseId, parentId, name });
    await assertWeight(tx, { courseId, parentId, weight: weight ?? null, id: old?.id ?? null });
    return columns(QuestionClassification, { parentId });
  },
  /** @throws CLASSIFICATION_IN_USE */
  beforeRemove: (tx, _actor, rows) => refuseUsed(tx, QuestionClassification, rows, "CLASSIFICATION_IN_USE"),
} satisfies CrudOptions<typeof QuestionClassification>;

/** One with questions or points below it stays with its course. @throws FIELD_FROZEN */
async function assertUnused(tx: Tx, { id }: Stored): Promise<void> {
  const { rows } = await sql`
    select from question where classification_id = ${id} and is_deleted = 0
    union all select from question_classification where parent_id = ${id} and is_deleted = 0 limit 1`.execute(tx);
  if (rows.length > 0) throw new Refusal("FIELD_FROZEN", { field: QuestionClassification.fields.courseId });
}

/** The point above is of the same course, and nothing gets deeper than `deepest`. @throws FIELD_INVALID */
async function assertFits(tx: Tx, parentId: string, courseId: string, id: string | null): Promise<void> {
  const parent = await tx
    .selectFrom("questionClassification")
    .select("courseId")
    .where("id", "=", parentId)
    .executeTakeFirst();
  if (parent?.courseId !== courseId) throw wrong("parentId", "不是该课程的分类", "is of another course");
  const above = (await getAncestors(tx, QuestionClassification, parentId)).length;
  const { rows } = await sql<{ depth: number }>`
    with recursive below as (select ${id}::bigint as id, 1 as depth
      union all select c.id, b.depth + 1 from question_classification c join below b on c.parent_id = b.id where c.is_deleted = 0)
    select max(depth)::int as depth from below`.execute(tx);
  if (above + (rows[0]?.depth ?? 1) > deepest) throw wrong("parentId", `最多${deepest}级`, `at most ${deepest} levels`);
}

/** Weights beside each other are shares of a hundred. @throws FIELD_INVALID */
async function assertWeight(
  tx: Tx,
  {
    courseId,
    parentId,
    weight,
    id,
  }: { courseId: string; parentId: string | null; weight: string | null; id: string | null },
): Promise<void> {
  if (weight === null) return;
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(weight), 0) as sum from question_classification
    where course_id = ${courseId} and parent_id is not distinct from ${parentId}::bigint and id is distinct from ${id}::bigint and is_deleted = 0`.execute(
    tx,
  );
  const sum = new Decimal(rows[0]?.sum ?? 0).plus(weight);
  if (sum.gt(100))
    throw wrong(
      "weight",
      `同级比重合计${sum.toFixed(2)}%，不能超过100%`,
      `those beside it add up to ${sum.toFixed(2)} %, above 100 %`,
    );
}

/** Most knowledge points of a course that its tree shows. */
const mostShown = 2000;
export async function getTree(db: Db, actor: Actor, courseId: string): Promise<TreeNode[]> {
  const { rows } = await sql<{ id: string; parentId: string | null; name: string }>`
    select t.id, t.parent_id, t.name from question_classification t where t.course_id = ${courseId} and t.is_deleted = 0 and ${classificationScope(actor)}
    order by t.sort, t.id limit ${mostShown}`.execute(db);
  return getNodes(rows, ({ name }) => name);
}

/** Knowledge points by their names; where several courses have the name, by «course/name». */
export async function findClassifications(db: Db, texts: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select min(c.id)::text as id, x.name from question_classification c join programme p on p.id = c.course_id
      cross join lateral (values (c.name), (p.course_name || '/' || c.name)) x (name)
    where c.is_deleted = 0 and x.name = any(${[...texts]}::text[]) group by x.name having count(*) = 1`.execute(db);
  return new Map(rows.map(({ id, name }) => [name, id]));
}
