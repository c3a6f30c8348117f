import { crc32, createInflateRaw } from "node:zlib";
import { type FaultPlace, WorkbookError } from "./sheet.ts";

/** Reading a ZIP archive whose sender is not trusted: by its directory, part by part, each exactly what the directory says of it. */

interface Part {
  crc: number;
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

/** @throws WorkbookError where the directory is damaged, names a part twice, or tells of more than any workbook holds */
export function openZip(bytes: Buffer): Archive {
  const parts = new Map<string, Part>();
  // Names of parts differ in more than case.
  const names = new Set<string>();
  const end = endOfDirectory(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > maxParts) throw new WorkbookError("tooManyParts");
  let entry = bytes.readUInt32LE(end + 16);
  let total = 0;
  for (let i = 0; i < count; i++) {
    if (entry + 46 > bytes.length || bytes.readUInt32LE(entry) !== 0x02014b50) throw new WorkbookError("directory");
    const nameLength = bytes.readUInt16LE(entry + 28);
    const name = bytes.toString("utf8", entry + 46, entry + 46 + nameLength).replace(/^\//, "");
    if (bytes.readUInt16LE(entry + 8) & 1) throw new WorkbookError("encrypted");
    if (names.has(name.toLowerCase())) throw new WorkbookError("doubledPart", { part: name });
    names.add(name.toLowerCase());
    const part = {
      crc: bytes.readUInt32LE(entry + 16),
      packed: bytes.readUInt32LE(entry + 20),
      unpacked: bytes.readUInt32LE(entry + 24),
      method: bytes.readUInt16LE(entry + 10),
      at: bytes.readUInt32LE(entry + 42),
    };
    if (part.unpacked > smallPart && part.unpacked > part.packed * maxRatio)
      throw new WorkbookError("packedTooWell", { part: name });
    total += part.unpacked;
    parts.set(name, part);
    entry += 46 + nameLength + bytes.readUInt16LE(entry + 30) + bytes.readUInt16LE(entry + 32);
  }
  if (total > maxBytes) throw new WorkbookError("tooLarge");
  return parts;
}

function endOfDirectory(bytes: Buffer): number {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 22 - 65_535); at--)
    if (bytes.readUInt32LE(at) === 0x06054b50) return at;
  throw new WorkbookError("noDirectory");
}

/** The bytes of a part, a piece at a time. @throws WorkbookError where they are not exactly what the directory says */
export async function* getPart(bytes: Buffer, archive: Archive, name: string): AsyncGenerator<Buffer> {
  const part = archive.get(name);
  const place = { part: name };
  if (!part) throw new WorkbookError("missingPart", place);
  const body = packedBytes(bytes, part, name);
  let size = 0;
  let crc = 0;
  for await (const piece of part.method === 0 ? [body] : unpack(body, place)) {
    size += piece.length;
    if (size > part.unpacked) throw new WorkbookError("partSize", place);
    crc = crc32(piece, crc);
    yield piece;
  }
  if (size < part.unpacked) throw new WorkbookError("cutOffPart", place);
  if (crc !== part.crc) throw new WorkbookError("checksum", place);
}

function packedBytes(bytes: Buffer, { at, packed, method }: Part, name: string): Buffer {
  const place = { part: name };
  if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== 0x04034b50) throw new WorkbookError("damagedPart", place);
  const nameEnd = at + 30 + bytes.readUInt16LE(at + 26);
  if (bytes.toString("utf8", at + 30, nameEnd).replace(/^\//, "") !== name)
    throw new WorkbookError("damagedPart", place);
  const start = nameEnd + bytes.readUInt16LE(at + 28);
  const body = bytes.subarray(start, start + packed);
  if (body.length < packed) throw new WorkbookError("cutOffPart", place);
  if (method !== 0 && method !== 8) throw new WorkbookError("packing", place);
  return body;
}

async function* unpack(body: Buffer, place: FaultPlace): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw({ chunkSize: 128 * 1024 });
  inflate.end(body);
  try {
    yield* inflate as AsyncIterable<Buffer>;
  } catch (error) {
    // What zlib finds wrong; what its reader throws does not come here.
    throw new WorkbookError(
      (error as NodeJS.ErrnoException).code === "Z_BUF_ERROR" ? "cutOffPart" : "damagedPart",
      place,
    );
  }
}
