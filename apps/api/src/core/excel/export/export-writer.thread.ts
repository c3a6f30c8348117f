import { once } from "node:events";
import { type MessagePort, parentPort } from "node:worker_threads";
import { createCipher } from "../../security/cipher.ts";
import { KeyRing } from "../../security/key-ring.ts";
import { exportWorkbook } from "./export-sheet.ts";
import type { Answer, Order } from "./export-writer.ts";

/** The thread of `writeInThread`: writes a workbook for each order, several in turn, batch by batch. */
parentPort?.on("message", ({ plan, keys, port }: Order) => {
  const field = new Map([...keys.field].map(([version, key]) => [version, Buffer.from(key)]));
  const cipher = createCipher(new KeyRing(field), Buffer.from(keys.hashKey));
  void write(port, exportWorkbook(plan, cipher, batchesOf(port)));
});

async function write(port: MessagePort, workbook: AsyncIterable<Uint8Array>): Promise<void> {
  const answer = (message: Answer, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  try {
    for await (const bytes of workbook) {
      // A copy of its own, since pieces share their memory.
      const copy = new Uint8Array(bytes);
      answer({ bytes: copy }, [copy.buffer]);
    }
    answer({ isDone: true });
  } catch (error) {
    answer({ error });
  } finally {
    port.close();
  }
}

/** Batches, each asked for when it is needed. @throws when nobody wants the workbook any more */
async function* batchesOf(port: MessagePort): AsyncGenerator<readonly string[]> {
  const gone = once(port, "close").then((): never => {
    throw new Error("nobody waits for the workbook");
  });
  gone.catch(() => {});
  for (;;) {
    port.postMessage({ wantsRows: true } satisfies Answer);
    const [batch] = (await Promise.race([once(port, "message"), gone])) as [readonly string[] | null];
    if (batch === null) return;
    yield batch;
  }
}
