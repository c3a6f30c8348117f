import type { Pages } from "../../core/page/registry.ts";

export const pages: Pages = {
  "/my/class/sign": () => import("../sign-ups/sign-up.page.tsx"),
  "/my/class/student": () => import("./roster.page.tsx"),
  "/class/student": () => import("./student-check.page.tsx"),
  "/class/experience": () => import("./experience.page.tsx"),
  "/class/account": () => import("./student-account.page.tsx"),
  "/stu/sign": () => import("../sign-ups/my-sign-up.page.tsx"),
  "/stu/experience": () => import("./my-experience.page.tsx"),
};
