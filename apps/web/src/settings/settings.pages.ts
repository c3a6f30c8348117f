import type { Pages } from "../core/page/registry.ts";

export const pages: Pages = {
  "/base/region": () => import("./region.page.tsx"),
  "/dict-horizontal/index": () => import("./dictionary.page.tsx"),
  "/dict-vertical/index": () => import("./business-dictionary.page.tsx"),
  "/system/param": () => import("./parameter.page.tsx"),
  "/system/serial": () => import("./serial-rule.page.tsx"),
};
