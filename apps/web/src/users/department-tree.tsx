import { departmentCalls } from '@jipei/contract/users/department.ts'
import type { TreeNode } from '@jipei/contract/core/tree.ts'
import { Input, Tree } from 'antd'
import { useState } from 'react'
import { useLabel } from '../core/i18n/language.ts'
import { Failed, Skeleton } from '../core/states.tsx'
import { useCall } from '../core/use-call.ts'

interface Leaf {
  key: string
  title: string
  node: TreeNode | null
  children?: Leaf[]
}
const everything = 'all'
const allIds = (nodes: readonly TreeNode[]): string[] => nodes.flatMap((node) => [node.id, ...allIds(node.children ?? [])])

/** Nodes whose name holds the words, with what is above and below them. */
function search(nodes: readonly TreeNode[], words: string): TreeNode[] {
  if (words === '') return [...nodes]
  return nodes.flatMap((node) => {
    if (node.title.toLowerCase().includes(words)) return [node]
    const children = search(node.children ?? [], words)
    return children.length > 0 ? [{ ...node, children }] : []
  })
}

/** All departments, to pick the one whose people are listed. */
export function DepartmentTree({ picked, onPick }: { picked: TreeNode | null; onPick: (department: TreeNode | null) => void }) {
  const label = useLabel()
  const departments = useCall(departmentCalls.tree, {})
  const [text, setText] = useState('')
  const [open, setOpen] = useState<readonly string[] | null>(null)
  if (departments.isError) return <Failed error={departments.error} onRetry={() => void departments.refetch()} />
  if (!departments.data) return <Skeleton />
  const words = text.trim().toLowerCase()
  const found = search(departments.data, words)
  // The first level stands open: most bureaus are one department with sections below it.
  const opened = words === '' ? (open ?? [everything, ...departments.data.map(({ id }) => id)]) : [everything, ...allIds(found)]
  const leafOf = (node: TreeNode): Leaf => ({ key: node.id, title: node.title, node, ...(node.children && { children: node.children.map(leafOf) }) })
  return (
    <div className="department-tree">
      <Input.Search allowClear value={text} onChange={(event) => setText(event.target.value)} placeholder={label(['按名称查找', 'Find by name'])} aria-label={label(['查找部门', 'Find a department'])} />
      <Tree<Leaf>
        aria-label={label(['部门树', 'Tree of departments'])}
        blockNode
        treeData={[{ key: everything, title: label(['全部部门', 'All departments']), node: null, children: found.map(leafOf) }]}
        expandedKeys={[...opened]}
        onExpand={(keys) => setOpen(keys.map(String))}
        selectedKeys={[picked?.id ?? everything]}
        onSelect={(_keys, { node }) => onPick(node.node)}
      />
    </div>
  )
}
