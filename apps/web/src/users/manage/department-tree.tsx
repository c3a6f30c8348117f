import { departmentCalls } from "@jipei/contract/users/department.ts";
import type { TreeNode } from "@jipei/contract/core/tree.ts";
import { PickTree } from "../../core/tree/pick-tree.tsx";
import { useCall } from "../../core/api/use-call.ts";

const words = {
  tree: ["部门树", "Department tree"],
  find: ["查找部门", "Find a department"],
  all: ["全部部门", "All departments"],
} as const;

/** All departments, to pick the one whose people are listed. The first level stands open: most bureaus are one department with sections. */
export function DepartmentTree(props: { picked: TreeNode | null; onPick: (department: TreeNode | null) => void }) {
  return <PickTree {...props} tree={useCall(departmentCalls.tree, {})} words={words} opened />;
}
