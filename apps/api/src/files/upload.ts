import { createHash, randomUUID } from "node:crypto";
import { Transform } from "node:stream";
import type { MultipartFile } from "@fastify/multipart";
import { type UploadKind, getExtension, getMaxBytes, uploadTypes } from "@jipei/contract/core/fields/upload-rules.ts";
import { sql } from "kysely";
import type { Actor } from "../core/foundation/actor.ts";
import { Refusal } from "../core/foundation/refusal.ts";
import type { Services } from "../core/foundation/services.ts";
import { through } from "../core/foundation/streams.ts";
import { findVirus } from "./virus-scanner.ts";
import { contentFits, headBytes, maxMegapixels, findPixels, tailBytes } from "./file-content.ts";

/** A stored upload that no row names yet. */
export interface Stored {
  id: string;
  fileName: string;
  fileType: string;
  fileSize: number;
  attLink: string;
  createTime: string;
}

/** Uploads without a row that one user may leave within an hour, more than any office work needs. */
const maxLoose = 300;

/**
 * Streams an upload into the storage and keeps it only when size, name and content fit.
 * @throws FILE_FORMAT, FILE_TOO_LARGE, FILE_CONTENT, IMAGE_TOO_LARGE, FILE_INFECTED, SCANNER_AWAY, RATE_LIMIT
 */
export async function storeUpload(app: Services, actor: Actor, part: MultipartFile, kind: UploadKind): Promise<Stored> {
  const fileName = cleanName(part.filename);
  const extension = getExtension(fileName);
  const types = uploadTypes[kind];
  if (!types.includes(extension))
    throw await drained(part, new Refusal("FILE_FORMAT", { types: kind === "video" ? "MP4" : types.join("/") }));
  if (await isTooBusy(app, actor)) throw await drained(part, new Refusal("RATE_LIMIT"));
  const uuid = randomUUID();
  const storageKey = `attach/${uuid.slice(0, 2)}/${uuid}`;
  const meter = new Meter(getMaxBytes(kind));
  // A lost connection ends the meter too, and with it the write to the storage.
  const body = through(part.file, meter);
  await app.storage.put(storageKey, body).catch((error: unknown) => {
    part.file.resume();
    throw error;
  });
  try {
    if (part.file.truncated || meter.tooLarge) throw new Refusal("FILE_TOO_LARGE");
    checkContent(extension, meter);
    await assertHarmless(app, actor, fileName, storageKey);
    return await insert(app, actor, {
      fileName,
      fileType: extension,
      fileSize: meter.size,
      attLink: `/attach/${uuid}.${extension}`,
      sha256: meter.sha256(),
      storageKey,
    });
  } catch (error) {
    await app.storage.remove(storageKey);
    throw error;
  }
}

function checkContent(extension: string, { head, tail }: Meter): void {
  if (!contentFits(extension, head, tail)) throw new Refusal("FILE_CONTENT");
  const pixels = findPixels(extension, head);
  if (pixels === null) throw new Refusal("FILE_CONTENT");
  if (pixels > maxMegapixels * 1_000_000) throw new Refusal("IMAGE_TOO_LARGE", { n: maxMegapixels });
}

/** Scans the file where the installation has a virus scanner; while the scanner is away no file is accepted. @throws FILE_INFECTED, SCANNER_AWAY */
async function assertHarmless(app: Services, actor: Actor, fileName: string, storageKey: string): Promise<void> {
  const scanner = app.settings.virusScanner;
  if (!scanner) return;
  const virus = await findVirus(scanner, await app.storage.get(storageKey)).catch((error: unknown) => {
    app.log.error({ err: error }, "the virus scanner does not answer");
    throw new Refusal("SCANNER_AWAY");
  });
  if (virus === null) return;
  app.log.warn({ user: actor.userId, extension: getExtension(fileName), virus }, "an upload with a virus was refused");
  throw new Refusal("FILE_INFECTED", { virus });
}

async function isTooBusy(app: Services, actor: Actor): Promise<boolean> {
  const found = await sql<{
    n: string;
  }>`select count(*) as n from attachment a where a.create_user = ${actor.userId} and a.is_deleted = 0 and a.create_time > now() - interval '1 hour'
    and not exists (select 1 from attachment_use u where u.attachment_id = a.id)`.execute(app.db);
  return Number(found.rows[0]?.n ?? 0) >= maxLoose;
}

async function insert(
  app: Services,
  actor: Actor,
  file: { fileName: string; fileType: string; fileSize: number; attLink: string; sha256: string; storageKey: string },
): Promise<Stored> {
  const row = await app.db
    .insertInto("attachment")
    .values({
      ...file,
      originalName: file.fileName,
      orgId: actor.orgId,
      entId: actor.entId,
      tenantId: actor.tenantId,
      createUser: actor.userId,
      createDept: actor.deptId,
      updateUser: actor.userId,
    })
    .returning(["id", "createTime"])
    .executeTakeFirstOrThrow();
  return { ...file, id: row.id, createTime: row.createTime };
}

/** Reads the rest of a refused file; otherwise the parts after it never arrive. */
async function drained(part: MultipartFile, refusal: Refusal): Promise<Refusal> {
  part.file.resume();
  return refusal;
}

/** Removes the path, control characters and marks that change the reading direction (they can hide an extension). */
export function cleanName(raw: string | undefined): string {
  const name = (raw ?? "")
    .normalize("NFC")
    .replace(/^.*[\\/]/, "")
    .replace(/[\u0000-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffd]/g, "")
    .trim();
  const extension = getExtension(name);
  const letters = [...name];
  return letters.length <= 200 ? name : `${letters.slice(0, 199 - extension.length).join("")}.${extension}`;
}

/** Passes bytes on and remembers what the checks need: size, digest, first and last bytes. Ends early when there are too many. */
class Meter extends Transform {
  size = 0;
  head: Buffer = Buffer.alloc(0);
  tail: Buffer = Buffer.alloc(0);
  tooLarge = false;
  readonly #hash = createHash("sha256");
  readonly #max: number;
  constructor(max: number) {
    super();
    this.#max = max;
  }
  override _transform(
    chunk: Buffer,
    _encoding: BufferEncoding,
    done: (error: Error | null, chunk?: Buffer) => void,
  ): void {
    this.size += chunk.length;
    if (this.size > this.#max) {
      this.tooLarge = true;
      done(null);
      return;
    }
    this.#hash.update(chunk);
    if (this.head.length < headBytes)
      this.head = Buffer.concat([this.head, chunk.subarray(0, headBytes - this.head.length)]);
    this.tail = Buffer.concat([this.tail, chunk]).subarray(-tailBytes);
    done(null, chunk);
  }
  sha256(): string {
    return this.#hash.digest("hex");
  }
}
