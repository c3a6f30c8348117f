import type { Pages } from "../core/page/registry.ts";

export const pages: Pages = {
  "/myiframe/:routerPath": () => import("./frame/frame-page.tsx"),
  "/test/index": { zh: "系统自检", en: "System test", load: () => import("./self-test/self-test.page.tsx") },
};
