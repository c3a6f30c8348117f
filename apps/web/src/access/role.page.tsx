import { Role, roleCalls } from "@jipei/contract/access/role.ts";
import { roles as builtIn } from "@jipei/contract/core/roles.ts";
import { lazy, Suspense, useState } from "react";
import type { ControlProps } from "../core/field-control.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { guardingRights } from "../core/rights-guard.tsx";
import type { AnyRow } from "../core/ref-select.tsx";
import { can, useSession } from "../core/session.ts";
import { useCall } from "../core/use-call.ts";
import { TreeControl } from "../core/tree-control.tsx";
import { TreePage } from "../core/tree-page.tsx";
import { partOf, placesOf } from "../core/tree-words.ts";

const GrantDialog = lazy(() => import("./grant-dialog.tsx").then(({ GrantDialog }) => ({ default: GrantDialog })));

const PlacedRole = { ...Role, fields: { ...Role.fields, parentName: partOf("上级角色") } };

const isBuiltIn = (row: AnyRow) => Object.hasOwn(builtIn, String(row["roleAlias"]));

/** Roles as a tree, and what each is granted. */
function RolePage() {
  const label = useLabel();
  const session = useSession();
  const [granting, setGranting] = useState<{ id: string; name: string } | null>(null);
  const nameOf = (row: AnyRow) => label([String(row["roleName"]), String(row["roleNameEn"] ?? row["roleName"])]);
  const mayGrant = can("role_edit", session);
  const own = (session.info?.authority ?? "").split(",");
  return (
    <>
      <TreePage
        entity={PlacedRole}
        resource="role"
        calls={roleCalls}
        titleOf={nameOf}
        columns={[
          { field: "roleName", width: 220, render: nameOf },
          { field: "roleAlias", width: 160 },
          "roleNo",
          "sort",
          "remark",
          "updateTime",
        ]}
        card={[{ field: "roleName", render: nameOf }, "roleAlias", "roleNo"]}
        search={["roleName", "roleAlias"]}
        form={["roleName", "roleNameEn", "roleAlias", "parentId", "sort", "remark"]}
        view={["roleNo", "roleName", "roleNameEn", "roleAlias", "parentName", "sort", "remark", "updateTime"]}
        initial={(above) => ({ sort: 100, ...(above && { parentId: above["id"] }) })}
        controls={(row) => ({ parentId: row ? aboveOf(String(row["id"])) : AnyParent })}
        locked={(row) => (row && isBuiltIn(row) ? ["roleAlias"] : [])}
        frozen={(row) => (isBuiltIn(row) ? ["内置角色不能删除", "Built-in roles cannot be removed"] : null)}
        rowActions={(row) =>
          mayGrant
            ? [
                {
                  key: "grant",
                  label: label(["授权", "Rights"]),
                  disabled: own.includes(String(row["roleAlias"]))
                    ? label(["不能给自己的角色授权", "Nobody grants rights to a role of his own"])
                    : null,
                  run: () => setGranting({ id: String(row["id"]), name: nameOf(row) }),
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
  return <TreeControl {...props} places={placesOf(data ?? [], label)} />;
}

const parents = new Map<string, (props: ControlProps) => React.ReactNode>();
/** Where a role may stand: not below itself. The same component for the same role, or it would lose its state. */
function aboveOf(roleId: string) {
  let Parent = parents.get(roleId);
  if (!Parent) {
    Parent = function OtherParent(props: ControlProps) {
      const label = useLabel();
      const { data } = useCall(roleCalls.treeById, { roleId });
      return <TreeControl {...props} places={placesOf(data ?? [], label)} />;
    };
    parents.set(roleId, Parent);
  }
  return Parent;
}
