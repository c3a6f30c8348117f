import { useEffect, useState } from "react";

/** The value once it has not changed for `ms`: searches wait for the end of a word. */
export function useDelayed<T>(value: T, ms: number): T {
  const [late, setLate] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLate(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return late;
}
