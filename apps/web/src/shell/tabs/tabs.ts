import type { Location } from "react-router";
import { homePath } from "../../core/session/constants.ts";

/** A visited page. Pages are distinguished by path; what stands behind the `?` belongs to the page. */
export interface Tab {
  path: string;
  location: Location;
  /** Title the page gave itself. */
  title: string | null;
  /** Is not in the bar, and is closed as soon as another page is shown. */
  passing?: true;
}

export interface Tabs {
  list: readonly Tab[];
  active: string;
  /** Paths of the pages kept alive, the one used last at the end. */
  kept: readonly string[];
  /** Counts the refreshes of a tab; a new number makes a new page. */
  revisions: Readonly<Record<string, number>>;
}

const at = (path: string, search = ""): Location => ({ pathname: path, search, hash: "", state: null, key: path });
const homeTab: Tab = { path: homePath, location: at(homePath), title: null };

export const noTabs: Tabs = { list: [homeTab], active: homePath, kept: [], revisions: {} };

/** Tabs as they were left, without their pages. */
export const restoreTabs = (saved: readonly { path: string; search: string; title: string | null }[]): Tabs => ({
  ...noTabs,
  list: [
    homeTab,
    ...saved
      .filter(({ path }) => path !== homePath)
      .map(({ path, search, title }) => ({ path, location: at(path, search), title })),
  ],
});

/**
 * Shows the page of an address: in its tab when there is one already, in a new one otherwise.
 * @param limit most pages kept alive; the ones unused for longest are dropped, their tabs stay
 * @param isUnsaved tells which pages have unsaved entries: these are not dropped
 * @param passing the page is not to become a tab
 */
export function openTab(
  tabs: Tabs,
  location: Location,
  limit: number,
  isUnsaved: (path: string) => boolean,
  passing = false,
): Tabs {
  const path = location.pathname;
  const staying = tabs.list.filter((tab) => !tab.passing || tab.path === path);
  const known = staying.some((tab) => tab.path === path);
  const list = known
    ? staying.map((tab) => (tab.path === path ? { ...tab, location } : tab))
    : [...staying, { path, location, title: null, ...(passing && { passing }) }];
  const others = tabs.kept.filter((one) => one !== path);
  const spare = others.filter((one) => !isUnsaved(one)).slice(0, Math.max(0, others.length + 1 - limit));
  return { ...tabs, list, active: path, kept: [...others.filter((one) => !spare.includes(one)), path] };
}

const keep = (tabs: Tabs, staying: (path: string) => boolean): Tabs => ({
  ...tabs,
  list: tabs.list.filter(({ path }) => staying(path)),
  kept: tabs.kept.filter(staying),
});

/**
 * Closes a tab; the home tab stays.
 * @returns the tabs, and the address to go to when the closed tab was on screen: its right neighbour, else its left one
 */
export function closeTab(tabs: Tabs, path: string): { tabs: Tabs; goTo: Location | null } {
  if (path === homePath) return { tabs, goTo: null };
  const index = tabs.list.findIndex((tab) => tab.path === path);
  const neighbour = tabs.list[index + 1] ?? tabs.list[index - 1];
  return {
    tabs: keep(tabs, (one) => one !== path),
    goTo: path === tabs.active && neighbour ? neighbour.location : null,
  };
}

/** Leaves the tab and the home tab. */
export const closeOthers = (tabs: Tabs, path: string): Tabs => keep(tabs, (one) => one === homePath || one === path);
export const closeAll = (tabs: Tabs): Tabs => keep(tabs, (one) => one === homePath);

export const setTitle = (tabs: Tabs, path: string, title: string | null): Tabs => ({
  ...tabs,
  list: tabs.list.map((tab) => (tab.path === path ? { ...tab, title } : tab)),
});

/** Unmounts the page and mounts it again. */
export const refreshTab = (tabs: Tabs, path: string): Tabs => ({
  ...tabs,
  revisions: { ...tabs.revisions, [path]: (tabs.revisions[path] ?? 0) + 1 },
});
