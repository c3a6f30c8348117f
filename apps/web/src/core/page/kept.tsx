import { Activity, useLayoutEffect, useState } from "react";
import type { ReactNode } from "react";
import { TabActive, useTabActive } from "./tab-active.ts";

/**
 * Keeps what it holds, with its state, while that is not shown. It is hidden in two steps: first it learns that it is no longer active and
 * unmounts what is drawn outside of it (dialogs), then, before anything is painted, it is hidden.
 */
export function Kept({ shown, children }: { shown: boolean; children: ReactNode }) {
  const around = useTabActive();
  const active = shown && around;
  const [visible, setVisible] = useState(active);
  if (active && !visible) setVisible(true);
  useLayoutEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the second step is meant to follow the first
    if (!active) setVisible(false);
  }, [active]);
  return (
    <Activity mode={active || visible ? "visible" : "hidden"}>
      <TabActive value={active}>{children}</TabActive>
    </Activity>
  );
}
