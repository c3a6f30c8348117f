import type { Pages } from "../core/page/registry.ts";

export const pages: Pages = {
  "/my/test": () => import("./tests/my-tests.page.tsx"),
  "/my/test/new": { zh: "新建考核申请", en: "New test application", load: () => import("./tests/new-test.page.tsx") },
  "/my/test/grade": () => import("./grades/grades.page.tsx"),
  "/my/test/:id": { zh: "考核申请", en: "Test application", load: () => import("./tests/test.page.tsx") },
  "/test/org": () => import("./tests/tests.page.tsx"),
  "/test/org/:id": { zh: "考核申请", en: "Test application", load: () => import("./tests/test.page.tsx") },
  "/test/assessor": () => import("./assessors/assignments.page.tsx"),
  "/test/grade": () => import("./grades/grades.page.tsx"),
  "/basics/assessor": () => import("./assessors/assessors.page.tsx"),
  "/cert/index": () => import("./certificates/certificates.page.tsx"),
  "/my/cert": () => import("./certificates/certificates.page.tsx"),
  "/stu/cert": () => import("./certificates/certificates.page.tsx"),
  "/stu/grade": () => import("./grades/grades.page.tsx"),
  "/ass/task": () => import("./tests/tests.page.tsx"),
  "/ass/task/:id": { zh: "我的考评", en: "My assessment", load: () => import("./tests/test.page.tsx") },
  "/ass/grade": () => import("./grades/grades.page.tsx"),
  "/ass/info": () => import("./assessors/assessors.page.tsx"),
};
