import type { WholeClass } from "@jipei/contract/training/training-class.calls.ts";
import type { PageSections } from "../core/page/page-sections.ts";

export const sections: PageSections<WholeClass> = {
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
