import { useSyncExternalStore } from "react";
import { getStore, setStore } from "../session/storage.ts";

export type Language = "zh" | "en";

const listeners = new Set<() => void>();
let current: Language = getStore<Language>({ name: "language" }) === "en" ? "en" : "zh";

/** Chinese unless the user has chosen English. */
export const language = (): Language => current;

/** BCP 47 tag of the language, for `<html lang>`, `Accept-Language` and Intl. */
export const languageTag = (of: Language = current): string => (of === "zh" ? "zh-CN" : "en");

export function setLanguage(next: Language): void {
  current = next;
  setStore({ name: "language", content: next });
  document.documentElement.lang = languageTag(next);
  for (const listener of listeners) listener();
}

export function subscribeLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useLanguage = (): Language => useSyncExternalStore(subscribeLanguage, language);

/** Anything with a name in both languages: a field, call or list of the contract, or a pair such as a code's entry. */
export type Named =
  | { readonly zh: string; readonly en: string }
  | readonly [zh: string, en: string, ...rest: unknown[]];

/** The name in a language; components use `useLabel`, so that they follow the switch. */
export function label(named: Named, of: Language = current): string {
  if ("zh" in named) return named[of];
  return of === "zh" ? named[0] : named[1];
}

export function useLabel(): (named: Named) => string {
  const now = useLanguage();
  return (named) => label(named, now);
}
