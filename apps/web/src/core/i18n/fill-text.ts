import type { Language } from "./language.ts";

/** Texts of one namespace: nested groups of strings; `{name}` is filled in, `_one` and `_other` endings count in English. */
export interface Texts {
  [key: string]: string | Texts;
}

/** Values for the holes of a text. */
export type Values = Readonly<Record<string, string | number>>;

const plurals: Record<Language, Intl.PluralRules> = { zh: new Intl.PluralRules("zh"), en: new Intl.PluralRules("en") };

/**
 * The text at a path such as `tabs.close`; with a `count`, the one for that number (`rows_one`, `rows_other`).
 * A path that does not exist returns itself, which is noticed at once.
 */
export function findText(bundle: Texts, path: string, of: Language, values?: Values): string {
  const at = (full: string): unknown =>
    full.split(".").reduce<unknown>((node, key) => (node as Texts | undefined)?.[key], bundle);
  const text =
    at(path) ?? (typeof values?.count === "number" ? at(`${path}_${plurals[of].select(values.count)}`) : undefined);
  return typeof text === "string" ? text : path;
}

/** Puts values into the `{name}` holes of a text; a hole without a value stays. */
export const fillText = (text: string, values?: Values): string =>
  values ? text.replace(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole)) : text;
