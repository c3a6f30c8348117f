import { menuCalls } from "@jipei/contract/access/menu.ts";
import type { TreeNode } from "@jipei/contract/core/tree.ts";
import { PickTree } from "../core/tree/pick-tree.tsx";
import { useCall } from "../core/api/use-call.ts";

const words = {
  tree: ["菜单树", "Menu tree"],
  find: ["查找菜单", "Find a menu"],
  all: ["全部菜单", "All menus"],
} as const;

/** All menus, to pick the one whose scopes are listed. */
export function MenuTree(props: { picked: TreeNode | null; onPick: (menu: TreeNode | null) => void }) {
  return <PickTree {...props} tree={useCall(menuCalls.tree, undefined)} words={words} />;
}
