import type { Pages } from "../core/registry.ts";

export const pages: Pages = {
  "/my/test": () => import("./my-tests.page.tsx"),
  "/my/test/new": { zh: "新建考核申请", en: "New test application", load: () => import("./new-test.page.tsx") },
  "/my/test/grade": () => import("./grades.page.tsx"),
  "/my/test/:id": { zh: "考核申请", en: "Test application", load: () => import("./test.page.tsx") },
  "/test/org": () => import("./tests.page.tsx"),
  "/test/org/:id": { zh: "考核申请", en: "Test application", load: () => import("./test.page.tsx") },
  "/test/assessor": () => import("./assignments.page.tsx"),
  "/test/grade": () => import("./grades.page.tsx"),
  "/basics/assessor": () => import("./assessors.page.tsx"),
  "/cert/index": () => import("./certificates.page.tsx"),
  "/my/cert": () => import("./certificates.page.tsx"),
  "/stu/cert": () => import("./certificates.page.tsx"),
  "/stu/grade": () => import("./grades.page.tsx"),
  "/ass/task": () => import("./tests.page.tsx"),
  "/ass/task/:id": { zh: "我的考评", en: "My assessment", load: () => import("./test.page.tsx") },
  "/ass/grade": () => import("./grades.page.tsx"),
  "/ass/info": () => import("./assessors.page.tsx"),
};
