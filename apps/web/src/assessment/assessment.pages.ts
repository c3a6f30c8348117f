import type { Pages } from "../core/page/registry.ts";

const grades = () => import("./grades/grades.page.tsx");
const test = () => import("./tests/test.page.tsx");
const tests = () => import("./tests/tests.page.tsx");
const enterpriseTest = () => import("./tests/enterprise-test.page.tsx");
const assessors = () => import("./assessors/assessors.page.tsx");
const certificates = () => import("./certificates/certificates.page.tsx");
const enterpriseCertificates = () => import("./certificates/enterprise-certificates.page.tsx");

export const pages: Pages = {
  "/my/test": () => import("./tests/my-tests.page.tsx"),
  "/my/test/new": { zh: "新建考核申请", en: "New test application", load: () => import("./tests/new-test.page.tsx") },
  "/my/test/grade": grades,
  "/my/test/:id": { zh: "考核申请", en: "Test application", load: test },
  "/test/org": tests,
  "/test/org/:id": { zh: "考核申请", en: "Test application", load: test },
  "/test/enterprise": () => import("./tests/enterprise-tests.page.tsx"),
  "/test/enterprise/:id": {
    zh: "企业考核申请",
    en: "Test application of an enterprise",
    load: enterpriseTest,
  },
  "/ent/test": () => import("./tests/my-enterprise-tests.page.tsx"),
  "/ent/test/new": {
    zh: "新建考核申请",
    en: "New test application",
    load: () => import("./tests/new-enterprise-test.page.tsx"),
  },
  "/ent/test/:id": { zh: "考核申请", en: "Test application", load: enterpriseTest },
  "/test/assessor": () => import("./assessors/assignments.page.tsx"),
  "/test/grade": grades,
  "/basics/assessor": assessors,
  "/cert/index": certificates,
  "/cert/enterprise": enterpriseCertificates,
  "/ent/grade": () => import("./grades/staff-grades.page.tsx"),
  "/ent/cert": enterpriseCertificates,
  "/my/cert": certificates,
  "/stu/cert": certificates,
  "/stu/grade": grades,
  "/ass/task": tests,
  "/ass/task/:id": { zh: "我的考评", en: "My assessment", load: test },
  "/ass/grade": grades,
  "/ass/info": assessors,
};
