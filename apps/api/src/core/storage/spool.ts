import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { Measured } from "./storage.ts";
import { type Body, giveUp, guarded } from "../foundation/streams.ts";

/** A buffered body whose size and digest are known. Dispose of it after use. */
export interface Spooled extends Measured, AsyncDisposable {
  /** Its bytes from the beginning; may be called several times. */
  body(): Buffer | Readable;
}

/** Bytes that are buffered in memory; larger bodies are buffered on the disk. */
const inMemory = 1024 * 1024;
/** Bytes that are read from the disk at a time. */
const pieceSize = 64 * 1024;

/**
 * Buffers a body. Larger ones go into a file that is unlinked as soon as it is open, so that nothing remains after a crash.
 * @param folder created when missing
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
      file ??= await createUnlinkedFile(folder);
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
    body: () => (file ? guarded(Readable.from(toBytes(file.handle), { objectMode: false })) : whole),
    [Symbol.asyncDispose]: async () => file?.end(),
  };
}

/** The bytes of a file from its beginning. A read stream would close the handle when a connection breaks, so that the file could not be sent again. */
async function* toBytes(handle: FileHandle): AsyncGenerator<Buffer> {
  for (let at = 0; ;) {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(pieceSize), 0, pieceSize, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Creates a file without a name. Windows cannot remove an open file; there it is removed at the end. */
async function createUnlinkedFile(folder: string): Promise<{ handle: FileHandle; end(): Promise<void> }> {
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
