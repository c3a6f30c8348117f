import type { WholeEnterpriseClass } from "@jipei/contract/training/enterprise-class.calls.ts";
import type { WholeClass } from "@jipei/contract/training/training-class.calls.ts";
import type { PageSections } from "../core/page/page-sections.ts";

const ofInstitutions: PageSections<WholeClass> = {
  class: [
    {
      key: "claims",
      order: 70,
      zh: "补贴",
      en: "Claims",
      permission: "subsidy_apply_view",
      when: (row) => row["isSubsidy"] === "1",
      load: () => import("./claims/claim-section.tsx"),
    },
    {
      key: "checks",
      order: 75,
      zh: "提交校验",
      en: "Checks",
      permission: "valid_detail_view",
      when: (row) => row.classNo !== null,
      load: () => import("./claims/class-findings.tsx"),
    },
  ],
};

const ofEnterprises: PageSections<WholeEnterpriseClass> = {
  staffClass: [
    {
      key: "claims",
      order: 70,
      zh: "补贴",
      en: "Claims",
      permission: "enterprise_subsidy_apply_view",
      load: () => import("./claims/enterprise-claim-section.tsx"),
    },
  ],
};

export const sections = { ...ofInstitutions, ...ofEnterprises };
