import type { Pages } from "../core/page/registry.ts";

export const pages: Pages = {
  "/ent/injury": () => import("./injuries/my-injuries.page.tsx"),
  "/ent/total": () => import("./my-records.page.tsx"),
  "/enterprise/injury": () => import("./injuries/injuries.page.tsx"),
  "/enterprise/total": () => import("./records.page.tsx"),
};
