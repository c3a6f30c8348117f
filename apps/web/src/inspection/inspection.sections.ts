import type { WholeClass } from "@jipei/contract/training/training-class.calls.ts";
import type { PageSections } from "../core/page/page-sections.ts";

export const sections: PageSections<WholeClass> = {
  class: [
    {
      key: "inspections",
      order: 45,
      zh: "抽查",
      en: "Inspections",
      permission: "investigation_view",
      when: (row) => row.classNo !== null,
      load: () => import("./inspection-section.tsx"),
    },
  ],
};
