import type { Pages } from "../core/page/registry.ts";

export const pages: Pages = { "/system/setup": () => import("./checks-page.tsx") };
