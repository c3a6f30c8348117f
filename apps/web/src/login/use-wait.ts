import { useEffect, useState } from "react";

/** Counts down the seconds until the next try counts, as the server says. */
export function useWait() {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (until === 0) return;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= until) setUntil(0);
    }, 250);
    return () => clearInterval(timer);
  }, [until]);
  return {
    seconds: until === 0 ? 0 : Math.max(0, Math.ceil((until - now) / 1000)),
    begin(seconds: number) {
      setNow(Date.now());
      setUntil(seconds > 0 ? Date.now() + seconds * 1000 : 0);
    },
  };
}

/** 75 → 1:15 */
export const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
