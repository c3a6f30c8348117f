import { type Entity, snake } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/field.ts";
import type { Branch, TreeNode } from "@jipei/contract/core/tree.ts";
import { sql } from "kysely";
import type { Actor } from "./actor.ts";
import type { Db, Tx } from "./db.ts";
import { invalidField } from "./refusal.ts";

/** What clients expect as parent of a root. */
export const rootId = "0";

interface Knot {
  id: string;
  parentId: string | null;
}

/**
 * Puts rows into the tree that their `parentId` describes, in the order they come. A row whose parent is not among them becomes a root, so
 * that what a filter finds is complete.
 */
export function branchesOf<R extends Knot>(rows: readonly R[]): Branch<R>[] {
  const branches = new Map(
    rows.map((row) => [
      row.id,
      { ...row, parentId: row.parentId ?? rootId, parentName: null, hasChildren: false } as unknown as Branch<R>,
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

/** The same as nodes to pick from. @param titleOf the word a row is shown by @param englishOf the same in English, where a row has it */
export function nodesOf<R extends Knot>(
  rows: readonly R[],
  titleOf: (row: R) => string,
  englishOf?: (row: R) => string | null | undefined,
): TreeNode[] {
  return branchesOf(
    rows.map((row) => ({
      id: row.id,
      parentId: row.parentId,
      title: titleOf(row),
      ...english(englishOf?.(row)),
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
}: Branch<Omit<TreeNode, "children" | "hasChildren" | "parentId"> & Knot>): TreeNode {
  return children ? { ...node, children: children.map(withoutName) } : node;
}

/** One level of a tree, not what is below it. @param holds whether a row has any below it */
export const levelOf = <R extends Knot>(rows: readonly R[], holds: (row: R) => boolean): Branch<R>[] =>
  rows.map(
    (row) =>
      ({ ...row, parentId: row.parentId ?? rootId, parentName: null, hasChildren: holds(row) }) as unknown as Branch<R>,
  );

/** What the row above is called, for a detail. */
export async function nameAbove(db: Db, entity: Entity<any>, parentId: string | null): Promise<string> {
  const { rows } = await sql<{
    name: string;
  }>`select ${sql.ref(snake(entity.title))} as name from ${sql.table(entity.table)} where id = ${parentId}`.execute(db);
  return rows[0]?.name ?? "顶级";
}

/** A row and all above it; empty when it is not there. */
export async function ancestorsOf(db: Db, entity: Entity<any>, id: string): Promise<string[]> {
  const table = sql.table(entity.table);
  const { rows } = await sql<{ id: string }>`
    with recursive up as (select id, parent_id from ${table} where id = ${id} union select p.id, p.parent_id from ${table} p join up on p.id = up.parent_id) select id from up`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

/** From here on one writer at a time changes who stands below whom, else two moves at once could make a circle. */
export const lockTree = async (tx: Tx, entity: Entity<any>): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtextextended(${entity.table}, 120))`.execute(tx));

/** Refuses a parent that is not a row of the tenant, is the row itself or lies below it, and keeps it from being removed meanwhile. Asked behind `lockTree`. @param id the row, null when it is new @throws FIELD_INVALID */
export async function checkParent(
  tx: Tx,
  actor: Actor,
  entity: Entity<any>,
  id: string | null,
  parentId: string,
): Promise<void> {
  const { zh, en } = entity.fields["parentId"] as Field;
  const { rows } =
    await sql`select 1 from ${sql.table(entity.table)} where id = ${parentId} and tenant_id = ${actor.tenantId} and is_deleted = 0 for share`.execute(
      tx,
    );
  if (rows.length === 0) throw invalidField("parentId", zh, en, "不存在", "does not exist");
  if (id !== null && (await ancestorsOf(tx, entity, parentId)).includes(id))
    throw invalidField("parentId", zh, en, "不能是自身或下级", "neither itself nor below it");
}
