import type { Pages } from "../../core/page/registry.ts";

export const pages: Pages = {
  "/plan/index": () => import("../plans/plan.page.tsx"),
  "/plan/org": () => import("../plans/org-plan.page.tsx"),
  "/my/plan": () => import("../plans/my-plan.page.tsx"),
  "/class/index": () => import("./class-index.page.tsx"),
  "/class/review": () => import("./class-review.page.tsx"),
  "/class/detail/:id": { load: () => import("./class.page.tsx"), zh: "班级", en: "Class" },
  "/my/class": () => import("./my-class.page.tsx"),
  "/my/class/schedule": () => import("../timetable/my-schedule.page.tsx"),
  "/stu/class": () => import("./student-classes.page.tsx"),
};
