import type { Pages } from "../core/registry.ts";

export const pages: Pages = {
  "/myiframe/:routerPath": () => import("./frame-page.tsx"),
};
