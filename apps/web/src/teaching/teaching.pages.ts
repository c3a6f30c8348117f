import type { Pages } from "../core/registry.ts";

export const pages: Pages = {
  "/basics/candidatesSource": () => import("./candidate-source.page.tsx"),
  "/basics/course": () => import("./course.page.tsx"),
  "/basics/courseSubsidyFile": () => import("./course-subsidy-file.page.tsx"),
  "/basics/declareCondition": () => import("./declare-condition.page.tsx"),
  "/basics/entrepreneurialType": () => import("./startup-type.page.tsx"),
  "/basics/teacher": () => import("./teacher.page.tsx"),
  "/my/org/teacher": () => import("./my-teacher.page.tsx"),
  "/org/teacher": () => import("./organisation-teacher.page.tsx"),
};
