import { call } from "../core/call.ts";
import { id } from "../core/fields/field.ts";
import { any, record } from "../core/fields/shape.ts";

/** A menu entry of the signed-in user. */
export interface MenuItem {
  id: string;
  name: string;
  nameEn: string | null;
  menuNo: string;
  supMenuNo: string;
  orderBy: number;
  /** Route or, beginning with http, an external address; null for a branch. */
  path: string | null;
  icon: string | null;
  /** 1 no · 2 opens in a new window */
  isOpen: "1" | "2";
  /** Role aliases that see the entry; null or empty: everyone. */
  roles: string[] | null;
  children?: MenuItem[];
}

export interface TopMenuItem {
  id: string;
  code: string;
  name: string;
  nameEn: string | null;
  source: string | null;
  sort: number;
  /** Root entries shown while it is chosen; empty: all. */
  menuIds: string[] | null;
}

/** Menu tree of the user, `topMenuId` narrows it to one top menu. */
export const menuRoutes = call({
  name: "Menu.routes",
  method: "GET",
  path: "/api/blade-system/menu/routes",
  zh: "用户菜单",
  en: "Menus of the user",
  access: "signedIn",
  input: record({ topMenuId: id("顶部菜单", "Top menu", "optional") }),
  output: any<MenuItem[]>(),
});

/** Menus with the buttons the user may press as their children; the leaf codes are the permissions. */
export const menuButtons = call({
  name: "Menu.buttons",
  method: "GET",
  path: "/api/blade-system/menu/buttons",
  zh: "按钮权限",
  en: "Button rights",
  access: "signedIn",
  output: any<{ code: string; children?: { code: string }[] }[]>(),
});

export const topMenu = call({
  name: "Menu.topMenu",
  method: "GET",
  path: "/api/blade-system/menu/top-menu",
  zh: "顶部菜单",
  en: "Top menu",
  access: "signedIn",
  output: any<TopMenuItem[]>(),
});

/** Every route with the roles that see it, one object each. */
export const authRoutes = call({
  name: "Menu.authRoutes",
  method: "GET",
  path: "/api/blade-system/menu/auth-routes",
  zh: "路由权限",
  en: "Roles of routes",
  access: "signedIn",
  output: any<Record<string, { authority: string[] }>[]>(),
});
