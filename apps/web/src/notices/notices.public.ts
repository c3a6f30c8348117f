import type { PublicPages } from "../core/page/public-pages.ts";

export const publicPages: PublicPages = {
  "/notices": { zh: "通知公告", en: "Notices", load: () => import("./public-notices.page.tsx") },
};
