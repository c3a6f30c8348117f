import { exportCall } from "../core/export.ts";
import { call, crudCalls } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { int, refs, text } from "../core/fields/field.ts";
import { record } from "../core/fields/shape.ts";

export const TopMenu = entity(
  "TopMenu",
  "顶部菜单",
  "Top menu",
  {
    code: text(20, "编号", "Number", "required"),
    name: text(50, "名称", "Name", "required"),
    nameEn: text(100, "英文名称", "English name"),
    source: text(60, "图标", "Icon"),
    /** Where clients go that show top menus as links; ours shows what they gather. */
    path: text(200, "路由地址", "Route"),
    sort: int("排序", "Order", "required"),
    menuIds: refs("Menu", "所含菜单", "Menus", "optional", { derived: true }),
  },
  { filters: ["name", "code"], sorts: ["sort", "name"], order: ["sort"], title: "name" },
);
export interface TopMenuRow extends Row<typeof TopMenu> {}

const path = "/api/blade-system/topmenu";
export const topMenuCalls = {
  ...crudCalls(TopMenu, path, "top_menu"),
  export: exportCall(TopMenu, path, "top_menu"),
  /** Replaces the menus of the named top menus. */
  grant: call({
    name: "TopMenu.grant",
    method: "POST",
    path: `${path}/grant`,
    zh: "配置顶部菜单",
    en: "Choose menus of top menus",
    access: "top_menu_edit",
    input: record({
      topMenuIds: refs("TopMenu", "顶部菜单", "Top menus", "required"),
      menuIds: refs("Menu", "菜单", "Menus"),
    }),
  }),
};
