import type { Pages } from "../core/page/registry.ts";

export const pages: Pages = {
  "/system/tenant": () => import("./tenant.page.tsx"),
};
