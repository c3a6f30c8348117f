import type { Actor } from "../../foundation/actor.ts";

/** Milliseconds for which a change counts as recent. */
const recently = 10_000;
const writers = new WeakMap<object, Map<string, number>>();

/** Remembers who has just changed something, so that their next list shows it. Lists may show changes of other users a moment later. */
export function noteWrite(app: object, { userId }: Actor): void {
  let times = writers.get(app);
  if (!times) writers.set(app, (times = new Map<string, number>()));
  times.delete(userId);
  times.set(userId, Date.now());
  // The entries are in the order of their times, oldest first.
  for (const [user, time] of times) {
    if (Date.now() - time < recently) break;
    times.delete(user);
  }
}

/** Whether this process has made a change for a user within the last seconds. */
export function hasJustWritten(app: object, { userId }: Actor): boolean {
  const time = writers.get(app)?.get(userId);
  return time !== undefined && Date.now() - time < recently;
}
