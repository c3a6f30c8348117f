import { createInflateRaw } from "node:zlib";

/** Reading a ZIP archive whose sender is not trusted: by its directory, part by part, each within what the directory says of it. */

/** Damaged, or larger when unpacked than any workbook is. */
export class ZipError extends Error {}

interface Part {
  packed: number;
  unpacked: number;
  method: number;
  at: number;
}
export type Archive = ReadonlyMap<string, Part>;

const maxParts = 2000;
/** Bytes of all parts together. */
const maxBytes = 400 * 1024 * 1024;
/** Bytes a part may have for each byte it is packed in. XML packs well, but not a thousandfold. */
const maxRatio = 400;
/** Parts this small may pack as well as they like. */
const smallPart = 1024 * 1024;

/** @throws ZipError */
export function openZip(bytes: Buffer): Archive {
  const parts = new Map<string, Part>();
  const end = endOfDirectory(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > maxParts) throw new ZipError("too many parts");
  let entry = bytes.readUInt32LE(end + 16);
  let total = 0;
  for (let i = 0; i < count; i++) {
    if (entry + 46 > bytes.length || bytes.readUInt32LE(entry) !== 0x02014b50) throw new ZipError("damaged directory");
    const nameLength = bytes.readUInt16LE(entry + 28);
    const part = {
      packed: bytes.readUInt32LE(entry + 20),
      unpacked: bytes.readUInt32LE(entry + 24),
      method: bytes.readUInt16LE(entry + 10),
      at: bytes.readUInt32LE(entry + 42),
    };
    if (part.unpacked > smallPart && part.unpacked > part.packed * maxRatio) throw new ZipError("packed too well");
    total += part.unpacked;
    parts.set(bytes.toString("utf8", entry + 46, entry + 46 + nameLength).replace(/^\//, ""), part);
    entry += 46 + nameLength + bytes.readUInt16LE(entry + 30) + bytes.readUInt16LE(entry + 32);
  }
  if (total > maxBytes) throw new ZipError("too large");
  return parts;
}

function endOfDirectory(bytes: Buffer): number {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 22 - 65_535); at--)
    if (bytes.readUInt32LE(at) === 0x06054b50) return at;
  throw new ZipError("no directory");
}

/** The bytes of a part, a piece at a time. @throws ZipError when there are more than the directory says */
export async function* getPart(bytes: Buffer, archive: Archive, name: string): AsyncGenerator<Buffer> {
  const part = archive.get(name);
  if (!part) throw new ZipError(`no ${name}`);
  if (part.at + 30 > bytes.length || bytes.readUInt32LE(part.at) !== 0x04034b50) throw new ZipError("damaged part");
  const start = part.at + 30 + bytes.readUInt16LE(part.at + 26) + bytes.readUInt16LE(part.at + 28);
  const body = bytes.subarray(start, start + part.packed);
  if (body.length < part.packed) throw new ZipError("cut off");
  if (part.method === 0) {
    yield body;
    return;
  }
  if (part.method !== 8) throw new ZipError("unknown packing");
  const inflate = createInflateRaw({ chunkSize: 128 * 1024 });
  inflate.end(body);
  let size = 0;
  for await (const piece of inflate as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > part.unpacked) throw new ZipError("larger than it says");
    yield piece;
  }
  if (size < part.unpacked) throw new ZipError("cut off");
}
