import type { Pages } from "../core/page/registry.ts";

export const pages: Pages = {
  "/ent/investigation": () => import("./my-investigations.page.tsx"),
  "/enterprise/investigation": () => import("./investigations.page.tsx"),
  "/enterprise/investigation/:id": {
    zh: "调查与核查",
    en: "Investigation",
    load: () => import("./investigation.page.tsx"),
  },
};
