import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { inflate } from "node:zlib";
import { MissingFile, type Place } from "../storage/storage.ts";

const unpack = promisify(inflate);
/** Bytes of the pixels of a picture that is printed: 12 megapixels with transparency. */
const mostPixelBytes = 48 * 1024 * 1024;

/**
 * Whether the library draws a picture. It unpacks a PNG after it has answered, where an error ends the process: so it is unpacked here first. What else
 * is wrong with a picture it says at once.
 */
export async function isDrawable(bytes: Buffer): Promise<boolean> {
  if (bytes.subarray(1, 4).toString("latin1") !== "PNG") return true;
  const parts: Buffer[] = [];
  for (let at = 8; at + 12 <= bytes.length;) {
    const size = bytes.readUInt32BE(at);
    const name = bytes.toString("latin1", at + 4, at + 8);
    if (name === "IDAT") parts.push(bytes.subarray(at + 8, at + 8 + size));
    at += 12 + size;
  }
  try {
    await unpack(Buffer.concat(parts), { maxOutputLength: mostPixelBytes });
    return true;
  } catch {
    return false;
  }
}

/** A photo to be printed; null where it is missing in the storage or damaged, but not while the storage does not answer: the photo may exist. */
export async function readPhoto(storage: Pick<Place, "get">, key: string): Promise<Buffer | null> {
  try {
    const photo = await buffer(await storage.get(key));
    return (await isDrawable(photo)) ? photo : null;
  } catch (error) {
    if (!(error instanceof MissingFile)) throw error;
    return null;
  }
}
