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

/** A row of an entity as a branch of its tree; `parentId` of a root is «0». */
export type Branch<R> = Omit<R, "parentId"> & {
  parentId: string;
  parentName: string | null;
  hasChildren: boolean;
  children?: Branch<R>[];
};
