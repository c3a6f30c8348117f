/** What others say the time is. One of them may be wrong, or lie; several that agree are right. */
export interface ClockWitnesses {
  /** @param who one witness, whatever the number of times he speaks @param time milliseconds since 1970, as his clock says now */
  hear(who: string, time: number): void;
  /** Milliseconds by which most of them are ahead of us; null while too few have spoken lately. */
  difference(): number | null;
}

const fewest = 3;
/** Only so many are remembered, the latest ones, and only for an hour. */
const most = 200;
const lately = 3_600_000;

/** @param now our own clock */
export function createClockWitnesses(now: () => number = Date.now): ClockWitnesses {
  const heard = new Map<string, { difference: number; at: number }>();
  // Our own clock may jump, which must not make anybody's word old or new.
  const steady = () => performance.now();
  return {
    hear(who, time) {
      if (!Number.isSafeInteger(time) || time <= 0) return;
      heard.delete(who);
      heard.set(who, { difference: time - now(), at: steady() });
      if (heard.size > most) heard.delete(heard.keys().next().value as string);
    },
    difference() {
      const recent = [...heard.values()].filter(({ at }) => steady() - at < lately).map(({ difference }) => difference);
      if (recent.length < fewest) return null;
      const sorted = recent.sort((a, b) => a - b);
      return sorted[Math.floor((sorted.length - 1) / 2)] as number;
    },
  };
}
