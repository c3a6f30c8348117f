import type { Pages } from "../core/registry.ts";

export const pages: Pages = {
  "/my/class/sign": () => import("./sign-up.page.tsx"),
  "/my/class/student": () => import("./roster.page.tsx"),
  "/class/student": () => import("./student-check.page.tsx"),
  "/class/experience": () => import("./experience.page.tsx"),
  "/class/account": () => import("./student-account.page.tsx"),
  "/subsidy/objection": () => import("./objection.page.tsx"),
  "/stu/sign": () => import("./my-sign-up.page.tsx"),
  "/stu/experience": () => import("./my-experience.page.tsx"),
};
