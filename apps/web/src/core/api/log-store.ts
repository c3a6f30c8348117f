import { maxLogEntries } from "@jipei/contract/logs/log-limits.ts";
import { useSyncExternalStore } from "react";
import { CallError } from "./call-error.ts";
import { chinaNow } from "../format/dates.ts";
import { getStore, setStore, storeKey } from "../session/storage.ts";

/** An error in this browser. */
export interface LogEntry {
  /** Path of the page; never the query, which may name persons. */
  url: string;
  time: string;
  type: string;
  message: string;
  stack: string;
  info: string;
}

const store = "logs";
/** Longest text that is stored: all entries together must fit into the storage of the browser and into one upload. */
const longest = 2000;

const read = (): readonly LogEntry[] => getStore<LogEntry[]>({ name: store }) ?? [];
let entries = read();
const listeners = new Set<() => void>();

function change(next: readonly LogEntry[]): void {
  entries = next;
  setStore({ name: store, content: next });
  for (const listener of listeners) listener();
}

/** Newest first. */
export const getLogs = (): readonly LogEntry[] => entries;
export const clearLogs = (): void => change([]);

function onLogs(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
export const useLogs = (): readonly LogEntry[] => useSyncExternalStore(onLogs, getLogs);

/**
 * Records an uncaught error. Refusals of calls are not recorded: the user has seen them, and the server has logged them.
 * @param info where in the page it happened, if known
 */
export function logError(error: unknown, info?: string | null): void {
  if (error instanceof CallError) return;
  const { name, message, stack } =
    error instanceof Error ? error : { name: "Error", message: String(error), stack: "" };
  const entry = {
    url: window.location.pathname,
    time: chinaNow(),
    type: name,
    message: message.slice(0, longest),
    stack: (stack ?? "").slice(0, longest),
    info: (info ?? "").trim().slice(0, longest),
  };
  const last = entries[0];
  // A page that fails each time it is drawn is recorded as one error.
  if (last && last.url === entry.url && last.message === entry.message && last.stack === entry.stack) return;
  change([entry, ...entries].slice(0, maxLogEntries));
}

/** Records uncaught errors from now on. */
export function watchErrors(): void {
  window.addEventListener("error", ({ error, message }) => logError(error ?? message));
  window.addEventListener("unhandledrejection", ({ reason }) => logError(reason, "unhandledrejection"));
  window.addEventListener("storage", ({ key }) => {
    if (key !== storeKey(store) && key !== null) return;
    entries = read();
    for (const listener of listeners) listener();
  });
}
