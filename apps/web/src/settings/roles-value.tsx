import { type RoleRow, roleCalls } from "@jipei/contract/access/role.ts";
import { type RoleAlias, roleAliases, roles } from "@jipei/contract/core/roles.ts";
import type { Branch } from "@jipei/contract/core/tree.ts";
import { noRoles } from "@jipei/contract/settings/parameters.ts";
import { Select, type SelectProps } from "antd";
import { type Named, useLabel } from "../core/i18n/language.ts";
import { useCall } from "../core/api/use-call.ts";

/** The role aliases that the value of a parameter names. */
export const rolesIn = (value: string): readonly string[] =>
  value === noRoles || value === "" ? [] : value.split(",");

/** What a built-in role is called; others by their alias. */
export const roleName = (alias: string): Named =>
  Object.hasOwn(roles, alias) ? roles[alias as RoleAlias] : [alias, alias];

const flat = (rows: readonly Branch<RoleRow>[]): RoleRow[] => rows.flatMap((row) => [row, ...flat(row.children ?? [])]);

interface Props extends Omit<SelectProps, "value" | "onChange" | "mode" | "options"> {
  value: string;
  onChange: (value: string) => void;
}

/** Roles to choose from, kept as their aliases with commas between them: the built-in ones, and those that the bureau made itself. */
export function RolesValue({ value, onChange, ...props }: Props) {
  const label = useLabel();
  // Who may not see roles chooses among the built-in ones.
  const { data = [] } = useCall(roleCalls.list, {});
  const own = flat(data).filter(({ roleAlias }) => !Object.hasOwn(roles, roleAlias));
  const options = [
    ...roleAliases
      .filter((alias) => alias !== "guest")
      .map((alias) => ({ value: alias as string, label: label(roles[alias]) })),
    ...own.map(({ roleAlias, roleName, roleNameEn }) => ({
      value: roleAlias,
      label: label([roleName, roleNameEn ?? roleName]),
    })),
  ];
  return (
    <Select
      {...props}
      mode="multiple"
      value={[...rolesIn(value)]}
      onChange={(chosen: string[]) => onChange(chosen.join() || noRoles)}
      options={options}
      showSearch={{ optionFilterProp: "label" }}
      placeholder={label(["无", "None"])}
      style={{ width: "100%" }}
    />
  );
}
