import type { Pages } from "../core/registry.ts";

export const pages: Pages = {
  "/my/subsidy": () => import("./my-claims.page.tsx"),
  "/my/subsidy/new": { zh: "新建补贴申请", en: "New claim", load: () => import("./new-claim.page.tsx") },
  "/my/subsidy/detail": () => import("./claim-rows.page.tsx"),
  "/my/subsidy/:id": { zh: "补贴申请", en: "Claim", load: () => import("./claim.page.tsx") },
  "/subsidy/org/first": () => import("./first-review.page.tsx"),
  "/subsidy/org/re": () => import("./second-review.page.tsx"),
  "/subsidy/org/:id": { zh: "补贴审核", en: "Claim review", load: () => import("./review.page.tsx") },
  "/subsidy/pay": () => import("./payment.page.tsx"),
  "/subsidy/detail": () => import("./claim-rows.page.tsx"),
  "/subsidy/valid": () => import("./findings.page.tsx"),
};
