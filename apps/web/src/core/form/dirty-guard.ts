import { useLocation } from "react-router";
import { useLastingEffect } from "../page/use-lasting-effect.ts";

/** How many forms with unsaved entries the page of each tab has, by its path. A page behind another tab has its entries still. */
const forms = new Map<string, number>();
const ask = (event: BeforeUnloadEvent) => event.preventDefault();

function count(path: string, by: 1 | -1): void {
  const left = (forms.get(path) ?? 0) + by;
  if (left > 0) forms.set(path, left);
  else forms.delete(path);
  if (forms.size > 0) window.addEventListener("beforeunload", ask);
  else window.removeEventListener("beforeunload", ask);
}

/** Whether a form of the page has unsaved entries: closing its tab asks first, and it is not dropped to make room for others. */
export const hasUnsaved = (path: string): boolean => forms.has(path);

/**
 * While `dirty`, leaving the site asks, and `hasUnsaved` is true of the page, whether its tab is on screen or not. Moving to another tab,
 * the lock and the switch of the language lose nothing and do not ask; log-out always asks.
 */
export function useDirtyGuard(dirty: boolean): void {
  const { pathname } = useLocation();
  useLastingEffect(() => {
    if (!dirty) return;
    count(pathname, 1);
    return () => count(pathname, -1);
  }, [dirty, pathname]);
}
