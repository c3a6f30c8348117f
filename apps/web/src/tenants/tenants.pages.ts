import type { Pages } from "../core/registry.ts";

export const pages: Pages = {
  "/system/tenant": () => import("./tenant.page.tsx"),
};
