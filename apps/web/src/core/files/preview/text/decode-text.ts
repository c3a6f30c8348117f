/** Encodings of text files that Chinese offices meet, for the choice by hand. */
export const encodings = ["utf-8", "gb18030", "big5", "utf-16le", "utf-16be"] as const;
export type Encoding = (typeof encodings)[number];

const marks: readonly [Encoding, ...number[]][] = [
  ["utf-8", 0xef, 0xbb, 0xbf],
  ["utf-16le", 0xff, 0xfe],
  ["utf-16be", 0xfe, 0xff],
];

/**
 * The encoding that a text says by its mark, or else the first that can be read without a fault: UTF-8, then the Chinese one of older programs. Guessing by
 * frequency fails on short texts; two characters are enough here. Text of Taiwan and Hong Kong reads as GB18030 as well, so people may choose.
 */
export function findEncoding(bytes: Uint8Array<ArrayBuffer>): Encoding {
  const marked = marks.find(([, ...mark]) => mark.every((byte, i) => bytes[i] === byte));
  if (marked) return marked[0];
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return "utf-8";
  } catch {
    return "gb18030";
  }
}

/** The text without its mark; what cannot be read is shown as �. */
export const decodeText = (bytes: Uint8Array<ArrayBuffer>, encoding: Encoding): string =>
  new TextDecoder(encoding).decode(bytes);
