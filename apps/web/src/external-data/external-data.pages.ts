import type { Pages } from "../core/page/registry.ts";

export const pages: Pages = {
  "/ext/index": () => import("./look-ups.page.tsx"),
};
