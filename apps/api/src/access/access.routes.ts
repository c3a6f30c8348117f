import { grantsDerived } from "./grants/grants.links.ts";
import { loadRights } from "./grants/load-rights.ts";
import { rightsChangeRows } from "./rights-change/rights-change.routes.ts";
import { authRoutes, menuButtons, menuRoutes, topMenu } from "@jipei/contract/auth/menu.ts";
import { answers } from "../core/foundation/ports.ts";
import { type Domain, reads } from "../core/http/implement.ts";
import { apiScopeRoutes } from "./scopes/api-scope.routes.ts";
import { dataScopeRoutes } from "./scopes/data-scope.routes.ts";
import { menuAdminRoutes, menuDerived } from "./menus/menu.routes.ts";
import { rightsChangeRoutes } from "./rights-change/rights-change.routes.ts";
import { parameterExport, parameterRoutes, policyParameters } from "./rights-change/parameter.routes.ts";
import { roleRoutes } from "./roles/role.routes.ts";
import { topMenuDerived, topMenuRoutes } from "./menus/top-menu.routes.ts";
import { systemServiceRoutes } from "./system-service.ts";
import { unmaskRoutes } from "./unmask.routes.ts";
import { whyRoutes } from "./grants/why.routes.ts";
import { unknownRole } from "../settings/settings.queries.ts";
import { findUnknownRole } from "./roles/roles.ts";
import { getButtons, getMenus, routeRoles, getTopMenus } from "./menus/menus.ts";

/** Routes that change rights; security parameters are among them. */
const rightsRoutes = [...roleRoutes, ...menuAdminRoutes, ...dataScopeRoutes, ...apiScopeRoutes, ...parameterRoutes];

export const access: Domain = {
  name: "access",
  provides: { loadRights },
  owners: [rightsChangeRows],
  derived: [...grantsDerived, menuDerived, topMenuDerived],
  routes: [
    reads(menuRoutes, (db, actor, { topMenuId }, app) => getMenus(app, db, actor, topMenuId ?? null)),
    reads(menuButtons, async (_db, actor) => getButtons(actor)),
    reads(topMenu, (db, actor, _input, app) => getTopMenus(app, db, actor)),
    reads(authRoutes, (db, _actor, _input, app) => routeRoles(app, db)),
    ...systemServiceRoutes,
    ...rightsRoutes,
    parameterExport,
    ...topMenuRoutes,
    ...whyRoutes,
    ...rightsChangeRoutes(rightsRoutes),
    ...unmaskRoutes,
  ],
  holds: [answers(unknownRole, findUnknownRole)],
  reactions: [policyParameters.answer],
};
