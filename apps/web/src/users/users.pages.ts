import type { Pages } from "../core/page/registry.ts";

export const pages: Pages = {
  "/info/index": { zh: "个人信息", en: "My info", load: () => import("./own/profile-page.tsx") },
  "/system/user": () => import("./manage/user.page.tsx"),
  "/system/dept": () => import("./manage/department.page.tsx"),
  "/system/post": () => import("./manage/post.page.tsx"),
  "/system/four-eyes": () => import("./manage/four-eyes.page.tsx"),
  "/system/register": () => import("./manage/registration.page.tsx"),
  "/monitor/online": () => import("./manage/online.page.tsx"),
  "/monitor/sign-in-waits": () => import("./manage/sign-in-wait.page.tsx"),
  "/monitor/sign-in": () => import("./manage/sign-in.page.tsx"),
};
