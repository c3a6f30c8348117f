import { defaultKeys } from "@jipei/contract/capabilities.ts";
import { type Machine, getPermission } from "@jipei/contract/core/machine.ts";
import type { RoleAlias } from "@jipei/contract/core/roles.ts";

/** All button keys a built-in role has until an administrator grants otherwise: the capability matrix and the moves that name the role. */
export function defaultPermissions(role: RoleAlias, machines: readonly Machine[]): string[] {
  const moves = machines.flatMap((machine) =>
    Object.entries(machine.actions).flatMap(([name, action]) =>
      action.by.includes(role) ? [getPermission(machine, name)] : [],
    ),
  );
  return [...new Set([...defaultKeys(role), ...moves])];
}
