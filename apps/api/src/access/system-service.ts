import { loadAuthMenuList, loadButtonScope, type Paging } from "@jipei/contract/auth/system-service.ts";
import { type Route, reads } from "../core/implement.ts";
import { pageOf, windowOf } from "../core/window.ts";
import { menusOf } from "./menus.ts";

export const systemServiceRoutes: Route[] = [
  reads(loadAuthMenuList, async (db, actor, input, app) => {
    const menus = await menusOf(app, db, actor, null);
    const window = windowOf(input as Paging);
    const start = (window.current - 1) * window.size;
    return pageOf(menus.slice(start, start + window.size), menus.length, window);
  }),
  reads(loadButtonScope, async (_db, actor) => ({ actionList: [...actor.permissions].sort() })),
];
