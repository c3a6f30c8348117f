import type { Actor } from "./actor.ts";
import type { Services } from "./services.ts";

/** How long after a change its author is one who has just changed something, in milliseconds. */
const settling = 10_000;
const authors = new WeakMap<object, Map<string, number>>();

/** Remembers who has just changed something, so that he finds it in the next list. Of what others change a list may be a moment behind. */
export function noteWrite(app: Services, { userId }: Actor): void {
  let times = authors.get(app);
  if (!times) authors.set(app, (times = new Map()));
  times.delete(userId);
  times.set(userId, Date.now());
  // Entries lie in the order of their times.
  for (const [user, time] of times) {
    if (Date.now() - time < settling) break;
    times.delete(user);
  }
}

/** Whether this process has just made a change for somebody. */
export function hasJustWritten(app: Pick<Services, "readPool">, { userId }: Actor): boolean {
  const time = authors.get(app)?.get(userId);
  return time !== undefined && Date.now() - time < settling;
}
