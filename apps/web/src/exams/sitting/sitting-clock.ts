/**
 * The server's clock as the browser can tell it: from the last answer of the server on it counts by the time that has passed, which nobody
 * can set back. After a reload without a network the difference found before is used.
 */
export interface SittingClock {
  /** Milliseconds of the epoch, by the server's clock. */
  now(): number;
  /** The server's clock less that of the browser, for after a reload. */
  offset(): number;
  /** Takes over what the server says. @param sent when the request was sent, by `performance.now` */
  set(serverTime: number, sent: number): void;
}

/** @param offset of an earlier visit; null: the browser's own clock counts until the server was heard */
export function createClock(offset: number | null): SittingClock {
  let base = Date.now() + (offset ?? 0);
  let since = performance.now();
  const now = () => base + performance.now() - since;
  return {
    now,
    offset: () => Math.round(now() - Date.now()),
    set(serverTime, sent) {
      const received = performance.now();
      // The server answered somewhere between sending and receiving: half the way is the best guess.
      base = serverTime + (received - sent) / 2;
      since = received;
    },
  };
}
