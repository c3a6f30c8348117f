import type { Pages } from "../core/registry.ts";

export const pages: Pages = {
  "/org/index": () => import("./organisation.page.tsx"),
  "/org/attachment": () => import("./organisation-document.page.tsx"),
  "/org/course": () => import("./organisation-course.page.tsx"),
  "/org/classroom": () => import("./classroom.page.tsx"),
  "/my/org/info": () => import("./my-organisation.page.tsx"),
  "/my/org/course": () => import("./my-course.page.tsx"),
  "/my/org/classroom": () => import("./my-classroom.page.tsx"),
};
