import { useIsFetching } from "@tanstack/react-query";
import { useEffect, useState } from "react";

/** A page that asks for nothing is on screen by then. */
const longest = 3_000;

/** Whether the first page has its answers: what is not visible yet waits until then. */
export function useQuiet(): boolean {
  const fetching = useIsFetching() > 0;
  const [stage, setStage] = useState<"waiting" | "fetching" | "quiet">("waiting");
  if (stage === "waiting" && fetching) setStage("fetching");
  if (stage === "fetching" && !fetching) setStage("quiet");
  useEffect(() => {
    const timer = setTimeout(() => setStage("quiet"), longest);
    return () => clearTimeout(timer);
  }, []);
  return stage === "quiet";
}
