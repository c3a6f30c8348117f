import type { Pages } from "../core/registry.ts";

export const pages: Pages = {
  "/info/index": { zh: "个人信息", en: "My info", load: () => import("./profile-page.tsx") },
  "/system/user": () => import("./user.page.tsx"),
  "/system/dept": () => import("./department.page.tsx"),
  "/system/post": () => import("./post.page.tsx"),
  "/system/four-eyes": () => import("./four-eyes.page.tsx"),
  "/system/register": () => import("./registration.page.tsx"),
  "/monitor/online": () => import("./online.page.tsx"),
  "/monitor/sign-in-waits": () => import("./sign-in-wait.page.tsx"),
  "/monitor/sign-in": () => import("./sign-in.page.tsx"),
};
