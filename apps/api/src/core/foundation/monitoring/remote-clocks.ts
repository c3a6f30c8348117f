/** The clocks of users' devices. A single one may be wrong or forged, so only the median of several counts. */
export interface RemoteClocks {
  /** Records the clock of one user; a later record replaces it. @param who the user @param time milliseconds since 1970 by their clock */
  hear(who: string, time: number): void;
  /** Milliseconds by which the median of them is ahead of us; null while too few were recorded lately. */
  difference(): number | null;
}

const fewest = 3;
/** The latest so many clocks are kept, and only for an hour. */
const most = 200;
const lately = 3_600_000;

/** @param now this server's clock */
export function createRemoteClocks(now: () => number = Date.now): RemoteClocks {
  const records = new Map<string, { difference: number; at: number }>();
  // A monotonic clock, because a jump of this server's clock must not change the age of records.
  const monotonic = () => performance.now();
  return {
    hear(who, time) {
      if (!Number.isSafeInteger(time) || time <= 0) return;
      records.delete(who);
      records.set(who, { difference: time - now(), at: monotonic() });
      if (records.size > most) records.delete(records.keys().next().value as string);
    },
    difference() {
      const recent = [...records.values()]
        .filter(({ at }) => monotonic() - at < lately)
        .map(({ difference }) => difference);
      if (recent.length < fewest) return null;
      const sorted = recent.sort((a, b) => a - b);
      return sorted[Math.floor((sorted.length - 1) / 2)] as number;
    },
  };
}
