import { useRef } from "react";
import { useLastingEffect } from "./use-lasting-effect.ts";

/** @returns a function that says whether the component is gone for good: what it waited for must not close what has come in its place. */
export function useIsGone(): () => boolean {
  const gone = useRef(false);
  useLastingEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);
  return () => gone.current;
}
