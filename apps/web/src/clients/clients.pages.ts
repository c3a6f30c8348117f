import type { Pages } from "../core/registry.ts";

export const pages: Pages = {
  "/system/client": () => import("./client.page.tsx"),
};
