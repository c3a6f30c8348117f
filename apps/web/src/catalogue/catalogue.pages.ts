import type { Pages } from "../core/page/registry.ts";

export const pages: Pages = {
  "/basics/course": () => import("./course.page.tsx"),
  "/basics/courseSubsidyFile": () => import("./course-subsidy-file.page.tsx"),
};
