import { roleCalls } from "@jipei/contract/access/role.ts";
import { departmentCalls } from "@jipei/contract/users/department.ts";
import type { TreeNode } from "@jipei/contract/core/tree.ts";
import { TreeSelect } from "antd";
import type { ControlProps } from "../../core/form/field-control.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { TreeControl } from "../../core/tree/tree-control.tsx";
import { getPlaces } from "../../core/tree/tree-words.ts";
import { useCall } from "../../core/api/use-call.ts";
import { useClear } from "../../core/ui/use-clear.tsx";

/** Picks a department from the tree of all. */
export function DepartmentControl(props: ControlProps) {
  const label = useLabel();
  const { data } = useCall(departmentCalls.tree, {});
  return <TreeControl {...props} places={getPlaces(data ?? [], label)} />;
}

const others = new Map<string, (props: ControlProps) => React.ReactNode>();
/** Where a department may stand: not below itself. The same component for the same department, or it would lose its state. */
export function aboveOf(departmentId: string) {
  let Above = others.get(departmentId);
  if (!Above) {
    Above = function OtherDepartments(props: ControlProps) {
      const label = useLabel();
      const { data } = useCall(departmentCalls.tree, {});
      return <TreeControl {...props} places={getPlaces(without(data ?? [], departmentId), label)} />;
    };
    others.set(departmentId, Above);
  }
  return Above;
}

/** The tree without a node and what is below it. */
const without = (nodes: readonly TreeNode[], id: string): TreeNode[] =>
  nodes
    .filter((node) => node.id !== id)
    .map((node) => (node.children ? { ...node, children: without(node.children, id) } : node));

interface RolesProps {
  /** As every control of a form gets it; nothing here depends on it. */
  field?: unknown;
  id?: string;
  value?: unknown;
  disabled?: boolean;
  onChange?: (roleIds: string[]) => void;
  "aria-invalid"?: boolean;
}

/** Picks one role, for a filter. */
export function RoleControl(props: ControlProps) {
  const label = useLabel();
  const { data } = useCall(roleCalls.tree, {});
  return <TreeControl {...props} places={getPlaces(data ?? [], label)} />;
}

/** Picks roles from their tree. */
export function RolesControl({ field: _field, value, onChange, ...props }: RolesProps) {
  const label = useLabel();
  const clear = useClear();
  const { data } = useCall(roleCalls.tree, {});
  return (
    <TreeSelect
      {...props}
      value={(value as string[] | null | undefined) ?? []}
      onChange={(chosen: string[]) => onChange?.(chosen)}
      treeData={getPlaces(data ?? [], label)}
      treeDefaultExpandAll
      treeNodeFilterProp="title"
      multiple
      allowClear={clear}
      showSearch
      placeholder={label(["请选择角色", "Choose roles"])}
      style={{ width: "100%" }}
    />
  );
}
