import type { PermissionKey } from "@jipei/contract/permissions.ts";
import type { ReactNode } from "react";
import type { Named } from "../i18n/language.ts";
import { lazyPart } from "../ui/lazy-part.ts";

/**
 * Pages that several domains fill together, such as the one page of a class: each domain brings its sections in
 * `<domain>/<domain>.sections.ts`, and the page shows those that are there and that the user may see.
 *
 *     export const sections: PageSections = {
 *       class: [{ key: 'roster', order: 20, zh: '花名册', en: 'Roster', permission: 'train_student_view', load: () => import('./roster-section.tsx') }],
 *     }
 */
export interface SectionProps<R extends object = object> {
  /** Id of the row the page is about. */
  id: string;
  /** The row as its detail call gave it. */
  row: R;
  /** Asks for the row again, after something in the section changed it. */
  reload: () => void;
}
type Part<R extends object> = (props: SectionProps<R>) => ReactNode;
type Load<R extends object> = () => Promise<{ default: Part<R> }>;

export interface SectionEntry<R extends object> {
  key: string;
  /** Place among the sections, from left to right; steps of ten leave room. */
  order: number;
  zh: string;
  en: string;
  /** Button keys of which the user needs one. */
  permission: PermissionKey | readonly PermissionKey[];
  /** Which rows have such a section. */
  when?: (row: R) => boolean;
  load: Load<R>;
  /** Number and problem of the section, shown beside its name: `<SectionBadge count problem />`. */
  badge?: Load<R>;
}
export type PageSections<R extends object> = Readonly<Record<string, readonly SectionEntry<R>[]>>;

export interface Section<R extends object> extends Omit<SectionEntry<R>, "load" | "badge"> {
  name: Named;
  component: Part<R>;
  badge: Part<R> | null;
}

const part = (load: Load<object>) => lazyPart(() => load().then(({ default: Part }) => Part));

const modules = import.meta.glob<{ sections: PageSections<object> }>("../../*/**/*.sections.ts", { eager: true });
const byPage = new Map<string, Section<object>[]>();
for (const { sections } of Object.values(modules))
  for (const [page, entries] of Object.entries(sections))
    byPage.set(
      page,
      [
        ...(byPage.get(page) ?? []),
        ...entries.map(({ load, badge, ...entry }) => ({
          ...entry,
          name: { zh: entry.zh, en: entry.en },
          component: part(load),
          badge: badge ? part(badge) : null,
        })),
      ].sort((a, b) => a.order - b.order),
    );

/** The sections of a page in their order. @template R the rows of the page, which its sections are made for */
export const sectionsOfPage = <R extends object>(page: string): readonly Section<R>[] => byPage.get(page) ?? [];
