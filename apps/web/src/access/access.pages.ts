import type { Pages } from "../core/page/registry.ts";

export const pages: Pages = {
  "/authority/role": () => import("./role.page.tsx"),
  "/authority/datascope": () => import("./data-scope.page.tsx"),
  "/authority/apiscope": () => import("./api-scope.page.tsx"),
  "/authority/changes": () => import("./rights-change.page.tsx"),
  "/authority/why": () => import("./why.page.tsx"),
  "/system/menu": () => import("./menu.page.tsx"),
  "/system/topmenu": () => import("./top-menu.page.tsx"),
};
