import { useSyncExternalStore } from "react";

function subscribe(listener: () => void): () => void {
  document.addEventListener("fullscreenchange", listener);
  return () => document.removeEventListener("fullscreenchange", listener);
}

/** Whether the product fills the screen, and the switch for it; `supported` is false on phones that cannot. */
export function useFullscreen() {
  const full = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  // A browser may refuse; the switch then simply stays as it was.
  const toggle = () =>
    void (full ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => undefined);
  return { full, toggle, supported: document.fullscreenEnabled };
}
