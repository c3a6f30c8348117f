import { useLayoutEffect, useRef } from "react";
import type { RefObject } from "react";

/** A table without anything to press in it can be scrolled sideways by keyboard, too, where it is wider than the screen. @returns to be put around it */
export function useKeyScroll(): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const content = frame.current?.querySelector<HTMLElement>(".ant-table-content");
    if (content && content.scrollWidth > content.clientWidth) content.tabIndex = 0;
    else content?.removeAttribute("tabindex");
  });
  return frame;
}
