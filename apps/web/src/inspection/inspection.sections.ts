import type { PageSections, SectionEntry } from "../core/page/page-sections.ts";

type OfClass = SectionEntry<{ classNo: string | null }>;
const inspections: OfClass = {
  key: "inspections",
  order: 45,
  zh: "抽查",
  en: "Inspections",
  permission: "investigation_view",
  when: (row) => row.classNo !== null,
  load: () => import("./inspection-section.tsx"),
};

/** Classes of institutions are inspected; those of enterprises are surveyed as well. */
export const sections: PageSections<{ classNo: string | null }> = {
  class: [inspections],
  staffClass: [{ ...inspections, zh: "调查与抽查", en: "Investigations" }],
};
