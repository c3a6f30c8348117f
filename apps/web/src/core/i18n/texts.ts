import { use } from "react";
import { fillText, findText } from "./fill-text.ts";
import type { Texts, Values } from "./fill-text.ts";
import { language, setLanguage, useLanguage } from "./language.ts";
import type { Language } from "./language.ts";

/** The same keys with other words: `export default { … } satisfies Translation<typeof zh>` makes a missing text fail the build. */
export type Translation<T> = { [K in keyof T]: T[K] extends string ? string : Translation<T[K]> };

type PluralBase<K extends string> = K extends `${infer B}_${"one" | "other"}` ? B : K;
type Keys<T> = { [K in keyof T & string]: T[K] extends string ? PluralBase<K> : `${K}.${Keys<T[K]>}` }[keyof T &
  string];
/** Takes the key of a text, and a value for each of its holes, which are known since the Chinese texts are constants. */
export type Translate<T> = <K extends Keys<T>>(key: K, ...values: ValuesOf<HolesOf<TextAt<T, K>>>) => string;

type TextAt<T, K> = K extends `${infer Head}.${infer Rest}`
  ? Head extends keyof T
    ? TextAt<T[Head], Rest>
    : never
  : K extends keyof T
    ? T[K]
    : WithCount<T[`${K & string}_other` & keyof T]>;
/** A number decides which form of the text is shown. */
type WithCount<S> = S extends string ? `${S}{count}` : never;
type HolesOf<S> = S extends `${string}{${infer Hole}}${infer Rest}` ? Hole | HolesOf<Rest> : never;
type ValuesOf<H extends string> = [H] extends [never] ? [] : [values: Readonly<Record<H, string | number>>];

type Loader = () => Promise<{ default: object }>;

/** One translator per bundle, so that it can stand in dependency lists. */
type Translator = (key: string, values?: Values) => string;

const loads = new Map<string, Promise<Translator>>();
/** What fetches the texts of each part of the product, in the order in which their code was loaded. */
const declared: ((of: Language) => Promise<unknown>)[] = [];
const inUse = new Set<(of: Language) => Promise<unknown>>();

function load(name: string, of: Language, loader: Loader): Promise<Translator> {
  const key = `${of}/${name}`;
  let loading = loads.get(key);
  if (!loading) {
    loading = loader().then(({ default: bundle }) => {
      const translator: Translator = (path, values) => fillText(findText(bundle as Texts, path, of, values), values);
      // React marks a promise that it has waited for: later components need not wait at all.
      if (loading) void Object.assign(loading, { status: "fulfilled", value: translator });
      return translator;
    });
    // A chunk that could not be fetched is fetched again by the next render.
    loading.catch(() => loads.delete(key));
    loads.set(key, loading);
  }
  return loading;
}

/** Registers something to fetch with the texts whenever the language is switched (locales of other libraries). */
export const alongLanguage = (fetch: (of: Language) => Promise<unknown>): void => void inUse.add(fetch);

/** Switches once everything on screen has its texts in the new language, so that nothing flickers. */
export async function switchLanguage(next: Language): Promise<void> {
  await Promise.all([...inUse].map((fetch) => fetch(next)));
  setLanguage(next);
}

/**
 * Fetches a part of the product, and the texts that its code declares. A component that waited for them later, in the first row of a list say,
 * would take the whole page away meanwhile: whoever is typing would lose the field, and an open list would close.
 */
export async function withTexts<M>(load: () => Promise<M>): Promise<M> {
  const before = declared.length;
  const part = await load();
  // What could not be fetched is fetched again by the component that needs it.
  await Promise.allSettled(declared.slice(before).map((fetch) => fetch(language())));
  return part;
}

/**
 * Declares the texts of a part of the product. Only the current language is fetched; a component that uses the hook waits
 * (Suspense) until it is there.
 *
 *     // subsidies/texts.ts
 *     export const { useTexts } = texts('subsidies', { zh: () => import('./texts.zh.ts'), en: () => import('./texts.en.ts') })
 *     // in a component
 *     const t = useTexts()
 *     t('review.rowsLeft', { n: 3 })
 *
 * @param name namespace, unique in the product
 */
export function texts<Z extends object>(
  name: string,
  loaders: { zh: () => Promise<{ default: Z }>; en: () => Promise<{ default: Translation<Z> }> },
) {
  const fetch = (of: Language) => load(name, of, loaders[of]);
  declared.push(fetch);
  return {
    /** The translator of the current language; follows the language switch. */
    useTexts: (): Translate<Z> => {
      const now = useLanguage();
      alongLanguage(fetch);
      // Always through `use`: a component that waited for it must find it again when it continues.
      return use(fetch(now));
    },
    /** For code outside components: resolves once the texts are there. */
    load: (of: Language = language()): Promise<Translate<Z>> => fetch(of),
  };
}
