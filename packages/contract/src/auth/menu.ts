import { call } from "../core/call.ts";
import { code, codeList, id, int, text, texts } from "../core/fields/field.ts";
import { form, leftOut, list, map, record, type Shape } from "../core/fields/shape.ts";

/** A menu entry of the signed-in user. */
export interface MenuItem {
  id: string;
  name: string;
  nameEn: string | null;
  menuNo: string;
  supMenuNo: string;
  code: string;
  /** The same parent and place once more, for clients that know parents by their ids; «0» at the top. */
  parentId: string;
  sort: number;
  orderBy: number;
  /** Route or, beginning with http, an external address; that of a branch, made of its code, leads to no page. */
  path: string;
  icon: string | null;
  /** 1 no · 2 opens in a new window */
  isOpen: "1" | "2";
  /** Role aliases that see the entry; null or empty: everyone. */
  roles: string[] | null;
  children?: MenuItem[];
}

const opening = codeList("MENU_OPENING", "打开方式", "How a page opens", {
  "1": ["本窗口", "Here"],
  "2": ["新窗口", "New window"],
});
export const menuItem: Shape<MenuItem> = form<MenuItem>("MenuItem", "用户菜单", "Menu entry of the user", () => ({
  id: id("主键", "Id", "required"),
  name: text(50, "菜单名称", "Name", "required"),
  nameEn: text(100, "英文名称", "English name"),
  menuNo: text(20, "菜单编号", "Number", "required"),
  supMenuNo: text(20, "上级菜单", "Part of", "required"),
  code: text(60, "菜单编码", "Code", "required"),
  parentId: id("上级菜单", "Part of", "required"),
  sort: int("排序", "Order", "required"),
  orderBy: int("排序", "Order", "required"),
  path: text(200, "路由地址", "Route", "required"),
  icon: text(60, "图标", "Icon"),
  isOpen: code(opening, "打开方式", "How it opens", "required"),
  roles: texts(50, "可见角色", "Roles that see it"),
  children: leftOut(list(menuItem)),
}));

interface MenuOfButtons {
  code: string;
  children?: { code: string }[];
}
const menuOfButtons = form<MenuOfButtons>("MenuOfButtons", "菜单及按钮", "Menu with its buttons", () => ({
  code: text(60, "菜单编码", "Code", "required"),
  children: leftOut(list(record({ code: text(100, "按钮权限", "Button key", "required") }))),
}));

export interface TopMenuItem {
  id: string;
  code: string;
  name: string;
  nameEn: string | null;
  source: string | null;
  path: string | null;
  sort: number;
  /** Root entries shown while it is chosen; empty: all. */
  menuIds: string[] | null;
}

const topMenuItem = form<TopMenuItem>("TopMenuItem", "顶部菜单", "Top menu", () => ({
  id: id("主键", "Id", "required"),
  code: text(60, "编码", "Code", "required"),
  name: text(50, "名称", "Name", "required"),
  nameEn: text(100, "英文名称", "English name"),
  source: text(60, "图标", "Icon"),
  path: text(200, "路由地址", "Route"),
  sort: int("排序", "Order", "required"),
  menuIds: texts(20, "所含菜单", "Root entries shown while it is chosen"),
}));

/** Menu tree of the user, `topMenuId` narrows it to one top menu. */
export const menuRoutes = call({
  name: "Menu.routes",
  method: "GET",
  path: "/api/blade-system/menu/routes",
  zh: "用户菜单",
  en: "Menus of the user",
  access: "signedIn",
  input: record({ topMenuId: id("顶部菜单", "Top menu", "optional") }),
  output: list(menuItem),
});

/** Menus with the buttons the user may press as their children; the leaf codes are the permissions. */
export const menuButtons = call({
  name: "Menu.buttons",
  method: "GET",
  path: "/api/blade-system/menu/buttons",
  zh: "按钮权限",
  en: "Button rights",
  access: "signedIn",
  output: list(menuOfButtons),
});

export const topMenu = call({
  name: "Menu.topMenu",
  method: "GET",
  path: "/api/blade-system/menu/top-menu",
  zh: "顶部菜单",
  en: "Top menu",
  access: "signedIn",
  output: list(topMenuItem),
});

/** Every route with the roles that see it, one object each. */
export const authRoutes = call({
  name: "Menu.authRoutes",
  method: "GET",
  path: "/api/blade-system/menu/auth-routes",
  zh: "路由权限",
  en: "Roles of routes",
  access: "signedIn",
  output: list(map(record({ authority: texts(50, "可见角色", "Roles that see it", "required") }))),
});
