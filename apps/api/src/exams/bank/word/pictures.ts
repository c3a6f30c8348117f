import { maxFileBytes, uploadTypes } from "@jipei/contract/core/fields/upload-rules.ts";
import { type Issue, issue } from "@jipei/contract/core/issue.ts";
import { WorkbookError } from "@jipei/xlsx/sheet.ts";
import { type Archive, getPart } from "@jipei/xlsx/zip.ts";
import type { WordObject } from "./objects.ts";

/** A picture, with the extension of what its bytes are. */
export interface Picture {
  extension: "png" | "jpg";
  bytes: Buffer;
}

/** Bytes of all pictures of a document, whether they are taken out of it or put in. */
export const mostPictureBytes = 50 * 1024 * 1024;

const outside = issue(
  "PICTURE_OUTSIDE",
  "图片是外部链接，请插入图片本身",
  "The picture is a link: insert the picture itself",
);
const noPicture = issue(
  "PICTURE_DRAWN",
  "图形不是图片（形状、图表等），请存为图片后插入",
  "A drawing is no picture (shape, chart, …): insert it as a picture",
);
const damaged = issue("PICTURE_DAMAGED", "图片无法读取", "The picture cannot be read");
const tooLarge = issue("FILE_TOO_LARGE", "图片超过25 MB", "The picture is larger than 25 MB");
const tooMany = issue(
  "PICTURES_TOO_LARGE",
  "文档中的图片合计超过50 MB",
  "The pictures of the document are larger than 50 MB together",
);
const otherFormat = (name: string): Issue =>
  issue(
    "PICTURE_FORMAT",
    `图片格式为${name}，须为png、jpg；旧版公式请改用Word公式`,
    `The picture is ${name}: it must be png, jpg; formulas of old versions are to be written as formulas of Word`,
  );

/** Takes pictures out of a document, each part once. */
export class Pictures {
  readonly #bytes: Buffer;
  readonly #archive: Archive;
  readonly #read = new Map<string, Promise<Picture | Issue>>();
  #taken = 0;

  constructor(bytes: Buffer, archive: Archive) {
    this.#bytes = bytes;
    this.#archive = archive;
  }

  /** @returns the picture, or why it cannot be taken */
  async take(object: Exclude<WordObject, { kind: "formula" }>): Promise<Picture | Issue> {
    if (object.kind === "outside") return outside;
    if (object.kind === "drawing") return noPicture;
    const { part } = object;
    const size = this.#archive.get(part)?.unpacked;
    if (size === undefined) return damaged;
    // By what the directory says of it, before anything is unpacked.
    if (size > maxFileBytes) return tooLarge;
    if (this.#taken + size > mostPictureBytes) return tooMany;
    this.#taken += size;
    const reading = this.#read.get(part) ?? this.#readPart(part);
    this.#read.set(part, reading);
    return reading;
  }

  async #readPart(part: string): Promise<Picture | Issue> {
    try {
      const pieces: Buffer[] = [];
      for await (const piece of getPart(this.#bytes, this.#archive, part)) pieces.push(Buffer.from(piece));
      return recognise(Buffer.concat(pieces), part);
    } catch (error) {
      if (error instanceof WorkbookError) return damaged;
      throw error;
    }
  }
}

/** Its name may say anything: what counts is how it begins. */
function recognise(bytes: Buffer, part: string): Picture | Issue {
  if (bytes.subarray(0, 4).toString("latin1") === "\x89PNG") return { extension: "png", bytes };
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return { extension: "jpg", bytes };
  const name = /\.(\w{1,5})$/.exec(part)?.[1]?.toLowerCase() ?? "?";
  return uploadTypes.pic.includes(name) ? damaged : otherFormat(name);
}
