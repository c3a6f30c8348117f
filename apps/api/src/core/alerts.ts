import type { Words } from "./background.ts";
import type { Services } from "./services.ts";

/**
 * Operational alerts: conditions of the installation that a person must mend. Each is logged, stands in the body of /api/ready while it holds, and is
 * told to the system administrators once when it begins. A condition is of one node (`node`: its disk, its clock) or of the whole installation (`shared`).
 */
export const alertKeys = {
  "disk.low": "node",
  "disk.full": "node",
  "clock.wrong": "node",
  "backup.old": "shared",
  "replica.behind": "node",
} as const satisfies Record<string, "node" | "shared">;
export type AlertKey = keyof typeof alertKeys;

/** What holds, in both languages: a title, and what to do about it. */
export interface Finding {
  title: Words;
  text: Words;
}

export interface OpenAlert {
  key: AlertKey;
  /** When this process saw it first, ISO 8601. */
  since: string;
}

export interface Alerts {
  /** Says whether a condition holds now, as often as one likes. @param finding null: it does not */
  report(key: AlertKey, finding: Finding | null): void;
  /** What holds now. */
  open(): readonly OpenAlert[];
}

export interface RunningAlerts extends Alerts {
  /** Asks a check at once and then every so many seconds, until the end. What it throws is logged and changes nothing. */
  watch(key: AlertKey, seconds: number, check: () => Promise<Finding | null>): Promise<void>;
  close(): Promise<void>;
}

/** Where it is written down who has been told of what, so that neither a restart nor a second node tells it again. */
export interface AlertStore {
  /** @param node '' for a shared condition */
  begin(key: AlertKey, node: string, finding: Finding): Promise<void>;
  end(key: AlertKey, node: string): Promise<void>;
}

/** For tests and programs that watch over nothing. */
export const silentAlerts: Alerts = { report() {}, open: () => [] };

/** Milliseconds until what could not be written is tried again: with a full disk or without a database nobody can be told yet. */
const tryAgain = 10_000;

/** @param node name of this node, by which its own conditions are told from those of others */
export function createAlerts({
  log,
  store,
  node,
}: {
  log: Services["log"];
  store: AlertStore;
  node: string;
}): RunningAlerts {
  const held = new Map<AlertKey, { since: string; finding: Finding }>();
  /** What is to be written yet; the last word on each condition counts. */
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
      if (unwritten.size > 0 && !closed) retry = setTimeout(flush, tryAgain).unref();
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
      // What an earlier process said of this condition may no longer hold.
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
