import { call } from "../core/call.ts";
import { code, codeList, int, text, texts } from "../core/fields/field.ts";
import { pageShape, record } from "../core/fields/shape.ts";
import { menuItem } from "./menu.ts";

/** What the signed-in user may open and do, by calls of the system service. The web asks for it at every sign-in, so it stands apart from the others. */

const yesNo = codeList("IS_PAGING", "是否分页", "Paged", { "1": ["分页", "Paged"], "0": ["不分页", "All"] });
export const paging = {
  isPaging: code(yesNo, "是否分页", "Paged"),
  pageIndex: int("页码", "Page", "optional", { min: 1 }),
  pageSize: int("每页条数", "Page size", "optional", { min: 1 }),
};

export interface Paging {
  isPaging?: "0" | "1" | null;
  pageIndex?: number | null;
  pageSize?: number | null;
}

/** The menu tree of the user, paged by root entries; the same content as menu/routes. */
export const loadAuthMenuList = call({
  name: "System.loadAuthMenuList",
  method: "POST",
  path: "/api/zjgrsj-system/web/auth/loadauthmenulist.action",
  zh: "授权菜单",
  en: "Granted menus",
  access: "signedIn",
  style: "encrypted",
  input: record({ ...paging, programNo: text(20, "程序编号", "Program") }),
  output: pageShape(menuItem),
});

/** The button keys of the user; what is not in the list is denied. */
export const loadButtonScope = call({
  name: "System.loadButtonScope",
  method: "POST",
  path: "/api/zjgrsj-system/web/auth/loadbuttonscope.action",
  zh: "按钮权限",
  en: "Button scope",
  access: "signedIn",
  style: "encrypted",
  input: record({ ...paging, programNo: text(20, "程序编号", "Program") }),
  output: record({ actionList: texts(100, "按钮权限", "Button keys", "required") }),
});
