import { useEffect } from "react";

let unsaved = 0;

/** Whether any form of the product has unsaved entries: log-out, language switch and tab closing ask first. */
export const hasUnsaved = (): boolean => unsaved > 0;

/** While `dirty`, leaving the site asks, and `hasUnsaved` is true. Moving to another tab of the product loses nothing and does not ask. */
export function useDirtyGuard(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    unsaved++;
    window.addEventListener("beforeunload", ask);
    return () => {
      unsaved--;
      window.removeEventListener("beforeunload", ask);
    };
  }, [dirty]);
}
