import { useEffect, useEffectEvent } from "react";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";

/** Prints its `PrintSheet` as soon as it is mounted; it is not visible on screen. */
export function PrintNow({ onDone, children }: { onDone: () => void; children: ReactNode }) {
  const done = useEffectEvent(onDone);
  useEffect(() => {
    const after = () => done();
    window.addEventListener("afterprint", after);
    // One turn later, so that the sheet has been laid out.
    const timer = setTimeout(() => window.print());
    return () => {
      clearTimeout(timer);
      window.removeEventListener("afterprint", after);
    };
  }, []);
  return createPortal(<div className="print-only">{children}</div>, document.body);
}
