import { Refusal } from "./refusal.ts";

export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Creates a semaphore: at most `slots` pieces of work run at once and at most `bound` wait. Further work is refused, so that the queue cannot grow
 * without limit.
 * @throws RATE_LIMIT when the queue is full
 */
export function createSemaphore(slots: number, bound: number): Semaphore {
  let busy = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (busy < slots) busy++;
    else if (waiting.length >= bound) throw new Refusal("RATE_LIMIT");
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await work();
    } finally {
      // The slot is passed on without being freed, so that new work cannot overtake the queue.
      const next = waiting.shift();
      if (next) next();
      else busy--;
    }
  };
}
