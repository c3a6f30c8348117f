import { useLayoutEffect, useRef, useState } from "react";
import type { RefObject } from "react";

/** Width in pixels of the element with this ref, so that a drawing keeps its letter size. */
export function useBoxWidth<E extends HTMLElement>(before = 640): [RefObject<E | null>, number] {
  const box = useRef<E>(null);
  const [width, setWidth] = useState(before);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = () => {
      // A page in a hidden tab has no width; it keeps its last one.
      const now = Math.round(element.getBoundingClientRect().width);
      if (now > 0) setWidth(now);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [box, width];
}
