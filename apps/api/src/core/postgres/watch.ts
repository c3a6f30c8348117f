import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../foundation/log.ts";
import { runningServer } from "./postmaster.ts";

/** Milliseconds between two looks; only Linux tells without starting a program. */
const every = process.platform === "linux" ? 300 : 5_000;
/** Milliseconds to wait after a start that failed or did not last: doubled each time, up to the longest. */
const [shortest, longest] = [500, 30_000];
/** A server that ran this long has recovered: the next end is a new matter. */
const recovered = 60_000;

interface Watch {
  cluster: string;
  /** Where no server runs, starts it; does nothing where another process was quicker. */
  restart: (signal: AbortSignal) => Promise<void>;
  /** Says that we are still using it; a process that started meanwhile may not know. */
  stay: () => void;
  log: Pick<Log, "info" | "error">;
}

/** Starts the embedded server again whenever it ends while we use it, with growing pauses, for as long as it takes. @returns ends the watch */
export function watchServer({ cluster, restart, stay, log }: Watch): () => Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;

  async function watch(): Promise<void> {
    let pause = shortest;
    let startedAt = 0;
    for (;;) {
      await sleep(every, undefined, { signal, ref: false });
      if (runningServer(cluster) !== undefined) {
        stay();
        continue;
      }
      pause = Date.now() - startedAt > recovered ? 0 : Math.min(Math.max(pause * 2, shortest), longest);
      log.error({}, `the embedded database has ended; starting it again${pause ? ` in ${pause / 1000} s` : ""}`);
      await sleep(pause, undefined, { signal, ref: false });
      startedAt = Date.now();
      try {
        await restart(signal);
        log.info("the embedded database runs again");
      } catch (error) {
        signal.throwIfAborted();
        log.error({ err: error }, "the embedded database did not start again");
      }
    }
  }

  const watching = watch().catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  return async () => {
    ending.abort();
    await watching;
  };
}
