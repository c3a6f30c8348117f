import { id, text } from "./fields/field.ts";
import { flag, form, leftOut, list, type Shape } from "./fields/shape.ts";

/** A node of a tree to pick from. `value` and `key` are its id again, for clients that look there. */
export interface TreeNode {
  id: string;
  parentId: string;
  title: string;
  /** The title in English, where the rows have one. */
  titleEn?: string;
  value: string;
  key: string;
  hasChildren: boolean;
  /** Left out where there are none. */
  children?: TreeNode[];
}

/** The parts that every node to pick from has. */
export const nodeParts = {
  id: id("主键", "Id", "required"),
  parentId: text(20, "上级，顶级为“0”", "The node above; “0” at the top", "required"),
  title: text(200, "名称", "Title", "required"),
  titleEn: leftOut(text(200, "英文名称", "English title", "required")),
  value: text(20, "值（同主键）", "The id again", "required"),
  key: text(20, "键（同主键）", "The id again", "required"),
  hasChildren: flag("是否有下级", "Whether nodes stand below"),
} as const;
export const treeNode: Shape<TreeNode> = form<TreeNode>("TreeNode", "树节点", "Node of a tree", () => ({
  ...nodeParts,
  children: leftOut(list(treeNode)),
}));

/** A row of an entity as a branch of its tree; `parentId` of a root is «0». */
export type Branch<R> = Omit<R, "parentId"> & {
  parentId: string;
  parentName: string | null;
  hasChildren: boolean;
  children?: Branch<R>[];
};
