import { authRoutes, menuButtons, menuRoutes, topMenu } from "@jipei/contract/auth/menu.ts";
import { type Domain, reads } from "../core/implement.ts";
import { apiScopeRoutes } from "./api-scope.routes.ts";
import { dataScopeRoutes } from "./data-scope.routes.ts";
import { menuAdminRoutes } from "./menu.routes.ts";
import { rightsChangeRoutes } from "./rights-change.routes.ts";
import { roleRoutes } from "./role.routes.ts";
import { topMenuRoutes } from "./top-menu.routes.ts";
import { systemServiceRoutes } from "./system-service.ts";
import { unmaskRoutes } from "./unmask.routes.ts";
import { whyRoutes } from "./why.routes.ts";
import { buttonsOf, menusOf, routeRoles, topMenusOf } from "./menus.ts";

export const access: Domain = {
  name: "access",
  routes: [
    reads(menuRoutes, (db, actor, { topMenuId }, app) => menusOf(app, db, actor, topMenuId ?? null)),
    reads(menuButtons, async (_db, actor) => buttonsOf(actor)),
    reads(topMenu, (db, actor, _input, app) => topMenusOf(app, db, actor)),
    reads(authRoutes, (db, _actor, _input, app) => routeRoles(app, db)),
    ...systemServiceRoutes,
    ...roleRoutes,
    ...menuAdminRoutes,
    ...topMenuRoutes,
    ...dataScopeRoutes,
    ...apiScopeRoutes,
    ...whyRoutes,
    ...rightsChangeRoutes,
    ...unmaskRoutes,
  ],
};
