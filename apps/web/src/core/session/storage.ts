/**
 * Browser storage with the entry format the product has always used: a prefixed key, and the content wrapped with its data
 * type and the time it was written.
 */

const prefix = "jipei-";

/** `session` lives as long as the browser tab, `local` until it is removed. */
export type StoreKind = "session" | "local";

interface Entry {
  dataType: string;
  content: unknown;
  type?: "session";
  datetime: number;
}

export interface StoreOptions {
  name: string;
  type?: StoreKind;
}

const getArea = (type?: StoreKind) => (type === "session" ? window.sessionStorage : window.localStorage);

/** A browser may refuse storage (private mode, full disk); the product then works without remembering. */
function quietly<T>(action: () => T): T | null {
  try {
    return action();
  } catch {
    return null;
  }
}

export function setStore({ name, content, type }: StoreOptions & { content: unknown }): void {
  const entry: Entry = { dataType: typeof content, content, datetime: Date.now(), ...(type === "session" && { type }) };
  quietly(() => getArea(type).setItem(prefix + name, JSON.stringify(entry)));
}

function readEntry(name: string, type?: StoreKind): Entry | null {
  return quietly(() => JSON.parse(getArea(type).getItem(prefix + name) ?? "null") as Entry | null);
}

/** The content last stored under the name, null when there is none. The caller knows its type. */
export function getStore<T>({ name, type }: StoreOptions): T | null {
  return (readEntry(name, type)?.content ?? null) as T | null;
}

/** When the entry was written, in milliseconds since 1970; null when there is none. */
export const storedAt = ({ name, type }: StoreOptions): number | null => readEntry(name, type)?.datetime ?? null;

export const removeStore = ({ name, type }: StoreOptions): void =>
  void quietly(() => getArea(type).removeItem(prefix + name));

/** Names of the entries of the browser that begin so. */
export const storedNames = (beginning: string): string[] =>
  quietly(() =>
    Object.keys(window.localStorage)
      .filter((key) => key.startsWith(prefix + beginning))
      .map((key) => key.slice(prefix.length)),
  ) ?? [];

/** The full key of an entry, as `storage` events of other tabs name it. */
export const storeKey = (name: string): string => prefix + name;
