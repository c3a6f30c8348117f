import { randomBytes, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { Refusal } from "../core/foundation/refusal.ts";
import { StorageError } from "../core/storage/s3-error.ts";
import { MissingFile, type Place } from "../core/storage/storage.ts";

/**
 * Writes, reads and removes a small object.
 * @returns milliseconds
 * @throws STORAGE_REFUSED with the step that failed and the reason
 */
export async function tryPlace(place: Place): Promise<number> {
  const start = performance.now();
  const key = `test/${randomUUID()}`;
  const content = randomBytes(1024);
  await step("写入", "writing", () => place.put(key, Readable.from([content])));
  await step("读取", "reading", async () => {
    const [whole, part] = [
      await buffer(await place.get(key)),
      await buffer(await place.get(key, { from: 10, to: 19 })),
    ];
    if (!whole.equals(content) || !part.equals(content.subarray(10, 20)))
      throw refused("读回的内容与写入的不一致", "what comes back is not what was written");
  });
  await step("删除", "removing", async () => {
    await place.remove(key);
    const left = await place.get(key).then(
      (body) => body.destroy(),
      (error: unknown) => (error instanceof MissingFile ? null : Promise.reject(error)),
    );
    if (left) throw refused("删除后仍能读取", "it can still be read");
  });
  return Math.round(performance.now() - start);
}

/** Whether a test failed by an answer of the storage service, rather than by the connection to it. */
export const isAnswer = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof StorageError && error.cause.isSpoken;

const refused = (zh: string, en: string) => new Refusal("STORAGE_REFUSED", { reason: { zh, en } });

function getReason(error: unknown): { zh: string; en: string } {
  if (error instanceof StorageError) return error.reason;
  return error instanceof MissingFile
    ? { zh: "文件不存在", en: "it is not there" }
    : { zh: "本地文件夹不可用", en: "the local folder cannot be used" };
}

async function step(zh: string, en: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Refusal && !(error instanceof StorageError)) throw error;
    const why = getReason(error);
    throw Object.assign(refused(`${zh}失败：${why.zh}`, `${en} failed: ${why.en}`), { cause: error });
  }
}
