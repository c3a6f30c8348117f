import type { Pages } from "../core/page/registry.ts";

export const pages: Pages = {
  "/myiframe/:routerPath": () => import("./frame/frame-page.tsx"),
};
