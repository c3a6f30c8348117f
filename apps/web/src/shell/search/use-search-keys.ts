import { useEffectEvent, useLayoutEffect } from "react";
import { isForPage } from "../../core/dialog/letter-keys.ts";

/** `/` outside a field, and Ctrl+K (⌘K) everywhere, call the action, with nothing open in front of the page. */
export function useSearchKeys(action: () => void): void {
  const run = useEffectEvent(action);
  // Listens as soon as there is something to see.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isWanted(event) || document.querySelector('dialog[open], [role="dialog"]')) return;
      event.preventDefault();
      run();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

function isWanted(event: KeyboardEvent): boolean {
  if (event.altKey || event.isComposing) return false;
  if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === "k" && !event.shiftKey;
  return event.key === "/" && isForPage(event);
}
