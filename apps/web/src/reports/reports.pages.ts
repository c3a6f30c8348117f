import type { Pages } from "../core/page/registry.ts";

export const pages: Pages = {
  "/report/index": () => import("./reports.page.tsx"),
  "/report/view/:id": { zh: "查看报表", en: "Report", load: () => import("./report-view.page.tsx") },
  "/report/design/:id": { zh: "设计报表", en: "Report design", load: () => import("./report-design.page.tsx") },
};
