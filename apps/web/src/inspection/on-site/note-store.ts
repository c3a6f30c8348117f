import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { SiteNote } from "./site-note.ts";

interface Stores extends DBSchema {
  notes: { key: string; value: SiteNote; indexes: { user: string } };
}

let opening: Promise<IDBPDatabase<Stores>> | null = null;

/** The browser's database. It is there without https too, and stays when the tab is closed or the phone restarts. */
const open = (): Promise<IDBPDatabase<Stores>> =>
  (opening ??= openDB<Stores>("jipei-on-site", 1, {
    upgrade: (db) => void db.createObjectStore("notes", { keyPath: "key" }).createIndex("user", "userId"),
    // Another tab needs a newer version: this one must not stand in its way.
    blocking: () => void opening?.then((db) => db.close()),
    terminated: () => (opening = null),
  }));

/** Other tabs of the browser read the notes again once one of them has changed. */
const channel = new BroadcastChannel("jipei-on-site");
const listeners = new Set<() => void>();
channel.addEventListener("message", () => listeners.forEach((listener) => listener()));

function tell(): void {
  channel.postMessage(null);
  for (const listener of listeners) listener();
}

/** @returns a function that ends it */
export function onNotes(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The notes of a user on this machine, the last changed first. */
export async function readNotes(userId: string): Promise<SiteNote[]> {
  const notes = await (await open()).getAllFromIndex("notes", "user", userId);
  return notes.toSorted((a, b) => b.changed - a.changed);
}

export const readNote = async (key: string): Promise<SiteNote | null> =>
  (await (await open()).get("notes", key)) ?? null;

/** Writes a note; it is stored once this resolves. @throws DOMException where the browser has no room left */
export async function writeNote(note: SiteNote): Promise<void> {
  await (await open()).put("notes", note);
  tell();
}

/** Changes a note in one transaction, so that a photo that has just been sent and a word that has just been typed do not overwrite each other. */
export async function changeNote(key: string, change: (note: SiteNote) => SiteNote): Promise<SiteNote | null> {
  const { store, done } = (await open()).transaction("notes", "readwrite");
  const note = await store.get(key);
  const changed = note ? change(note) : null;
  if (changed) await store.put(changed);
  await done;
  if (changed) tell();
  return changed;
}

export async function removeNote(key: string): Promise<void> {
  await (await open()).delete("notes", key);
  tell();
}
