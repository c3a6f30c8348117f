import type { Pages } from "../core/page/registry.ts";

export const pages: Pages = {
  "/policy/change": () => import("./policy-change.page.tsx"),
};
