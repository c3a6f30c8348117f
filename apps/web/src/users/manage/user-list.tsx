import type { TreeNode } from "@jipei/contract/core/tree.ts";
import { Post, postCalls } from "@jipei/contract/users/post.ts";
import { type UserRow, userCalls } from "@jipei/contract/users/user.ts";
import { Button } from "antd";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { refSource } from "../../core/form/ref-source.ts";
import { type Named, useLabel, useLanguage } from "../../core/i18n/language.ts";
import { useSomeRows } from "../../core/list/use-some-rows.ts";
import { can, useSession } from "../../core/session/session.ts";
import { DepartmentControl, RoleControl, RolesControl } from "./tree-controls.tsx";
import { grantName, userActionWords } from "./user-action-words.ts";
import { FormUser, getColumns, getView, hints, type RoleName } from "./user-fields.ts";
import { UserState } from "./user-state.tsx";
import { useRowActions } from "./use-row-actions.ts";
import { useUserDialogs } from "./use-user-dialogs.tsx";

/** The users of a department, or all. */
export function UserList({ department }: { department: TreeNode | null }) {
  const label = useLabel();
  const roles: RoleName = useLanguage() === "en" ? "roleNameEn" : "roleName";
  const session = useSession();
  const someRows = useSomeRows();
  const dialogs = useUserDialogs();
  const getActions = useRowActions(dialogs);
  const own = session.info?.userId;
  const may = (right: "edit" | "reset_password") => can(`user_${right}`, session);
  return (
    <>
      <CrudPage
        embedded
        heading={
          <h2 id="users-below" className="section-title">
            {department ? department.title : label(["全部用户", "All users"])}
          </h2>
        }
        entity={FormUser}
        calls={{ ...userCalls, list: userCalls.list }}
        resource="user"
        importCovers
        columns={getColumns(roles)}
        card={["realName", "account", "status", roles]}
        search={["account", "realName", "roleId", "phone", "status", "loginType"]}
        searchControls={{ roleId: RoleControl }}
        view={getView(roles)}
        below={(row) => <UserState {...row} />}
        form={[
          {
            title: ["账号", "Account"],
            fields: ["account", "realName", "name", "phone", "roleId", "deptId", "postId"],
          },
          { title: ["其他", "More"], fields: ["email", "sex", "birthday", "code", "remark"] },
        ]}
        refs={{ postId: refSource({ entity: Post, list: postCalls.list, detail: postCalls.detail }) }}
        controls={{ deptId: DepartmentControl, roleId: RolesControl }}
        initial={department ? { deptId: department.id } : {}}
        fixed={department ? { deptId: department.id } : {}}
        locked={(row) => (row && row.id === own ? ["roleId", "deptId"] : [])}
        formHead={(row) => <p className="form-hint">{label(row === null ? hints.added : hints.changed)}</p>}
        frozen={(row, what) => whyFrozen(row, what, own)}
        rowActions={getActions}
        selects={may("edit") || may("reset_password")}
        actions={({ selected }) => (
          <>
            {may("edit") && <Button onClick={() => someRows(selected, dialogs.grant)}>{label(grantName)}</Button>}
            {may("reset_password") && (
              <Button onClick={() => someRows(selected, (rows) => dialogs.ask("reset", rows))}>
                {label(userActionWords.reset.name)}
              </Button>
            )}
          </>
        )}
      />
      {dialogs.mounted}
    </>
  );
}

/** Why a user may not be changed or removed here; null when they may. */
function whyFrozen(row: UserRow, what: "edit" | "remove", own: string | undefined): Named | null {
  if (what === "remove") return row.id === own ? ["不能删除本人", "You cannot delete your own account"] : null;
  if (row.status === "0" || row.status === "4")
    return ["请在注册审核中处理", "Please decide on it under Registrations"];
  return row.deptId
    ? null
    : ["此账号随机构、学员或考评员维护", "This account is maintained with its institution, student or assessor"];
}
