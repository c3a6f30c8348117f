import type { PublicPages } from "../core/page/public-pages.ts";

export const publicPages: PublicPages = {
  "/register": { zh: "学员注册", en: "Student registration", load: () => import("./register-page.tsx") },
  "/register-guest": { zh: "单位账号注册", en: "Account for an organisation", load: () => import("./guest-page.tsx") },
  "/forgot": { zh: "找回密码", en: "Forgot your password?", load: () => import("./forgot-page.tsx") },
};
