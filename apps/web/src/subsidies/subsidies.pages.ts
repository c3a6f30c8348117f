import type { Pages } from "../core/page/registry.ts";

const claimRows = () => import("./claims/claim-rows.page.tsx");

export const pages: Pages = {
  "/my/subsidy": () => import("./claims/my-claims.page.tsx"),
  "/my/subsidy/new": { zh: "新建补贴申请", en: "New claim", load: () => import("./claims/new-claim.page.tsx") },
  "/my/subsidy/detail": claimRows,
  "/my/subsidy/:id": { zh: "补贴申请", en: "Claim", load: () => import("./claims/claim.page.tsx") },
  "/subsidy/org/first": () => import("./review/first-review.page.tsx"),
  "/subsidy/org/re": () => import("./review/second-review.page.tsx"),
  "/subsidy/org/:id": { zh: "补贴审核", en: "Claim review", load: () => import("./review/review.page.tsx") },
  "/ent/subsidy": () => import("./claims/my-enterprise-claims.page.tsx"),
  "/ent/subsidy/new": {
    zh: "新建补贴申请",
    en: "New claim",
    load: () => import("./claims/new-enterprise-claim.page.tsx"),
  },
  "/ent/subsidy/detail": () => import("./claims/enterprise-claim-rows.page.tsx"),
  "/ent/subsidy/:id": { zh: "补贴申请", en: "Claim", load: () => import("./claims/enterprise-claim.page.tsx") },
  "/subsidy/ent/first": () => import("./review/enterprise-first-review.page.tsx"),
  "/subsidy/ent/re": () => import("./review/enterprise-second-review.page.tsx"),
  "/subsidy/ent/:id": {
    zh: "企业补贴审核",
    en: "Review of an enterprise’s claim",
    load: () => import("./review/enterprise-review.page.tsx"),
  },
  "/subsidy/pay": () => import("./payment/payment.page.tsx"),
  "/subsidy/claim": () => import("./claims/submitted-claims.page.tsx"),
  "/subsidy/detail": claimRows,
  "/subsidy/valid": () => import("./findings/findings.page.tsx"),
  "/subsidy/bar": () => import("./payment/bars.page.tsx"),
  "/subsidy/recovery": () => import("./payment/recoveries.page.tsx"),
  "/subsidy/objection": () => import("./payment/objection.page.tsx"),
};
