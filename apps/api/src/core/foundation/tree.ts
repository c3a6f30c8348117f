import { type Entity, snake } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import type { Branch, TreeNode } from "@jipei/contract/core/tree.ts";
import { sql } from "kysely";
import type { Actor } from "./actor.ts";
import type { Db, Tx } from "../database/db.ts";
import { invalidField } from "./refusal.ts";

/** The parent id of a root, as clients expect it. */
export const rootId = "0";

interface Linked {
  id: string;
  parentId: string | null;
}

/**
 * Builds the tree that the `parentId` of the rows describes, in their order. A row whose parent is not among them becomes a root, so that the
 * result of a filter is complete.
 */
export function getBranches<R extends Linked>(rows: readonly R[]): Branch<R>[] {
  const branches = new Map(
    rows.map((row) => [
      row.id,
      { ...row, parentId: row.parentId ?? rootId, parentName: null, hasChildren: false } as Branch<R>,
    ]),
  );
  const roots: Branch<R>[] = [];
  for (const branch of branches.values()) {
    const above = branches.get(branch.parentId);
    if (!above) roots.push(branch);
    else {
      (above.children ??= []).push(branch);
      above.hasChildren = true;
    }
  }
  return roots;
}

/** Builds the same tree as nodes to choose from. @param titleOf title of a row @param getEnglish its English title, where it has one */
export function getNodes<R extends Linked>(
  rows: readonly R[],
  titleOf: (row: R) => string,
  getEnglish?: (row: R) => string | null | undefined,
): TreeNode[] {
  return getBranches(
    rows.map((row) => ({
      id: row.id,
      parentId: row.parentId,
      title: titleOf(row),
      ...english(getEnglish?.(row)),
      value: row.id,
      key: row.id,
    })),
  ).map(withoutName);
}

const english = (titleEn: string | null | undefined) => (titleEn ? { titleEn } : {});

function withoutName({
  parentName: _parentName,
  children,
  ...node
}: Branch<Omit<TreeNode, "children" | "hasChildren" | "parentId"> & Linked>): TreeNode {
  return children ? { ...node, children: children.map(withoutName) } : node;
}

/** One level of a tree, without the rows below. @param holds whether a row has children */
export const getLevel = <R extends Linked>(rows: readonly R[], holds: (row: R) => boolean): Branch<R>[] =>
  rows.map(
    (row) => ({ ...row, parentId: row.parentId ?? rootId, parentName: null, hasChildren: holds(row) }) as Branch<R>,
  );

/** The title of the parent row, for a detail. */
export async function nameAbove(db: Db, entity: Entity, parentId: string | null): Promise<string> {
  const { rows } = await sql<{
    name: string;
  }>`select ${sql.ref(snake(entity.title))} as name from ${sql.table(entity.table)} where id = ${parentId}`.execute(db);
  return rows[0]?.name ?? "顶级";
}

/** The ids of a row and of all rows above it; empty when the row does not exist. */
export async function getAncestors(db: Db, entity: Entity, id: string): Promise<string[]> {
  const table = sql.table(entity.table);
  const { rows } = await sql<{ id: string }>`
    with recursive up as (select id, parent_id from ${table} where id = ${id} union select p.id, p.parent_id from ${table} p join up on p.id = up.parent_id) select id from up`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

/** Lets one transaction at a time change the tree, because two changes at once could make a cycle. */
export const lockTree = async (tx: Tx, entity: Entity): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtextextended(${entity.table}, 120))`.execute(tx));

/**
 * Refuses a parent that is not a row of the tenant, is the row itself, or is below it; locks it against removal. Call it after `lockTree`.
 * @param id the row, null when it is new @throws FIELD_INVALID
 */
export async function checkParent(
  tx: Tx,
  actor: Actor,
  entity: Entity,
  id: string | null,
  parentId: string,
): Promise<void> {
  const { zh, en } = entity.fields.parentId as Field;
  const { rows } =
    await sql`select 1 from ${sql.table(entity.table)} where id = ${parentId} and tenant_id = ${actor.tenantId} and is_deleted = 0 for share`.execute(
      tx,
    );
  if (rows.length === 0) throw invalidField("parentId", zh, en, "不存在", "does not exist");
  if (id !== null && (await getAncestors(tx, entity, parentId)).includes(id))
    throw invalidField("parentId", zh, en, "不能是自身或下级", "neither itself nor below it");
}
