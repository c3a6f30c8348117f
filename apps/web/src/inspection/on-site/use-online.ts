import { useSyncExternalStore } from "react";

/** Milliseconds between two looks. */
const every = 10_000;

const listeners = new Set<() => void>();
let reached = navigator.onLine;
let timer: ReturnType<typeof setInterval> | undefined;

/** Asks the server for next to nothing: a browser may say that it has a network and reach nobody, in a cellar or behind a hotel's sign-in page. */
async function look(): Promise<void> {
  const answer = await fetch("/favicon.svg", { method: "HEAD", cache: "no-store" }).catch(() => null);
  const now = answer?.headers.get("content-type")?.startsWith("image/svg") ?? false;
  if (now === reached) return;
  reached = now;
  for (const listener of listeners) listener();
}
const lookNow = () => void look();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    timer = setInterval(lookNow, every);
    for (const event of ["online", "offline"]) window.addEventListener(event, lookNow);
    lookNow();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    for (const event of ["online", "offline"]) window.removeEventListener(event, lookNow);
  };
}

/** Whether the server can be reached, looked up while a page asks. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => reached);
