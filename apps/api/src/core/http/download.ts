import { Readable, Transform } from "node:stream";
import type { FastifyReply } from "fastify";
import { Refusal } from "../foundation/refusal.ts";
import type { Services } from "../foundation/services.ts";
import { type ByteRange, MissingFile } from "../storage/storage.ts";
import { through } from "../foundation/streams.ts";

/** Types that browsers may display; all others are downloaded. Never HTML or SVG, which could run scripts on our origin. */
const shownTypes: Readonly<Record<string, string>> = {
  pdf: "application/pdf",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  bmp: "image/bmp",
  mp4: "video/mp4",
  txt: "text/plain; charset=utf-8",
};
const savedTypes: Readonly<Record<string, string>> = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  zip: "application/zip",
  csv: "text/csv; charset=utf-8",
};

/** Parses a Range header. Undefined when it asks for no range, several ones, or one outside the file: then the whole file is sent. */
export function findRange(header: string | undefined, size: number): ByteRange | undefined {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (first === "" && (last === "" || Number(last) === 0)) return undefined;
  const from = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  return from <= to ? { from, to } : undefined;
}

/** Opens the file of a key that a row names. A missing file is an error of ours and is logged; the client gets NOT_FOUND. @throws NOT_FOUND, STORAGE_FAILED */
export const openFile = (app: Services, key: string, range?: ByteRange): Promise<Readable> =>
  app.storage.get(key, range).catch((error: unknown) => {
    if (!(error instanceof MissingFile)) throw error;
    app.log.error({ err: error }, "a stored file is missing");
    throw new Refusal("NOT_FOUND");
  });

/** Responds with a file, or with a range of it. The name is sent in both forms of RFC 6266, so that Chinese names arrive intact. */
export function sendFile(
  reply: FastifyReply,
  body: Readable | Buffer,
  name: string,
  options: { inline?: boolean; size?: number; range?: ByteRange } = {},
): FastifyReply {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  const shown = shownTypes[extension];
  const plain = name.replace(/[^\x20-\x7e]/g, "_").replace(/["\\]/g, "_");
  reply
    .type(shown ?? savedTypes[extension] ?? "application/octet-stream")
    .header(
      "Content-Disposition",
      `${options.inline && shown ? "inline" : "attachment"}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, escapeMark)}`,
    )
    .header("Cache-Control", "private, no-store");
  const { size, range } = options;
  if (range) reply.code(206).header("Content-Range", `bytes ${range.from}-${range.to}/${size}`);
  if (size === undefined) return reply.send(body);
  const length = range ? range.to - range.from + 1 : size;
  reply.header("Content-Length", length).header("Accept-Ranges", "bytes");
  return reply.send(body instanceof Readable ? through(body, new ExactLength(length)) : body);
}

/** Fails when a stored file is longer or shorter than announced: the client would take surplus bytes for the next response. */
class ExactLength extends Transform {
  #left: number;
  constructor(length: number) {
    super();
    this.#left = length;
  }
  override _transform(
    chunk: Buffer,
    _encoding: BufferEncoding,
    done: (error: Error | null, chunk?: Buffer) => void,
  ): void {
    this.#left -= chunk.length;
    if (this.#left < 0) done(new Error("a stored file is longer than it was"));
    else done(null, chunk);
  }
  override _flush(done: (error: Error | null) => void): void {
    done(this.#left > 0 ? new Error("a stored file is shorter than it was") : null);
  }
}

const escapeMark = (mark: string) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`;
