import { useEffectEvent, useLayoutEffect } from "react";

/** `/` outside a field, and with nothing open in front of the page, calls the action. */
export function useSlash(action: () => void): void {
  const run = useEffectEvent(action);
  // Listens as soon as there is something to see.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      const target = event.target as HTMLElement;
      if (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
      if (document.querySelector('dialog[open], [role="dialog"]')) return;
      event.preventDefault();
      run();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
