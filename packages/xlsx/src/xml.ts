import { isUtf8 } from "node:buffer";
import { WorkbookError } from "./sheet.ts";

/**
 * The XML of a workbook as a run of tags, straight from UTF-8 bytes: a sheet has millions of them, so nothing is made into a string that
 * nobody asked for. Entities are the five of XML and character numbers; a document type is refused, so nothing can be defined or fetched.
 */

/** Where something stands in a piece; only good until the next tag. */
export interface Place {
  bytes: Buffer;
  start: number;
  end: number;
}

export interface TagReader {
  /** A tag begins. @param name without prefix @param at its attributes, for `attribute` and `eachAttribute` */
  open(name: string, at: Place): void;
  close(name: string): void;
  /** Text up to a tag, for `getText`; only called while `wantsText`. */
  text(at: Place, isData: boolean): void;
  wantsText: boolean;
}

const lt = 0x3c;
const gt = 0x3e;
const slash = 0x2f;
const equals = 0x3d;
const colon = 0x3a;

export interface Scanner {
  /** Takes the next piece, and calls the reader for every complete tag; a tag cut by the end of the piece waits for the next one. */
  take(piece: Buffer): void;
  /** After the last piece. @throws WorkbookError where something was begun and not ended */
  end(): void;
}

/** Reads the pieces of a part. @throws WorkbookError */
export async function readXml(pieces: AsyncIterable<Buffer>, reader: TagReader): Promise<void> {
  const scan = scanner(reader);
  for await (const piece of pieces) scan.take(piece);
  scan.end();
}

/** @throws WorkbookError from its functions, for what is no sound XML in UTF-8 */
export function scanner(reader: TagReader): Scanner {
  let rest: Buffer | null = null;
  const open: string[] = [];
  return {
    take(piece) {
      const bytes = rest ? Buffer.concat([rest, piece]) : piece;
      const done = scan(bytes, reader, open);
      if (!isUtf8(bytes.subarray(0, done))) throw new WorkbookError("encoding");
      // A copy, since the piece is only lent.
      rest = done < bytes.length ? Buffer.from(bytes.subarray(done)) : null;
      if (rest && rest.length > 8 * 1024 * 1024) throw new WorkbookError("unfinishedPart");
    },
    end() {
      if (open.length > 0 || rest?.toString("latin1").trim()) throw new WorkbookError("unfinishedPart");
    },
  };
}

/** @param open names of the tags that are open @returns where the first unfinished token begins */
function scan(bytes: Buffer, reader: TagReader, open: string[]): number {
  const length = bytes.length;
  const place: Place = { bytes, start: 0, end: 0 };
  let at = 0;
  for (;;) {
    let tag = at;
    while (tag < length && bytes[tag] !== lt) tag++;
    if (tag >= length) return at;
    const special = bytes[tag + 1];
    if (special === 0x21 || special === 0x3f) {
      const end = skipSpecial(place, tag, at, reader);
      if (end < 0) return at;
      at = end;
      continue;
    }
    const end = findTagEnd(bytes, tag + 1);
    if (end >= length) return at;
    if (reader.wantsText && tag > at) {
      place.start = at;
      place.end = tag;
      reader.text(place, false);
    }
    at = end + 1;
    if (special === slash) {
      const name = getName(bytes, tag + 2, end);
      if (open.pop() !== name) throw new WorkbookError("tags");
      reader.close(name);
      continue;
    }
    let stop = tag + 1;
    while (stop < end && (bytes[stop] as number) > 0x20 && bytes[stop] !== slash) stop++;
    const name = getName(bytes, tag + 1, stop);
    place.start = stop;
    place.end = bytes[end - 1] === slash ? end - 1 : end;
    reader.open(name, place);
    if (bytes[end - 1] === slash) reader.close(name);
    else open.push(name);
  }
}

