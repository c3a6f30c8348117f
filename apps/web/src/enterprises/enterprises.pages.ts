import type { Pages } from "../core/page/registry.ts";

export const pages: Pages = {
  "/ent/total": () => import("./my-records.page.tsx"),
  "/enterprise/total": () => import("./records.page.tsx"),
};
