import { menuCalls } from '@jipei/contract/access/menu.ts'
import type { TreeNode } from '@jipei/contract/core/tree.ts'
import type { ControlProps } from '../core/field-control.tsx'
import { useLabel } from '../core/i18n/language.ts'
import { type Place, TreeControl } from '../core/tree-control.tsx'
import { useCall } from '../core/use-call.ts'
import { nodeName } from './tree-words.ts'

/** Picks the menu under which a scope stands. */
export function MenuControl(props: ControlProps) {
  const label = useLabel()
  const { data } = useCall(menuCalls.tree, undefined)
  const placesOf = (nodes: readonly TreeNode[]): Place[] => nodes.map((node) => ({ value: node.id, title: label(nodeName(node)), ...(node.children && { children: placesOf(node.children) }) }))
  return <TreeControl {...props} places={placesOf(data ?? [])} />
}
