import type { Words } from "../texts/words.ts";
import type { Log } from "../log.ts";

/**
 * Operational alerts: conditions of the installation that people must resolve. Each is logged, is listed in the body of /api/ready while it lasts,
 * and is reported to the system administrators once when it begins. A condition belongs to one node (`node`: its disk, its clock) or to the whole
 * installation (`shared`).
 */
export const alertKeys = {
  "disk.low": "node",
  "disk.full": "node",
  "clock.wrong": "node",
  "backup.old": "shared",
  "replica.behind": "node",
} as const satisfies Record<string, "node" | "shared">;
export type AlertKey = keyof typeof alertKeys;

/** A condition in both languages: a title, and what to do about it. */
export interface Finding {
  title: Words;
  text: Words;
}

export interface OpenAlert {
  key: AlertKey;
  /** When this process first found it, ISO 8601. */
  since: string;
}

export interface Alerts {
  /** Reports whether a condition holds now; may be called any number of times. @param finding null: it does not hold */
  report(key: AlertKey, finding: Finding | null): void;
  /** The conditions that hold now. */
  open(): readonly OpenAlert[];
}

export interface RunningAlerts extends Alerts {
  /** Runs a check at once and then every so many seconds, until `close`. An error of the check is logged and changes nothing. */
  watch(key: AlertKey, seconds: number, check: () => Promise<Finding | null>): Promise<void>;
  close(): Promise<void>;
}

/** Stores which alerts have been reported, so that neither a restart nor a second node reports them again. */
export interface AlertStore {
  /** @param node empty for a shared condition */
  begin(key: AlertKey, node: string, finding: Finding): Promise<void>;
  end(key: AlertKey, node: string): Promise<void>;
}

/** For tests, and programs that monitor nothing. */
export const silentAlerts: Alerts = { report() {}, open: () => [] };

/** Milliseconds until a failed report is tried again: with a full disk or without a database nothing can be written. */
const retryAfter = 10_000;

/** @param node name of this node, to distinguish its own conditions from those of other nodes */
export function createAlerts({ log, store, node }: { log: Log; store: AlertStore; node: string }): RunningAlerts {
  const held = new Map<AlertKey, { since: string; finding: Finding }>();
  /** Reports that are not written yet; the latest one of each condition. */
  const unwritten = new Map<AlertKey, Finding | null>();
  const timers = new Set<NodeJS.Timeout>();
  let writing: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;

  async function write(): Promise<void> {
    for (const [key, finding] of unwritten) {
      const owner = alertKeys[key] === "shared" ? "" : node;
      try {
        await (finding ? store.begin(key, owner, finding) : store.end(key, owner));
        if (unwritten.get(key) === finding) unwritten.delete(key);
      } catch (error) {
        log.warn({ err: error, alert: key }, "the administrators cannot be told of an alert yet");
      }
    }
  }

  function flush(): void {
    writing ??= write().finally(() => {
      writing = undefined;
      if (unwritten.size > 0 && !closed) retry = setTimeout(flush, retryAfter).unref();
    });
  }

  function report(key: AlertKey, finding: Finding | null): void {
    const before = held.get(key);
    if (!before === !finding) return;
    if (finding) {
      held.set(key, { since: new Date().toISOString(), finding });
      log.error({ alert: key }, `alert: ${finding.title.en}. ${finding.text.en}`);
    } else {
      held.delete(key);
      log.info(`alert over: ${before?.finding.title.en}`);
    }
    unwritten.set(key, finding);
    flush();
  }

  return {
    report,
    open: () => [...held].map(([key, { since }]) => ({ key, since })),
    async watch(key, seconds, check) {
      // An earlier process may have reported this condition, which may hold no more.
      unwritten.set(key, null);
      const look = async () => {
        try {
          report(key, await check());
        } catch (error) {
          log.warn({ err: error, alert: key }, "a check failed");
        }
      };
      await look();
      flush();
      if (!closed) timers.add(setInterval(() => void look(), seconds * 1000).unref());
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      for (const timer of timers) clearInterval(timer);
      await writing;
    },
  };
}
