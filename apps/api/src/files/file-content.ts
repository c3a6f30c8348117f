/**
 * Recognises what a file really is by its first and last bytes, since a name is only what its sender claims. It knows the types that
 * uploads accept, says whether the content fits the extension, and how large a picture is.
 */

/** Bytes of the beginning and of the end of an upload that are kept for the check. */
export const headBytes = 512 * 1024;
export const tailBytes = 64 * 1024;

/** Upper limit for the pixels of a picture, in millions: a small file may unpack to gigabytes. */
export const maxMegapixels = 50;

type Check = (head: Buffer, tail: Buffer) => boolean;

const begins =
  (...bytes: number[]): Check =>
  (head) =>
    bytes.every((byte, i) => head[i] === byte);
const ole = begins(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1);
const zip = begins(0x50, 0x4b, 0x03, 0x04);
const png = begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const jpeg = begins(0xff, 0xd8, 0xff);
const mp4: Check = (head) => head.subarray(4, 8).toString("latin1") === "ftyp";
const pdf: Check = (head) => head.subarray(0, 1024).includes("%PDF-");
const gif: Check = (head) => /^GIF8[79]a/.test(head.subarray(0, 6).toString("latin1"));
const bmp: Check = (head) => head.subarray(0, 2).toString("latin1") === "BM" && head.length > 30;
/** Office programs order the parts of a document differently; the directory at the end of the file names them all. */
const officeZip =
  (part: string): Check =>
  (head, tail) =>
    zip(head, tail) && (tail.includes(part) || head.includes(part));
const openDocument =
  (kind: string): Check =>
  (head, tail) =>
    zip(head, tail) && head.subarray(0, 200).includes(`mimetypeapplication/vnd.oasis.opendocument.${kind}`);

/** Beginnings of executable files, refused as text; a text may begin with anything else. */
const programs: readonly Check[] = [
  begins(0x4d, 0x5a),
  begins(0x7f, 0x45, 0x4c, 0x46),
  begins(0x23, 0x21),
  begins(0xca, 0xfe, 0xba, 0xbe),
  begins(0xcf, 0xfa, 0xed, 0xfe),
  zip,
  ole,
  pdf,
];
const plain: Check = (head, tail) =>
  !head.includes(0) && !tail.includes(0) && !programs.some((check) => check(head, tail));

const checks: Readonly<Record<string, Check>> = {
  pdf,
  png,
  jpg: jpeg,
  jpeg,
  gif,
  bmp,
  mp4,
  zip,
  doc: ole,
  xls: ole,
  ppt: ole,
  docx: officeZip("word/"),
  xlsx: officeZip("xl/"),
  pptx: officeZip("ppt/"),
  odt: openDocument("text"),
  ods: openDocument("spreadsheet"),
  odp: openDocument("presentation"),
  txt: plain,
  csv: plain,
};

/** @param extension lower case, without the dot */
export const contentFits = (extension: string, head: Buffer, tail: Buffer): boolean =>
  head.length > 0 && (checks[extension]?.(head, tail) ?? false);

export interface PictureSize {
  width: number;
  height: number;
}

/** Pixels of a picture; 0 for other files, null for a picture whose size cannot be read. */
export function findPixels(extension: string, head: Buffer): number | null {
  if (!pictures.has(extension)) return 0;
  const size = findSize(extension, head);
  return size && size.width * size.height;
}
const pictures = new Set(["png", "gif", "bmp", "jpg", "jpeg"]);

/** Width and height of a picture in pixels; null where they cannot be read. */
export function findSize(extension: string, head: Buffer): PictureSize | null {
  switch (extension) {
    case "png":
      return head.length >= 24 ? { width: head.readUInt32BE(16), height: head.readUInt32BE(20) } : null;
    case "gif":
      return head.length >= 10 ? { width: head.readUInt16LE(6), height: head.readUInt16LE(8) } : null;
    case "bmp":
      return head.length >= 26
        ? { width: Math.abs(head.readInt32LE(18)), height: Math.abs(head.readInt32LE(22)) }
        : null;
    default:
      return findJpegSize(head);
  }
}

/** Walks the segments of a JPEG to its frame header. */
function findJpegSize(head: Buffer): PictureSize | null {
  let at = 2;
  while (at + 9 < head.length) {
    if (head[at] !== 0xff) return null;
    const marker = head[at + 1] as number;
    if (marker === 0xff) {
      at++;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: head.readUInt16BE(at + 7), height: head.readUInt16BE(at + 5) };
    at += 2 + head.readUInt16BE(at + 2);
  }
  return null;
}
