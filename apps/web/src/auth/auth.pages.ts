import type { Pages } from "../core/page/registry.ts";

export const pages: Pages = {
  "/system/identity-provider": () => import("./identity-provider.page.tsx"),
};
