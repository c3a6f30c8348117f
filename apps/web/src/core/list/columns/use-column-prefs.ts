import { pageSizes } from "@jipei/contract/core/fields/page-sizes.ts";
import { useState } from "react";
import { useSession } from "../../session/session.ts";
import { getStore, setStore } from "../../session/storage.ts";

export type Density = "compact" | "middle" | "loose";

/** The settings of one user for one list. */
export interface ListPrefs {
  hidden: readonly string[];
  density: Density;
  /** null: not chosen by the user. */
  size: number | null;
}

const usual: ListPrefs = { hidden: [], density: "compact", size: null };

/** Stored settings may be of an older version or another list: only valid ones are used. */
export function readPrefs(stored: Partial<ListPrefs> | null): ListPrefs {
  return {
    hidden: Array.isArray(stored?.hidden) ? stored.hidden.filter((name) => typeof name === "string") : usual.hidden,
    density: (["compact", "middle", "loose"] as const).find((density) => density === stored?.density) ?? usual.density,
    size: pageSizes.find((size) => size === stored?.size) ?? usual.size,
  };
}

/**
 * Columns, density and page size of a list, kept per user in the browser.
 * @param list name of the list, unique in the product
 */
export function useListPrefs(list: string): readonly [ListPrefs, (part: Partial<ListPrefs>) => void] {
  const { info } = useSession();
  const name = `list-${info?.userId ?? "guest"}-${list}`;
  const [prefs, setPrefs] = useState(() => readPrefs(getStore<ListPrefs>({ name })));
  const change = (part: Partial<ListPrefs>) => {
    const next = { ...prefs, ...part };
    setPrefs(next);
    setStore({ name, content: next });
  };
  return [prefs, change];
}