/** Where a tag ends: a `>` within quotes is none. */
function findTagEnd(bytes: Buffer, start: number): number {
  let quote = 0;
  let end = start;
  for (; end < bytes.length; end++) {
    const byte = bytes[end] as number;
    if (quote !== 0) {
      if (byte === quote) quote = 0;
    } else if (byte === gt) break;
    else if (byte === 0x22 || byte === 0x27) quote = byte;
  }
  return end;
}

/** Names of up to three letters make up nearly all of a sheet; each is made into a string once. */
const shortNames = new Map<number, string>();

function getName(bytes: Buffer, start: number, end: number): string {
  const length = end - start;
  if (length > 3) return longName(bytes, start, end);
  let key = length;
  for (let i = start; i < end; i++) key = key * 256 + (bytes[i] as number);
  let name = shortNames.get(key);
  if (name === undefined) shortNames.set(key, (name = longName(bytes, start, end)));
  return name;
}

function longName(bytes: Buffer, start: number, end: number): string {
  const name = bytes.toString("latin1", start, end).trimEnd();
  const prefix = name.indexOf(":");
  return prefix < 0 ? name : name.slice(prefix + 1);
}

/** What ends a comment, CDATA or an instruction; undefined for anything else. @param begin its first nine characters */
function findEndMark(begin: string): string | undefined {
  if (begin.startsWith("<!--")) return "-->";
  if (begin === "<![CDATA[") return "]]>";
  return begin[1] === "!" ? undefined : "?>";
}

/** Comments, instructions and CDATA. @returns where it goes on, -1 when the end has not come yet */
function skipSpecial(place: Place, tag: number, textFrom: number, reader: TagReader): number {
  const { bytes } = place;
  const begin = bytes.toString("latin1", tag, tag + 9);
  const isData = begin === "<![CDATA[";
  const mark = findEndMark(begin);
  if (!mark) {
    if (begin.length < 9) return -1;
    throw new WorkbookError("documentType");
  }
  const end = bytes.indexOf(mark, tag + 2, "latin1");
  if (end < 0) return -1;
  const tell = (start: number, stop: number, data: boolean) => {
    if (stop > start) reader.text(Object.assign(place, { start, end: stop }), data);
  };
  if (reader.wantsText) {
    tell(textFrom, tag, false);
    if (isData) tell(tag + 9, end, true);
  }
  return end + mark.length;
}

/** The text of a place, with its entities resolved unless it is data. */
export function getText({ bytes, start, end }: Place, isData = false): string {
  const text = bytes.toString("utf8", start, end);
  return isData || !text.includes("&") ? text : unescaped(text);
}

const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

const unescaped = (text: string): string =>
  text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi,
    (whole, hex?: string, digits?: string, name?: string) => {
      if (name) return named[name] ?? whole;
      const code = hex ? parseInt(hex, 16) : Number(digits);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "\uFFFD";
    },
  );

/** Calls `take` with where the name of each attribute stands (without prefix), and where its value does. */
export function eachAttribute(
  at: Place,
  take: (bytes: Buffer, name: number, nameEnd: number, start: number, end: number) => void,
): void {
  const { bytes, end } = at;
  let i = at.start;
  for (;;) {
    while (i < end && (bytes[i] as number) <= 0x20) i++;
    if (i >= end) return;
    let name = i;
    while (i < end && bytes[i] !== equals && (bytes[i] as number) > 0x20) {
      if (bytes[i] === colon) name = i + 1;
      i++;
    }
    const nameEnd = i;
    while (i < end && bytes[i] !== 0x22 && bytes[i] !== 0x27) i++;
    if (i >= end) return;
    const quote = bytes[i];
    const from = ++i;
    while (i < end && bytes[i] !== quote) i++;
    take(bytes, name, nameEnd, from, i);
    i++;
  }
}

/** One attribute; undefined when it is not there. */
export function attribute(at: Place, wanted: string): string | undefined {
  let found: string | undefined;
  eachAttribute(at, (bytes, name, nameEnd, start, end) => {
    if (nameEnd - name === wanted.length && bytes.toString("latin1", name, nameEnd) === wanted)
      found = getText({ bytes, start, end });
  });
  return found;
}
