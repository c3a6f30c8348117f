import { exportCall } from "../core/export.ts";
import { call, crudCalls, picked } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { code, codeList, id, int, labelOf, ref, text, texts } from "../core/fields/field.ts";
import { branchShape, form, list, queryShape, record, rowShape } from "../core/fields/shape.ts";
import { type Branch, type TreeNode, treeNode } from "../core/tree.ts";

export const menuCategory = codeList("MENU_CATEGORY", "菜单类型", "Kind of menu entry", {
  "1": ["菜单", "Menu"],
  "2": ["按钮", "Button"],
});
export const menuAction = codeList("MENU_ACTION", "操作权限类型", "Where a button stands", {
  "0": ["无", "Nowhere"],
  "1": ["工具栏", "Toolbar"],
  "2": ["操作栏", "Row"],
  "3": ["工具操作栏", "Both"],
});
export const menuOpen = codeList("MENU_OPEN", "新窗口", "New window", { "1": ["否", "No"], "2": ["是", "Yes"] });

/** A menu entry as it is stored; the signed-in user's menu is `MenuItem` of auth/menu.ts. */
export const Menu = entity(
  "Menu",
  "菜单",
  "Menu entry",
  {
    /** The server gives one where the client has none. */
    menuNo: text(20, "菜单编号", "Number", "required", { default: "" }),
    supMenuNo: text(20, "上级菜单", "Part of"),
    /** The id of the same entry, for clients that know parents by their ids. */
    parentId: ref("Menu", "上级菜单", "Part of", "optional", { derived: true }),
    name: text(50, "菜单名称", "Name", "required"),
    nameEn: text(100, "英文名称", "English name"),
    code: text(60, "菜单编码", "Code", "required"),
    href: text(200, "路由地址", "Route", "submit"),
    icon: text(60, "图标", "Icon"),
    category: code(menuCategory, "菜单类型", "Kind", "required"),
    action: code(menuAction, "操作权限类型", "Where"),
    isOpen: code(menuOpen, "新窗口", "New window", "required", { default: "1" }),
    categoryName: labelOf("category", "菜单类型名称", "Kind in words"),
    actionName: labelOf("action", "操作权限类型名称", "Where, in words"),
    isOpenName: labelOf("isOpen", "新窗口名称", "New window, in words"),
    orderBy: int("排序", "Order", "required"),
    roles: texts(50, "可见角色", "Roles that see it"),
    programNo: text(20, "程序编号", "Program", "required", { default: "ZJGTRAIN" }),
  },
  { filters: ["name", "code", "category"], sorts: ["orderBy", "name"], order: ["orderBy"], title: "name" },
);
export interface MenuRow extends Row<typeof Menu> {}

/** `supMenuNo` of an entry at the top. */
export const topNumber = "0";

/** What may be granted to a role, or is granted: ids of menus and buttons, of data scopes, of API scopes. */
export interface GrantTrees {
  menu: TreeNode[];
  dataScope: TreeNode[];
  apiScope: TreeNode[];
}
export interface GrantKeys {
  menu: string[];
  dataScope: string[];
  apiScope: string[];
}

const grantTrees = form<GrantTrees>("GrantTrees", "可授权限", "What may be granted", () => ({
  menu: list(treeNode),
  dataScope: list(treeNode),
  apiScope: list(treeNode),
}));
const grantKeys = form<GrantKeys>("GrantKeys", "已有权限", "What is granted", () => ({
  menu: texts(20, "菜单和按钮", "Menus and buttons", "required"),
  dataScope: texts(20, "数据权限", "Data scopes", "required"),
  apiScope: texts(20, "接口权限", "API scopes", "required"),
}));

const path = "/api/blade-system/menu";
const { detail, submit, remove } = crudCalls(Menu, path, "menu");
const view = { method: "GET", access: "menu_view" } as const;
const grants = { method: "GET", access: ["role_view", "menu_view"] } as const;
/** A search without a parent covers all levels. */
const level = record({
  parentId: id("上级菜单", "Part of", "optional"),
  name: text(50, "菜单名称", "Name"),
  code: text(60, "菜单编码", "Code"),
  alias: text(50, "菜单别名", "Not used"),
});

export const menuCalls = {
  export: exportCall(Menu, path, "menu"),
  /** Menus and buttons that match, as a tree. */
  list: call({
    ...view,
    name: "Menu.list",
    path: `${path}/list`,
    zh: "菜单列表",
    en: "Menus",
    input: queryShape(Menu),
    output: list(branchShape<Branch<MenuRow>>(Menu)),
  }),
  /** One level of menus and buttons. */
  lazyList: call({
    ...view,
    name: "Menu.lazyList",
    path: `${path}/lazy-list`,
    zh: "下级菜单和按钮",
    en: "Menus and buttons of a level",
    input: level,
    output: list(branchShape<Branch<MenuRow>>(Menu)),
  }),
  /** One level of menus. */
  lazyMenuList: call({
    ...view,
    name: "Menu.lazyMenuList",
    path: `${path}/lazy-menu-list`,
    zh: "下级菜单",
    en: "Menus of a level",
    input: level,
    output: list(branchShape<Branch<MenuRow>>(Menu)),
  }),
  /** All menus, to pick one. */
  tree: call({
    ...view,
    name: "Menu.tree",
    path: `${path}/tree`,
    zh: "菜单树",
    en: "Menu tree",
    output: list(treeNode),
  }),
  detail: { ...detail, output: rowShape(Menu, { parentName: text(50, "上级菜单", "Part of", "computed") }) },
  submit,
  remove,
  grantTree: call({
    ...grants,
    name: "Menu.grantTree",
    path: `${path}/grant-tree`,
    zh: "可授权限",
    en: "What may be granted",
    output: grantTrees,
  }),
  roleTreeKeys: call({
    ...grants,
    name: "Menu.roleTreeKeys",
    path: `${path}/role-tree-keys`,
    zh: "角色已有权限",
    en: "What roles are granted",
    input: record({ roleIds: picked("角色", "Roles") }),
    output: grantKeys,
  }),
  grantTopTree: call({
    ...grants,
    name: "Menu.grantTopTree",
    path: `${path}/grant-top-tree`,
    zh: "顶部菜单可含菜单",
    en: "What a top menu may gather",
    output: grantTrees,
  }),
  topTreeKeys: call({
    ...grants,
    name: "Menu.topTreeKeys",
    path: `${path}/top-tree-keys`,
    zh: "顶部菜单已含菜单",
    en: "What top menus gather",
    input: record({ topMenuIds: picked("顶部菜单", "Top menus") }),
    output: grantKeys,
  }),
};
