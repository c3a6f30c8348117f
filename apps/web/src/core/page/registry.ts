import type { ListedPage } from "@jipei/contract/pages.ts";
import { lazy } from "react";
import type { ComponentType, LazyExoticComponent } from "react";
import { matchPath } from "react-router";
import { withTexts } from "../i18n/texts.ts";
import { pages as resourcePages } from "virtual:resource-pages";

export type Loader = () => Promise<{ default: ComponentType }>;

/** A page with its own title (one that no menu entry names), or that is not kept as a tab. */
export interface PageEntry {
  load: Loader;
  zh?: string;
  en?: string;
  tab?: false;
}

/**
 * Routes of a domain → its pages, exported as `pages` by `<domain>/<domain>.pages.ts`. Parameters are written `:id`. These addresses stand in
 * the contract (`pages.ts`): one that does not is refused by the compiler, one that no domain has by a test (`page-addresses.test.ts`).
 * Pages of entities that state their address are found by the name of their file and are not listed.
 *
 *     export const pages: Pages = { '/class/index': () => import('./class.page.tsx') }
 */
export type Pages = { readonly [address in ListedPage]?: Loader | PageEntry };

export interface Page {
  /** The route as it was registered. */
  route: string;
  component: LazyExoticComponent<ComponentType>;
  /** Fetches the page's code ahead of time. */
  preload: () => void;
  title: { zh: string; en: string } | null;
  tab: boolean;
}

const modules = import.meta.glob<{ pages: Pages }>("../../*/**/*.pages.ts", { eager: true });

function pageShape(route: string, entry: Loader | PageEntry): Page {
  const { load, zh, en, tab } = typeof entry === "function" ? ({ load: entry } as PageEntry) : entry;
  return {
    route,
    component: lazy(() => withTexts(load)),
    preload: () => void withTexts(load).catch(() => undefined),
    title: zh && en ? { zh, en } : null,
    tab: tab !== false,
  };
}

const pages = new Map(
  [resourcePages, ...Object.values(modules).map((module) => module.pages)]
    .flatMap((ofDomain): [string, Loader | PageEntry][] => Object.entries(ofDomain))
    .map(([route, entry]) => [route, pageShape(route, entry)] as const),
);
const patterns = [...pages.values()].filter(({ route }) => route.includes(":") || route.includes("*"));

/** The page of an address, null when there is none. */
export const findPage = (pathname: string): Page | null =>
  pages.get(pathname) ?? patterns.find(({ route }) => matchPath(route, pathname) !== null) ?? null;
