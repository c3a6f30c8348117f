import type { Branch, TreeNode } from '@jipei/contract/core/tree.ts'

/** What clients expect as parent of a root. */
export const rootId = '0'

interface Knot {
  id: string
  parentId: string | null
}

/**
 * Puts rows into the tree that their `parentId` describes, in the order they come. A row whose parent is not among them becomes a root, so
 * that what a filter finds is complete.
 */
export function branchesOf<R extends Knot>(rows: readonly R[]): Branch<R>[] {
  const branches = new Map(rows.map((row) => [row.id, { ...row, parentId: row.parentId ?? rootId, parentName: null, hasChildren: false } as unknown as Branch<R>]))
  const roots: Branch<R>[] = []
  for (const branch of branches.values()) {
    const above = branches.get(branch.parentId)
    if (!above) roots.push(branch)
    else {
      ;(above.children ??= []).push(branch)
      above.hasChildren = true
    }
  }
  return roots
}

/** The same as nodes to pick from. @param titleOf the word a row is shown by @param englishOf the same in English, where a row has it */
export function nodesOf<R extends Knot>(rows: readonly R[], titleOf: (row: R) => string, englishOf?: (row: R) => string | null | undefined): TreeNode[] {
  return branchesOf(rows.map((row) => ({ id: row.id, parentId: row.parentId, title: titleOf(row), ...english(englishOf?.(row)), value: row.id, key: row.id }))).map(withoutName)
}

const english = (titleEn: string | null | undefined) => (titleEn ? { titleEn } : {})

function withoutName({ parentName: _parentName, children, ...node }: Branch<Omit<TreeNode, 'children' | 'hasChildren' | 'parentId'> & Knot>): TreeNode {
  return children ? { ...node, children: children.map(withoutName) } : node
}
