import type { Pages } from "../core/page/registry.ts";

export const pages: Pages = {
  "/tool/code": () => import("./code.page.tsx"),
  "/tool/datasource": () => import("./datasource.page.tsx"),
};
