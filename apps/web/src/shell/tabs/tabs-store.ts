import { useSyncExternalStore } from "react";
import { getStore, setStore } from "../../core/session/storage.ts";
import { noTabs, restoreTabs } from "./tabs.ts";
import type { Tabs } from "./tabs.ts";

const saved = { name: "tabs", type: "session" } as const;

let tabs: Tabs = noTabs;
const listeners = new Set<() => void>();

export const getTabs = (): Tabs => tabs;

/** Changes the tabs; which ones are open outlives a reload of the window. */
export function changeTabs(next: Tabs): void {
  tabs = next;
  const lasting = tabs.list.filter(({ passing }) => !passing);
  setStore({
    ...saved,
    content: lasting.map(({ path, location, title }) => ({ path, search: location.search, title })),
  });
  for (const listener of listeners) listener();
}

/** Starts with the tabs of this session, none after a new sign-in. */
export function startTabs(): void {
  tabs = restoreTabs(getStore({ ...saved }) ?? []);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useTabs = (): Tabs => useSyncExternalStore(subscribe, getTabs);
