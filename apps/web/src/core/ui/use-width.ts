import { useSyncExternalStore } from "react";

/** Screen width class: 3 from 1200 px, 2 from 992, 1 from 768, 0 below (a phone). */
export type WidthClass = 0 | 1 | 2 | 3;

const queries = [768, 992, 1200].map((from) => window.matchMedia(`(min-width: ${from}px)`));

export const widthClass = (): WidthClass => queries.filter(({ matches }) => matches).length as WidthClass;

function subscribe(listener: () => void): () => void {
  for (const query of queries) query.addEventListener("change", listener);
  return () => queries.forEach((query) => query.removeEventListener("change", listener));
}

export const useWidth = (): WidthClass => useSyncExternalStore(subscribe, widthClass);
export const usePhone = (): boolean => useWidth() === 0;
