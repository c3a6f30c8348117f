import { useEffect } from "react";
import { useTabActive } from "../../core/page/tab-active.ts";
import type { Sitting } from "./sitting.ts";

/** Leaving the page and losing the focus are one event where both happen at once. */
const together = 2000;

/** Reports to the sitting when its page is left, or something is copied or pasted; asks before the browser is closed with unsent answers. */
export function useWatch(sitting: Sitting, isAnswering: boolean): void {
  const isActive = useTabActive();
  useEffect(() => {
    if (!isAnswering) return;
    let last = 0;
    const leave = () => {
      if (performance.now() - last < together) return;
      last = performance.now();
      sitting.report("leave");
    };
    const hide = () => document.visibilityState === "hidden" && leave();
    const copy = () => sitting.report("copy");
    const paste = () => sitting.report("paste");
    const close = (event: BeforeUnloadEvent) => sitting.getView().unsent > 0 && event.preventDefault();
    document.addEventListener("visibilitychange", hide);
    window.addEventListener("blur", leave);
    document.addEventListener("copy", copy);
    document.addEventListener("paste", paste);
    window.addEventListener("beforeunload", close);
    return () => {
      document.removeEventListener("visibilitychange", hide);
      window.removeEventListener("blur", leave);
      document.removeEventListener("copy", copy);
      document.removeEventListener("paste", paste);
      window.removeEventListener("beforeunload", close);
    };
  }, [sitting, isAnswering]);
  useEffect(() => {
    if (!isActive && isAnswering) sitting.report("leave");
  }, [sitting, isActive, isAnswering]);
}
