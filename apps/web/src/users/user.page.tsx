import { refs } from "@jipei/contract/core/field.ts";
import type { TreeNode } from "@jipei/contract/core/tree.ts";
import { Post, postCalls } from "@jipei/contract/users/post.ts";
import { User, type UserRow, userCalls } from "@jipei/contract/users/user.ts";
import { Button } from "antd";
import { lazy, Suspense, useState } from "react";
import { CrudPage } from "../core/crud-page.tsx";
import { useLabel, useLanguage } from "../core/i18n/language.ts";
import { notify } from "../core/notify.ts";
import { PageHeader } from "../core/page-header.tsx";
import type { RowAction } from "../core/row-actions.tsx";
import { can, useSession } from "../core/session.ts";
import { useMenuName } from "../core/use-menu-name.ts";
import type { AskTwoProps } from "./ask-two.tsx";
import { DepartmentTree } from "./department-tree.tsx";
import { DepartmentControl, RoleControl, RolesControl } from "./tree-controls.tsx";
import { useUserDeeds } from "./user-deeds.tsx";
import { UserState } from "./user-state.tsx";
import "./users.css";

const PlatformData = lazy(() => import("./platform-data.tsx").then((module) => ({ default: module.PlatformData })));
const AskTwo = lazy(() => import("./ask-two.tsx").then((module) => ({ default: module.AskTwo })));
const GrantRoles = lazy(() => import("./grant-roles.tsx").then((module) => ({ default: module.GrantRoles })));

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

/** 用户: departments as a tree, beside them their people. */
export default function UserPage() {
  const label = useLabel();
  const menuName = useMenuName();
  const roles = useLanguage() === "en" ? "roleNameEn" : "roleName";
  const session = useSession();
  const [picked, setPicked] = useState<TreeNode | null>(null);
  const [granting, setGranting] = useState<readonly UserRow[] | null>(null);
  const [platformOf, setPlatformOf] = useState<UserRow | null>(null);
  const [asking, setAsking] = useState<Omit<AskTwoProps, "onClose"> | null>(null);
  const mayAsk = can("four_eyes_ask", session);
  const deeds = useUserDeeds(mayAsk ? setAsking : undefined);
  const own = session.info?.userId;
  const may = (right: string) => can(`user_${right}`, session);
  const ask = (rows: readonly UserRow[], work: (rows: readonly UserRow[]) => void) =>
    rows.length === 0 ? notify("warning", label(["请选择至少一条数据", "Select at least one row"])) : work(rows);
  const selfNote = label(["不能对本人操作", "Not for yourself"]);
  const actionsOf = (row: UserRow): RowAction[] => {
    const self = row.id === own ? selfNote : null;
    return [
      ...(may("edit") && row.status !== "0" && row.status !== "4"
        ? [{ key: "grant", label: label(["授权", "Roles"]), disabled: self, run: () => setGranting([row]) }]
        : []),
      ...(may("reset_password")
        ? [{ key: "reset", label: label(["重置密码", "Reset password"]), run: () => deeds.ask("reset", [row]) }]
        : []),
      ...(may("reset_factor")
        ? [
            {
              key: "factor",
              label: label(["重置两步验证", "Reset second factor"]),
              disabled: self,
              run: () => deeds.ask("factor", [row]),
            },
          ]
        : []),
      ...(may("unlock") && row.status === "3"
        ? [{ key: "unlock", label: label(["解锁", "Unlock"]), run: () => deeds.ask("unlock", [row]) }]
        : []),
      ...(mayAsk && row.status === "1"
        ? [
            {
              key: "two",
              label: label(["双人复核", "Second person"]),
              disabled: self,
              run: () => setAsking({ user: { id: row.id, name: row.realName } }),
            },
          ]
        : []),
      { key: "platform", label: label(["平台信息", "Platform data"]), run: () => setPlatformOf(row) },
      ...(may("edit") && (row.status === "1" || row.status === "3")
        ? [
            {
              key: "disable",
              label: label(["停用", "Disable"]),
              danger: true,
              disabled: self,
              run: () => deeds.ask("disable", [row]),
            },
          ]
        : []),
      ...(may("edit") && row.status === "2"
        ? [{ key: "enable", label: label(["启用", "Enable"]), run: () => deeds.ask("enable", [row]) }]
        : []),
    ];
  };
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
            calls={{ ...userCalls, list: userCalls.list as never }}
            resource="user"
            importCovers
            columns={[
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
            ]}
            card={["realName", "account", "status", roles]}
            search={["account", "realName", "roleId", "phone", "status", "loginType"]}
            searchControls={{ roleId: RoleControl }}
            view={[
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
            ]}
            below={(row) => <UserState {...row} />}
            form={[
              {
                title: ["账号", "Account"],
                fields: ["account", "realName", "name", "phone", "roleId", "deptId", "postId"],
              },
              { title: ["其他", "More"], fields: ["email", "sex", "birthday", "code", "remark"] },
            ]}
            refs={{ postId: { entity: Post, list: postCalls.list as never, detail: postCalls.detail } }}
            controls={{ deptId: DepartmentControl, roleId: RolesControl as never }}
            initial={picked ? { deptId: picked.id } : {}}
            fixed={picked ? { deptId: picked.id } : {}}
            locked={(row) => (row && (row as UserRow).id === own ? ["roleId", "deptId"] : [])}
            formHead={(row) => (
              <p className="form-hint">
                {row === null
                  ? label([
                      "新用户的初始密码以短信发送到手机，首次登录须修改。",
                      "A new user gets the first password by SMS, and changes it at the first sign-in.",
                    ])
                  : label([
                      "更换手机后：原手机收到短信，本人的所有会话结束；新手机须由本人登录后验证，验证前不能用于登录和接收新密码。手机遗失请申请双人复核。",
                      "With another phone: the old one is told by SMS and all sessions of the user end. The new one neither signs in nor receives passwords until its owner has signed in and proven it. For a lost phone ask for a second person.",
                    ])}
              </p>
            )}
            frozen={(row, what) => frozen(row as UserRow, what, own)}
            rowActions={(row) => actionsOf(row as UserRow)}
            selects={may("edit") || may("reset_password")}
            actions={({ selected }) => (
              <>
                {may("edit") && (
                  <Button onClick={() => ask(selected as UserRow[], setGranting)}>{label(["授权", "Roles"])}</Button>
                )}
                {may("reset_password") && (
                  <Button onClick={() => ask(selected as UserRow[], (rows) => deeds.ask("reset", rows))}>
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
      </Suspense>
      <Suspense fallback={null}>
        {granting && (
          <GrantRoles
            users={granting.map(({ id, realName }) => ({ id, name: realName }))}
            onTwo={mayAsk ? setAsking : undefined}
            onClose={() => setGranting(null)}
          />
        )}
      </Suspense>
      <Suspense fallback={null}>{asking && <AskTwo {...asking} onClose={() => setAsking(null)} />}</Suspense>
      {deeds.dialogs}
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
