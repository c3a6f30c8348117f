import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { Measured } from "./storage.ts";
import { type Body, giveUp, guarded } from "./streams.ts";

/** A body that waits until its size and digest are known. Dispose of it. */
export interface Spooled extends Measured, AsyncDisposable {
  /** Its bytes from the beginning, as often as they are needed. */
  body(): Buffer | Readable;
}

/** Bytes that wait in memory; what is larger waits on the disk. */
const inMemory = 1024 * 1024;

/**
 * Takes a body in. Larger ones go to a file that has no name any more while it is used, so that nothing stays behind whatever happens.
 * @param folder made when missing
 * @throws what the body throws
 */
export async function spool(body: Body, folder: string): Promise<Spooled> {
  const hash = createHash("sha256");
  let size = 0;
  let parts: Buffer[] = [];
  let file: { handle: FileHandle; end(): Promise<void> } | undefined;
  try {
    for await (const chunk of body) {
      const bytes = Buffer.from(chunk as Buffer);
      hash.update(bytes);
      size += bytes.length;
      parts.push(bytes);
      if (size <= inMemory) continue;
      file ??= await nameless(folder);
      for (const part of parts) await file.handle.appendFile(part);
      parts = [];
    }
  } catch (error) {
    giveUp(body);
    await file?.end();
    throw error;
  }
  const whole = Buffer.concat(parts);
  return {
    size,
    sha256: hash.digest("hex"),
    body: () => (file ? guarded(file.handle.createReadStream({ start: 0, autoClose: false })) : whole),
    [Symbol.asyncDispose]: async () => file?.end(),
  };
}

/** Windows removes no file that is open: there it goes at the end. */
async function nameless(folder: string): Promise<{ handle: FileHandle; end(): Promise<void> }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const handle = await open(path, "wx+", 0o600);
  const late = process.platform === "win32";
  if (!late) await rm(path);
  return {
    handle,
    async end() {
      await handle.close();
      if (late) await rm(path, { force: true });
    },
  };
}
