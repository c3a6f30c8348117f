import type { Pages } from "../core/page/registry.ts";

const importBatches = () => import("./import-batch.page.tsx");

export const pages: Pages = {
  "/resource/imports": importBatches,
  "/my/imports": importBatches,
};
