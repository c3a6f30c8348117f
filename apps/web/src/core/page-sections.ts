import { lazy } from "react";
import type { ComponentType, LazyExoticComponent } from "react";
import type { Named } from "./i18n/language.ts";

/**
 * Pages that several domains fill together, such as the one page of a class: each domain brings its sections in
 * `<domain>/<domain>.sections.ts`, and the page shows those that are there and that the user may see.
 *
 *     export const sections: PageSections = {
 *       class: [{ key: 'roster', order: 20, zh: '花名册', en: 'Roster', permission: 'train_student_view', load: () => import('./roster-section.tsx') }],
 *     }
 */
export interface SectionProps {
  /** Id of the row the page is about. */
  id: string;
  /** The row as its detail call gave it. */
  row: Readonly<Record<string, unknown>>;
  /** Asks for the row again, after something in the section changed it. */
  reload: () => void;
}
type Load = () => Promise<{ default: ComponentType<SectionProps> }>;

export interface SectionEntry {
  key: string;
  /** Place among the sections, from left to right; steps of ten leave room. */
  order: number;
  zh: string;
  en: string;
  /** Button keys of which the user needs one. */
  permission: string | readonly string[];
  /** Rows that have such a section at all. */
  when?: (row: SectionProps["row"]) => boolean;
  load: Load;
  /** Number and problem of the section, shown beside its name: `<SectionBadge count problem />`. */
  badge?: Load;
}
export type PageSections = Readonly<Record<string, readonly SectionEntry[]>>;

export interface Section extends Omit<SectionEntry, "load" | "badge"> {
  name: Named;
  component: LazyExoticComponent<ComponentType<SectionProps>>;
  badge: LazyExoticComponent<ComponentType<SectionProps>> | null;
}

const modules = import.meta.glob<{ sections: PageSections }>("../*/*.sections.ts", { eager: true });
const byPage = new Map<string, Section[]>();
for (const { sections } of Object.values(modules))
  for (const [page, entries] of Object.entries(sections))
    byPage.set(
      page,
      [
        ...(byPage.get(page) ?? []),
        ...entries.map(({ load, badge, ...entry }) => ({
          ...entry,
          name: { zh: entry.zh, en: entry.en },
          component: lazy(load),
          badge: badge ? lazy(badge) : null,
        })),
      ].sort((a, b) => a.order - b.order),
    );

/** The sections of a page in their order. */
export const sectionsOfPage = (page: string): readonly Section[] => byPage.get(page) ?? [];
