import type { Pages } from "../core/page/registry.ts";

export const pages: Pages = {
  "/system/client": () => import("./client.page.tsx"),
};
