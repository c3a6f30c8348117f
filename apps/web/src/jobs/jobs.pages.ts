import type { Pages } from "../core/page/registry.ts";

export const pages: Pages = {
  "/resource/imports": () => import("./import-batch.page.tsx"),
  "/my/imports": () => import("./import-batch.page.tsx"),
};
