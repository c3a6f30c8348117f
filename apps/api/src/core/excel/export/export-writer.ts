import { on } from "node:events";
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import type { Keys } from "../../security/keys.ts";
import type { ExportPlan } from "./export-sheet.ts";

/** What the thread is given for a workbook; batches of rows, and null behind the last one, come over the port. */
export interface Order {
  plan: ExportPlan;
  keys: { field: ReadonlyMap<number, Uint8Array>; hashKey: Uint8Array };
  port: MessagePort;
}
/** What it answers. */
export type Answer = { wantsRows: true } | { bytes: Uint8Array<ArrayBuffer> } | { isDone: true } | { error: unknown };

let running: Worker | null = null;
/** One thread for all exports of the process: it writes them in turn, and leaves the other cores to those who wait for a page. */
function getThread(): Worker {
  if (running) return running;
  const thread = new Worker(new URL("export-writer.thread.ts", import.meta.url));
  // What waits for it is told by its port.
  thread.on("error", () => {});
  thread.on("exit", () => {
    if (running === thread) running = null;
  });
  thread.unref();
  return (running = thread);
}

/**
 * A workbook that is written in a thread, so that the one that answers requests is free. The next batch of rows is fetched while one is written;
 * no more, so that memory does not grow with the rows or with the patience of the receiver.
 */
export async function* writeInThread(
  plan: ExportPlan,
  { field, hashKey }: Pick<Keys, "field" | "hashKey">,
  batches: AsyncIterator<readonly string[]>,
): AsyncGenerator<Uint8Array> {
  const { port1: port, port2 } = new MessageChannel();
  const answers = on(port, "message", { close: ["close"] });
  const keys = { field: new Map(field.known.map((version) => [version, field.getKey(version)])), hashKey };
  getThread().postMessage({ plan, keys, port: port2 } satisfies Order, [port2]);
  let next = ahead(batches);
  try {
    for await (const [answer] of answers as AsyncIterable<[Answer]>) {
      if ("bytes" in answer) yield answer.bytes;
      else if ("error" in answer) throw answer.error;
      else if ("isDone" in answer) return;
      else {
        const batch = await next;
        port.postMessage(batch.done ? null : batch.value);
        if (!batch.done) next = ahead(batches);
      }
    }
    throw new Error("the thread that writes exports has ended");
  } finally {
    port.close();
    await batches.return?.();
  }
}

/** Fetches before it is asked for; a failure is told to whoever asks. */
function ahead<T>(batches: AsyncIterator<T>): Promise<IteratorResult<T>> {
  const next = batches.next();
  next.catch(() => {});
  return next;
}
