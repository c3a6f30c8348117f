import type { Pages } from "../core/page/registry.ts";

export const pages: Pages = {
  "/monitor/log/usual": () => import("./usual-log.page.tsx"),
  "/monitor/log/api": () => import("./api-log.page.tsx"),
  "/monitor/audit": () => import("./audit-record.page.tsx"),
  "/monitor/log/error": () => import("./error-log.page.tsx"),
};
