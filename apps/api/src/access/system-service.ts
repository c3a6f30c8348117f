import { loadAuthMenuList, loadButtonScope, type Paging } from "@jipei/contract/auth/own-rights.ts";
import { type Route, reads } from "../core/http/implement.ts";
import { pageShape, getWindow } from "../core/list/window.ts";
import { getMenus } from "./menus/menus.ts";

export const systemServiceRoutes: Route[] = [
  reads(loadAuthMenuList, async (db, actor, input, app) => {
    const menus = await getMenus(app, db, actor, null);
    const window = getWindow(input as Paging);
    const start = (window.current - 1) * window.size;
    return pageShape(menus.slice(start, start + window.size), menus.length, window);
  }),
  reads(loadButtonScope, async (_db, actor) => ({ actionList: [...actor.permissions].sort() })),
];
