import { Refusal } from "./refusal.ts";

export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Lets at most `slots` pieces of work run at once and `bound` wait; whoever comes then is refused, so that a rush cannot pile up.
 * @throws RATE_LIMIT when the queue is full
 */
export function createGate(slots: number, bound: number): Gate {
  let busy = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (busy < slots) busy++;
    else if (waiting.length >= bound) throw new Refusal("RATE_LIMIT");
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await work();
    } finally {
      // The slot is handed on without being freed, so that nobody can slip in between.
      const next = waiting.shift();
      if (next) next();
      else busy--;
    }
  };
}
