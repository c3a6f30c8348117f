import type { Pages } from "../../core/page/registry.ts";

export const pages: Pages = {
  "/ent/sign": () => import("./my-signs.page.tsx"),
  "/enterprise/sign": () => import("./signs.page.tsx"),
  "/enterprise/sign/:id": { zh: "企业报名", en: "Sign-up of staff", load: () => import("./sign.page.tsx") },
};
