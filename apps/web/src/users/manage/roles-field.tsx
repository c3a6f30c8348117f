import { FieldIssue } from "../../core/form/field-issue.tsx";
import { type Named, useLabel } from "../../core/i18n/language.ts";
import { RolesControl } from "./tree-controls.tsx";

interface Props {
  id: string;
  name?: Named;
  value: readonly string[];
  onChange: (roleIds: readonly string[]) => void;
  /** No role is chosen, and one has to be. */
  missing: boolean;
}

/** Picks roles where at least one is needed. */
export function RolesField({ id, name = ["角色", "Roles"], value, onChange, missing }: Props) {
  const label = useLabel();
  return (
    <>
      <label htmlFor={id}>{label(name)}</label>
      <RolesControl id={id} value={value} onChange={onChange} aria-invalid={missing} />
      {missing && <FieldIssue>{label(["请至少选择一个角色", "Choose at least one role"])}</FieldIssue>}
    </>
  );
}
