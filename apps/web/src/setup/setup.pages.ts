import type { Pages } from "../core/registry.ts";

export const pages: Pages = { "/system/setup": () => import("./checks-page.tsx") };
