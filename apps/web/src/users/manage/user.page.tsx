import { refs } from "@jipei/contract/core/fields/field.ts";
import type { TreeNode } from "@jipei/contract/core/tree.ts";
import { Post, postCalls } from "@jipei/contract/users/post.ts";
import { User, type UserRow, userCalls } from "@jipei/contract/users/user.ts";
import { Button } from "antd";
import { Suspense, useState } from "react";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { useLabel, useLanguage } from "../../core/i18n/language.ts";
import { notify } from "../../core/ui/notify.ts";
import { PageHeader } from "../../core/page/page-header.tsx";
import { can, useSession } from "../../core/session/session.ts";
import { useMenuName } from "../../core/page/use-menu-name.ts";
import type { AskTwoProps } from "./ask-two.tsx";
import { DepartmentTree } from "./department-tree.tsx";
import { DepartmentControl, RoleControl, RolesControl } from "./tree-controls.tsx";
import { useUserActions } from "./user-actions.tsx";
import { UserState } from "./user-state.tsx";
import { useRowActions } from "./use-row-actions.ts";
import "../users.css";
import { refSource } from "../../core/form/ref-source.ts";
import { lazyPart } from "../../core/ui/lazy-part.ts";

const PlatformData = lazyPart(() => import("./platform-data.tsx").then(({ PlatformData }) => PlatformData));
const AskTwo = lazyPart(() => import("./ask-two.tsx").then(({ AskTwo }) => AskTwo));
const GrantRoles = lazyPart(() => import("./grant-roles.tsx").then(({ GrantRoles }) => GrantRoles));

/** What the form and the filters ask for besides the row itself. */
const FormUser = {
  ...User,
  fields: {
    ...User.fields,
    deptId: { ...User.fields.deptId, need: "required" as const },
    roleId: refs("Role", "角色", "Roles", "required"),
  },
  filters: [...User.filters, "roleId"] as const,
};

type RoleName = "roleName" | "roleNameEn";
/** @param roles the field that names the roles in the language of the user */
const getColumns = (roles: RoleName) =>
  [
    "account",
    "realName",
    "status",
    roles,
    { field: "deptName", width: 130 },
    "phone",
    "phoneProven",
    "loginType",
    "lastLoginTime",
    "postName",
    "name",
    "email",
    "createTime",
  ] as const;
const getView = (roles: RoleName) =>
  [
    "account",
    "realName",
    "name",
    "status",
    roles,
    "deptName",
    "postName",
    "phone",
    "phoneProven",
    "email",
    "sex",
    "birthday",
    "code",
    "loginType",
    "lastLoginTime",
    "createTime",
    "remark",
  ] as const;
const hints = {
  added: [
    "新用户的初始密码以短信发送到手机，首次登录须修改。",
    "A new user gets the first password by SMS, and changes it at the first sign-in.",
  ],
  changed: [
    "更换手机后：原手机收到短信，本人的所有会话结束；新手机须由本人登录后验证，验证前不能用于登录和接收新密码。手机遗失请申请双人复核。",
    "With another phone: the old one is told by SMS and all sessions of the user end. The new one neither signs in nor receives passwords until its owner has signed in and proven it. For a lost phone ask for a second person.",
  ],
} as const;

/** 用户: departments as a tree, beside them their people. */
export default function UserPage() {
  const label = useLabel();
  const menuName = useMenuName();
  const roles: RoleName = useLanguage() === "en" ? "roleNameEn" : "roleName";
  const session = useSession();
  const [picked, setPicked] = useState<TreeNode | null>(null);
  const [granting, setGranting] = useState<readonly UserRow[] | null>(null);
  const [platformOf, setPlatformOf] = useState<UserRow | null>(null);
  const [asking, setAsking] = useState<Omit<AskTwoProps, "onClose"> | null>(null);
  const mayAsk = can("four_eyes_ask", session);
  const userActions = useUserActions(mayAsk ? setAsking : undefined);
  const own = session.info?.userId;
  const may = (right: string) => can(`user_${right}`, session);
  const ask = (rows: readonly UserRow[], work: (rows: readonly UserRow[]) => void) =>
    rows.length === 0 ? notify("warning", label(["请选择至少一条数据", "Select at least one row"])) : work(rows);
  const getActions = useRowActions({
    ask: userActions.ask,
    onGrant: (row) => setGranting([row]),
    onTwo: (row) => setAsking({ user: { id: row.id, name: row.realName } }),
    onPlatform: setPlatformOf,
  });
  return (
    <>
      <PageHeader title={label(menuName ?? User)} />
      <div className="beside tree">
        <section aria-label={label(["部门", "Departments"])}>
          <DepartmentTree picked={picked} onPick={setPicked} />
        </section>
        <section aria-labelledby="users-below">
          <CrudPage
            key={picked?.id ?? "all"}
            embedded
            heading={
              <h2 id="users-below" className="section-title">
                {picked ? picked.title : label(["全部用户", "All users"])}
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
            initial={picked ? { deptId: picked.id } : {}}
            fixed={picked ? { deptId: picked.id } : {}}
            locked={(row) => (row && row.id === own ? ["roleId", "deptId"] : [])}
            formHead={(row) => <p className="form-hint">{label(row === null ? hints.added : hints.changed)}</p>}
            frozen={(row, what) => frozen(row, what, own)}
            rowActions={getActions}
            selects={may("edit") || may("reset_password")}
            actions={({ selected }) => (
              <>
                {may("edit") && <Button onClick={() => ask(selected, setGranting)}>{label(["授权", "Roles"])}</Button>}
                {may("reset_password") && (
                  <Button onClick={() => ask(selected, (rows) => userActions.ask("reset", rows))}>
                    {label(["重置密码", "Reset password"])}
                  </Button>
                )}
              </>
            )}
          />
        </section>
      </div>
      <Suspense fallback={null}>
        {platformOf && <PlatformData user={platformOf} mayEdit={may("edit")} onClose={() => setPlatformOf(null)} />}
        {granting && (
          <GrantRoles
            users={granting.map(({ id, realName }) => ({ id, name: realName }))}
            onTwo={mayAsk ? setAsking : undefined}
            onClose={() => setGranting(null)}
          />
        )}
        {asking && <AskTwo {...asking} onClose={() => setAsking(null)} />}
      </Suspense>
      {userActions.dialogs}
    </>
  );
}

function frozen(row: UserRow, what: "edit" | "remove", own: string | undefined): readonly [string, string] | null {
  if (what === "remove") return row.id === own ? ["不能删除本人", "You cannot remove yourself"] : null;
  if (row.status === "0" || row.status === "4") return ["请在注册审核中处理", "Decide on it among the registrations"];
  return row.deptId
    ? null
    : ["此账号随机构、学员或考评员维护", "This account is kept with its institution, student or assessor"];
}
