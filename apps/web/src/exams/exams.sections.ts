import type { PageSections } from "../core/page-sections.ts";

export const sections: PageSections = {
  class: [
    {
      key: "assessment",
      order: 50,
      zh: "考核",
      en: "Assessment",
      permission: "test_apply_view",
      load: () => import("./assessment-section.tsx"),
    },
    {
      key: "certificates",
      order: 60,
      zh: "证书",
      en: "Certificates",
      permission: "certificate_view",
      load: () => import("./certificate-section.tsx"),
    },
  ],
};
