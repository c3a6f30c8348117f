import { Role, type RoleRow, roleCalls } from "@jipei/contract/access/role.ts";
import { roles as builtIn } from "@jipei/contract/core/roles.ts";
import type { Branch } from "@jipei/contract/core/tree.ts";
import { withFields } from "../core/form/fields.ts";
import { Suspense, useState } from "react";
import type { ControlProps } from "../core/form/field-control.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { guardingRights } from "../core/session/rights-guard.tsx";
import { mayCall } from "../core/session/may-call.ts";
import { useSession } from "../core/session/session.ts";
import { useCall } from "../core/api/use-call.ts";
import { TreeControl } from "../core/tree/tree-control.tsx";
import { TreePage } from "../core/tree/tree-page.tsx";
import { getPart, getPlaces } from "../core/tree/tree-words.ts";
import { lazyPart } from "../core/ui/lazy-part.ts";

const GrantDialog = lazyPart(() => import("./grant-dialog.tsx").then(({ GrantDialog }) => GrantDialog));

const PlacedRole = withFields(Role, { parentName: getPart("上级角色") });

const isBuiltIn = (row: Branch<RoleRow>) => Object.hasOwn(builtIn, row.roleAlias);

/** Roles as a tree, and their permissions. */
function RolePage() {
  const label = useLabel();
  const session = useSession();
  const [granting, setGranting] = useState<{ id: string; name: string } | null>(null);
  const getName = (row: Branch<RoleRow>) => label([row.roleName, row.roleNameEn ?? row.roleName]);
  const mayGrant = mayCall(roleCalls.grant, session);
  const own = (session.info?.authority ?? "").split(",");
  return (
    <>
      <TreePage
        entity={PlacedRole}
        resource="role"
        calls={roleCalls}
        titleOf={getName}
        columns={[
          { field: "roleName", width: 220, render: getName },
          { field: "roleAlias", width: 160 },
          "roleNo",
          "sort",
          "remark",
          "updateTime",
        ]}
        card={[{ field: "roleName", render: getName }, "roleAlias", "roleNo"]}
        search={["roleName", "roleAlias"]}
        form={["roleName", "roleNameEn", "roleAlias", "parentId", "sort", "remark"]}
        view={["roleNo", "roleName", "roleNameEn", "roleAlias", "parentName", "sort", "remark", "updateTime"]}
        initial={(above) => ({ sort: 100, ...(above && { parentId: above.id }) })}
        controls={(row) => ({ parentId: row ? aboveOf(row.id) : AnyParent })}
        locked={(row) => (row && isBuiltIn(row) ? ["roleAlias"] : [])}
        frozen={(row) => (isBuiltIn(row) ? ["内置角色不能删除", "Built-in roles cannot be deleted"] : null)}
        rowActions={(row) =>
          mayGrant
            ? [
                {
                  key: "grant",
                  label: label(["授权", "Rights"]),
                  disabled: own.includes(row.roleAlias)
                    ? label(["不能给自己的角色授权", "You cannot grant rights to your own role"])
                    : null,
                  run: () => setGranting({ id: row.id, name: getName(row) }),
                },
              ]
            : []
        }
      />
      <Suspense fallback={null}>
        {granting && <GrantDialog key={granting.id} role={granting} onClose={() => setGranting(null)} />}
      </Suspense>
    </>
  );
}

export default guardingRights(RolePage);

function AnyParent(props: ControlProps) {
  const label = useLabel();
  const { data } = useCall(roleCalls.tree, {});
  return <TreeControl {...props} places={getPlaces(data ?? [], label)} />;
}

const parents = new Map<string, (props: ControlProps) => React.ReactNode>();
/** Where a role may be placed: not below itself. The same component for the same role, or it would lose its state. */
function aboveOf(roleId: string) {
  let Parent = parents.get(roleId);
  if (!Parent) {
    Parent = function OtherParent(props: ControlProps) {
      const label = useLabel();
      const { data } = useCall(roleCalls.treeById, { roleId });
      return <TreeControl {...props} places={getPlaces(data ?? [], label)} />;
    };
    parents.set(roleId, Parent);
  }
  return Parent;
}
