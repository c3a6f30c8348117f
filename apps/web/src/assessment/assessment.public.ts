import type { PublicPages } from "../core/page/public-pages.ts";

export const publicPages: PublicPages = {
  "/certInfo": { zh: "证书查询", en: "Certificate check", load: () => import("./certificates/certificate-check.tsx") },
  "/certInfocy": {
    zh: "创业证书查询",
    en: "Start-up certificate check",
    load: () => import("./tests/startup-check.tsx"),
  },
  "/pxzx": { zh: "培训证书查询", en: "Training certificate check", load: () => import("./tests/training-check.tsx") },
};
