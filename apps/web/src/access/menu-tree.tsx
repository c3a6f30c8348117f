import { menuCalls } from '@jipei/contract/access/menu.ts'
import type { TreeNode } from '@jipei/contract/core/tree.ts'
import { Input, Tree } from 'antd'
import { useState } from 'react'
import { useLabel } from '../core/i18n/language.ts'
import { Failed, Skeleton } from '../core/states.tsx'
import { useCall } from '../core/use-call.ts'
import { allNodes, nodeName, search } from './tree-words.ts'

interface Leaf {
  key: string
  title: string
  node: TreeNode | null
  children?: Leaf[]
}
const everything = 'all'

/** All menus, to pick the one whose scopes are listed. */
export function MenuTree({ picked, onPick }: { picked: TreeNode | null; onPick: (menu: TreeNode | null) => void }) {
  const label = useLabel()
  const menus = useCall(menuCalls.tree, undefined)
  const [words, setWords] = useState('')
  const [open, setOpen] = useState<readonly string[]>([everything])
  if (menus.isError) return <Failed error={menus.error} onRetry={() => void menus.refetch()} />
  if (!menus.data) return <Skeleton />
  const found = search(menus.data, words, (node) => label(nodeName(node)))
  const leafOf = (node: TreeNode): Leaf => ({ key: node.id, title: label(nodeName(node)), node, ...(node.children && { children: node.children.map(leafOf) }) })
  return (
    <div className="menu-tree">
      <Input.Search allowClear value={words} onChange={(event) => setWords(event.target.value)} placeholder={label(['按名称查找', 'Find by name'])} aria-label={label(['查找菜单', 'Find a menu'])} />
      <Tree<Leaf>
        aria-label={label(['菜单树', 'Tree of menus'])}
        blockNode
        treeData={[{ key: everything, title: label(['全部菜单', 'All menus']), node: null, children: found.map(leafOf) }]}
        expandedKeys={words.trim() === '' ? [...open] : [everything, ...allNodes(found).map(({ id }) => id)]}
        onExpand={(keys) => setOpen(keys.map(String))}
        selectedKeys={[picked?.id ?? everything]}
        onSelect={(_keys, { node }) => onPick(node.node)}
      />
    </div>
  )
}
