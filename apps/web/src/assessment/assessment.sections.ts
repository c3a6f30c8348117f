import type { WholeClass } from "@jipei/contract/training/training-class.calls.ts";
import type { WholeEnterpriseClass } from "@jipei/contract/training/enterprise-class.calls.ts";
import type { PageSections } from "../core/page/page-sections.ts";

const ofInstitutions: PageSections<WholeClass> = {
  class: [
    {
      key: "assessment",
      order: 50,
      zh: "考核",
      en: "Assessment",
      permission: "test_apply_view",
      load: () => import("./tests/assessment-section.tsx"),
    },
    {
      key: "certificates",
      order: 60,
      zh: "证书",
      en: "Certificates",
      permission: "certificate_view",
      load: () => import("./certificates/certificate-section.tsx"),
    },
  ],
};
const ofEnterprises: PageSections<WholeEnterpriseClass> = {
  staffClass: [
    {
      key: "assessment",
      order: 50,
      zh: "考核",
      en: "Assessment",
      permission: "enterprise_test_apply_view",
      load: () => import("./tests/enterprise-assessment-section.tsx"),
    },
    {
      key: "certificates",
      order: 60,
      zh: "证书",
      en: "Certificates",
      permission: "enterprise_cert_view",
      load: () => import("./certificates/enterprise-certificate-section.tsx"),
    },
  ],
};
export const sections = { ...ofInstitutions, ...ofEnterprises };
