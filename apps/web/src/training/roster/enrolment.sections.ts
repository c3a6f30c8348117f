import type { WholeClass } from "@jipei/contract/training/training-class.calls.ts";
import type { PageSections } from "../../core/page/page-sections.ts";

export const sections: PageSections<WholeClass> = {
  class: [
    {
      key: "roster",
      order: 20,
      zh: "花名册",
      en: "Roster",
      permission: "train_student_view",
      load: () => import("./roster-section.tsx"),
      badge: () => import("./roster-badge.tsx"),
    },
    {
      key: "fees",
      order: 75,
      zh: "收费",
      en: "Fees",
      permission: "student_fee_view",
      load: () => import("./fee-section.tsx"),
    },
  ],
};
