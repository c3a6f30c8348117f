import { exportCall } from "../core/export.ts";
import { call, crudCalls } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { id, int, ref, refs, text } from "../core/fields/field.ts";
import { branchShape, list, queryShape, record, rowShape } from "../core/fields/shape.ts";
import { type Branch, treeNode } from "../core/tree.ts";

export const Role = entity(
  "Role",
  "角色",
  "Role",
  {
    roleNo: text(20, "角色编号", "Number", "computed"),
    roleName: text(50, "角色名称", "Name", "required"),
    roleNameEn: text(100, "英文名称", "English name"),
    roleAlias: text(50, "角色别名", "Alias", "required"),
    parentId: ref("Role", "上级角色", "Part of"),
    sort: int("排序", "Order", "required"),
    menuIds: refs("Menu", "菜单和按钮", "Menus and buttons", "optional", { derived: true }),
    dataScopeIds: refs("DataScope", "数据权限", "Data scopes", "optional", { derived: true }),
    apiScopeIds: refs("ApiScope", "接口权限", "API scopes", "optional", { derived: true }),
  },
  {
    filters: ["roleName", "roleAlias"],
    sorts: ["sort", "roleName"],
    order: ["sort"],
    idName: "roleId",
    title: "roleName",
  },
);
export interface RoleRow extends Row<typeof Role> {}

const path = "/api/blade-system/role";
const { detail, submit, remove } = crudCalls(Role, path, "role");
const view = { method: "GET", access: "role_view" } as const;

export const roleCalls = {
  export: exportCall(Role, path, "role"),
  /** All roles that match, as a tree. */
  list: call({
    ...view,
    name: "Role.list",
    path: `${path}/list`,
    zh: "角色列表",
    en: "Roles",
    input: queryShape(Role),
    output: list(branchShape<Branch<RoleRow>>(Role)),
  }),
  detail: { ...detail, output: rowShape(Role, { parentName: text(50, "上级角色", "Part of", "computed") }) },
  submit,
  remove,
  tree: call({
    ...view,
    name: "Role.tree",
    path: `${path}/tree`,
    zh: "角色树",
    en: "Tree of roles",
    access: ["role_view", "user_view"],
    input: record({ tenantId: text(12, "租户", "Tenant") }),
    output: list(treeNode),
  }),
  /** The possible parents of a role: all roles but itself and those below it. */
  treeById: call({
    ...view,
    name: "Role.treeById",
    path: `${path}/tree-by-id`,
    zh: "可选上级角色",
    en: "Roles that a role may stand under",
    input: record({ roleId: id("角色", "Role", "required") }),
    output: list(treeNode),
  }),
  /** Replaces menus and buttons, data scopes and API scopes of the named roles; those of the three that are absent stay. */
  grant: call({
    name: "Role.grant",
    method: "POST",
    path: `${path}/grant`,
    zh: "角色授权",
    en: "Grant rights to roles",
    access: "role_edit",
    input: record({
      roleIds: refs("Role", "角色", "Roles", "required"),
      menuIds: Role.fields.menuIds,
      dataScopeIds: Role.fields.dataScopeIds,
      apiScopeIds: Role.fields.apiScopeIds,
    }),
  }),
};
