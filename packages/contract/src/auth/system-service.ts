import { call } from "../core/call.ts";
import { date, id, int, text } from "../core/fields/field.ts";
import { form, pageShape, record } from "../core/fields/shape.ts";
import { paging } from "./own-rights.ts";

/** The calls of the system service: POST with an encrypted body, an encrypted answer (auth/envelope.ts). */

/** What a data scope hides is null, here as in the plain lists. */
export interface OrgItem {
  orgId: string;
  orgName: string;
  fullName: string | null;
  parentId: string | null;
  deptCategory: string | null;
  sort: number | null;
}

const orgItem = form<OrgItem>("OrgItem", "部门", "Department or unit", () => ({
  orgId: id("部门", "Department", "required"),
  orgName: text(100, "部门名称", "Name", "required"),
  fullName: text(200, "部门全称", "Full name"),
  parentId: id("上级部门", "Part of", "optional"),
  deptCategory: text(20, "部门类型", "Kind"),
  sort: int("排序", "Order"),
}));

/** Departments and units. */
export const loadOrgList = call({
  name: "System.loadOrgList",
  method: "POST",
  path: "/api/zjgrsj-system/web/org/loadorglist.action",
  zh: "部门列表",
  en: "List of departments",
  access: "dept_view",
  style: "encrypted",
  input: record({ ...paging, orgName: text(100, "部门名称", "Name"), deptCategory: text(20, "部门类型", "Kind") }),
  output: pageShape(orgItem),
});

interface OfUser {
  userId: string;
  account: string | null;
}
const userParts = {
  userId: id("用户", "User", "required"),
  account: text(30, "账号", "Account"),
} as const;
const ofUser = {
  ...paging,
  userId: id("用户", "User", "optional"),
  account: text(30, "账号", "Account"),
  userName: text(50, "姓名", "Name"),
  orgId: id("部门", "Department", "optional"),
};
/** Only the bureau may read users, even where others are granted the permission by mistake. */
const userService = {
  method: "POST",
  access: "user_view",
  audience: ["bureau"],
  style: "encrypted",
  input: record(ofUser),
} as const;
const userPath = "/api/zjgrsj-system/web/user";

export interface UserItem extends OfUser {
  userName: string;
  nickName: string | null;
  orgId: string | null;
  loginType: string | null;
  status: string | null;
}
const userItem = form<UserItem>("UserItem", "用户", "User", () => ({
  ...userParts,
  userName: text(50, "姓名", "Name", "required"),
  nickName: text(50, "昵称", "Nickname"),
  orgId: id("部门", "Department", "optional"),
  loginType: text(2, "登录类型", "Sign-in"),
  status: text(20, "状态", "Status"),
}));
export const loadUserList = call({
  ...userService,
  name: "System.loadUserList",
  path: `${userPath}/loaduserlist.action`,
  zh: "用户列表",
  en: "Users",
  output: pageShape(userItem),
});

/** Users with their department. */
export const loadUserOrgList = call({
  ...userService,
  name: "System.loadUserOrgList",
  path: `${userPath}/loaduserorglist.action`,
  zh: "用户部门列表",
  en: "Departments of users",
  output: pageShape(
    form<OfUser & { orgId: string; orgName: string }>("UserOrg", "用户部门", "Department of a user", () => ({
      ...userParts,
      orgId: id("部门", "Department", "required"),
      orgName: text(100, "部门名称", "Name of the department", "required"),
    })),
  ),
});

/** Users with their group, which is their post. */
export const loadUserGroupList = call({
  ...userService,
  name: "System.loadUserGroupList",
  path: `${userPath}/loadusergrouplist.action`,
  zh: "用户组列表",
  en: "Groups of users",
  output: pageShape(
    form<OfUser & { groupNo: string; groupName: string }>("UserGroup", "用户组", "Group of a user", () => ({
      ...userParts,
      groupNo: text(50, "用户组编号", "Number", "required"),
      groupName: text(100, "用户组名称", "Name", "required"),
    })),
  ),
});

/** Users with each role they hold today. */
export const loadUserRoleList = call({
  ...userService,
  name: "System.loadUserRoleList",
  path: `${userPath}/loaduserrolelist.action`,
  zh: "用户角色列表",
  en: "Roles of users",
  output: pageShape(
    form<
      OfUser & { roleId: string; roleNo: string | null; roleName: string; roleAlias: string; endDate: string | null }
    >("UserRole", "用户角色", "Role of a user", () => ({
      ...userParts,
      roleId: id("角色", "Role", "required"),
      roleNo: text(50, "角色编号", "Number"),
      roleName: text(50, "角色名称", "Name", "required"),
      roleAlias: text(50, "角色别名", "Alias", "required"),
      endDate: date("有效期至", "Until"),
    })),
  ),
});
