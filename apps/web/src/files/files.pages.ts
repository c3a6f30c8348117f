import type { Pages } from "../core/registry.ts";

export const pages: Pages = {
  "/resource/oss": () => import("./storage-provider.page.tsx"),
  "/resource/attach": () => import("./attachment.page.tsx"),
};
