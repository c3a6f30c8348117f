import type { Pages } from "../core/page/registry.ts";

export const pages: Pages = {
  "/resource/oss": () => import("./storage-provider.page.tsx"),
  "/resource/attach": () => import("./attachment.page.tsx"),
};
