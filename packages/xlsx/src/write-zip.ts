import { pipeline } from "node:stream";
import { Readable } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";

/** A file of an archive, made while it is written. */
export interface ZipPart {
  path: string;
  pieces: Iterable<Buffer> | AsyncIterable<Buffer>;
}

/** How hard it is packed: XML shrinks to a tenth at any level, and higher ones take several times as long. */
const level = 2;
/** Archives of more than four gigabytes need a form that not every program reads. */
const mostBytes = 0xffff_ffff;

interface Entry {
  name: Buffer;
  at: number;
  crc: number;
  packed: number;
  unpacked: number;
}

/** An archive as a stream. Sizes stand behind each file and in the directory at the end, since nobody knows them before. */
export async function* zip(parts: Iterable<ZipPart> | AsyncIterable<ZipPart>): AsyncGenerator<Buffer> {
  const entries: Entry[] = [];
  let at = 0;
  const counted = (bytes: Buffer): Buffer => {
    at += bytes.length;
    if (at > mostBytes) throw new Error("the archive is larger than four gigabytes");
    return bytes;
  };
  for await (const { path, pieces } of parts) {
    const entry: Entry = { name: Buffer.from(path), at, crc: 0, packed: 0, unpacked: 0 };
    yield counted(localHeader(entry));
    for await (const bytes of packed(pieces, entry)) {
      entry.packed += bytes.length;
      yield counted(bytes);
    }
    yield counted(descriptor(entry));
    entries.push(entry);
  }
  const start = at;
  for (const entry of entries) yield counted(directoryEntry(entry));
  yield endOfDirectory(entries.length, start, at - start);
}

async function* packed(pieces: ZipPart["pieces"], entry: Entry): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ level });
  const measured = async function* (): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      entry.crc = crc32(piece, entry.crc);
      entry.unpacked += piece.length;
      yield piece;
    }
  };
  // A failure of the source destroys the packer, so that reading it fails with the same error.
  pipeline(Readable.from(measured(), { objectMode: false }), deflate, () => {});
  yield* deflate as AsyncIterable<Buffer>;
}

const version = 20;
/** Sizes follow the file; names are UTF-8. */
const flags = 0x0808;
const method = 8;
/** The first day that an archive can name: what it holds tells its time itself. */
const day = 0x21;

function localHeader({ name }: Entry): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(version, 4);
  head.writeUInt16LE(flags, 6);
  head.writeUInt16LE(method, 8);
  head.writeUInt16LE(day, 12);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

function descriptor({ crc, packed: size, unpacked }: Entry): Buffer {
  const tail = Buffer.alloc(16);
  tail.writeUInt32LE(0x08074b50, 0);
  tail.writeUInt32LE(crc, 4);
  tail.writeUInt32LE(size, 8);
  tail.writeUInt32LE(unpacked, 12);
  return tail;
}

function directoryEntry({ name, at, crc, packed: size, unpacked }: Entry): Buffer {
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(version, 4);
  head.writeUInt16LE(version, 6);
  head.writeUInt16LE(flags, 8);
  head.writeUInt16LE(method, 10);
  head.writeUInt16LE(day, 14);
  head.writeUInt32LE(crc, 16);
  head.writeUInt32LE(size, 20);
  head.writeUInt32LE(unpacked, 24);
  head.writeUInt16LE(name.length, 28);
  head.writeUInt32LE(at, 42);
  return Buffer.concat([head, name]);
}

function endOfDirectory(count: number, start: number, size: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(start, 16);
  return end;
}
