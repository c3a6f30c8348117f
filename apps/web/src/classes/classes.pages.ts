import type { Pages } from "../core/registry.ts";

export const pages: Pages = {
  "/plan/index": () => import("./plan.page.tsx"),
  "/plan/org": () => import("./org-plan.page.tsx"),
  "/my/plan": () => import("./my-plan.page.tsx"),
  "/class/index": () => import("./class-index.page.tsx"),
  "/class/review": () => import("./class-review.page.tsx"),
  "/class/detail/:id": { load: () => import("./class.page.tsx"), zh: "班级", en: "Class" },
  "/my/class": () => import("./my-class.page.tsx"),
  "/my/class/schedule": () => import("./my-schedule.page.tsx"),
  "/stu/class": () => import("./student-classes.page.tsx"),
};
