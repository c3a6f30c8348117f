import type { PageSections } from "../core/page-sections.ts";

export const sections: PageSections = {
  class: [
    {
      key: "claims",
      order: 70,
      zh: "补贴",
      en: "Claims",
      permission: "subsidy_apply_view",
      when: (row) => row["isSubsidy"] === "1",
      load: () => import("./claim-section.tsx"),
    },
  ],
};
