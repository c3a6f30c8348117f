import type { Pages } from "../core/page/registry.ts";

export const pages: Pages = {
  "/wel/index": { zh: "首页", en: "Home", load: () => import("./home-page.tsx") },
  "/work/summary": () => import("./summary/summary.page.tsx"),
  "/wel/dashboard": () => import("./dashboard.page.tsx"),
};
