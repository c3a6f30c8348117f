import { useEffect, useEffectEvent } from "react";
import { isForPage } from "../dialog/letter-keys.ts";
import { useTabActive } from "../page/tab-active.ts";

/** Keys of a page: letters, `?`, and `Ctrl+Enter`; not while somebody types or a dialog is open, and not in a hidden tab. */
export function useKeys(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  const active = useTabActive();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const chord = event.ctrlKey || event.metaKey ? `Ctrl+${event.key}` : event.key.toLowerCase();
    if (event.altKey || document.querySelector('[role="dialog"]')) return;
    if (!chord.startsWith("Ctrl") && !isForPage(event)) return;
    const act = keys[chord];
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    if (!active) return;
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [active]);
}
