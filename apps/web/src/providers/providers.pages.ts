import type { Pages } from "../core/page/registry.ts";

export const pages: Pages = {
  "/org/index": () => import("./organisation.page.tsx"),
  "/org/attachment": () => import("./organisation-document.page.tsx"),
  "/org/course": () => import("./organisation-course.page.tsx"),
  "/org/classroom": () => import("./classroom.page.tsx"),
  "/my/org/info": () => import("./my-organisation.page.tsx"),
  "/my/org/course": () => import("./my-course.page.tsx"),
  "/my/org/classroom": () => import("./my-classroom.page.tsx"),
  "/basics/teacher": () => import("./teachers/teacher.page.tsx"),
  "/my/org/teacher": () => import("./teachers/my-teacher.page.tsx"),
  "/org/teacher": () => import("./teachers/organisation-teacher.page.tsx"),
};
