import { createHash, randomUUID } from "node:crypto";
import { Transform } from "node:stream";
import type { MultipartFile } from "@fastify/multipart";
import { type UploadKind, extensionOf, maxBytesOf, uploadTypes } from "@jipei/contract/core/upload-rules.ts";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import { Refusal } from "../core/refusal.ts";
import type { Services } from "../core/services.ts";
import { through } from "../core/streams.ts";
import { findVirus } from "./virus-scanner.ts";
import { contentFits, headBytes, maxMegapixels, pixelsOf, tailBytes } from "./file-content.ts";

/** A stored upload that no row names yet. */
export interface Stored {
  id: string;
  fileName: string;
  fileType: string;
  fileSize: number;
  attLink: string;
  createTime: string;
}

/** Files one user may leave without a row in an hour; more is no clerk's work. */
const maxLoose = 300;

/**
 * Streams an upload into the storage and keeps it only when size, name and content fit.
 * @throws FILE_FORMAT, FILE_TOO_LARGE, FILE_CONTENT, IMAGE_TOO_LARGE, FILE_INFECTED, SCANNER_AWAY, RATE_LIMIT
 */
export async function storeUpload(app: Services, actor: Actor, part: MultipartFile, kind: UploadKind): Promise<Stored> {
  const fileName = cleanName(part.filename);
  const extension = extensionOf(fileName);
  const types = uploadTypes[kind];
  if (!types.includes(extension))
    throw await drained(part, new Refusal("FILE_FORMAT", { types: kind === "video" ? "MP4" : types.join("/") }));
  if (await isTooBusy(app, actor)) throw await drained(part, new Refusal("RATE_LIMIT"));
  const uuid = randomUUID();
  const storageKey = `attach/${uuid.slice(0, 2)}/${uuid}`;
  const meter = new Meter(maxBytesOf(kind));
  // A connection that is lost ends the meter too, and with it what is being stored.
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
  const pixels = pixelsOf(extension, head);
  if (pixels === null) throw new Refusal("FILE_CONTENT");
  if (pixels > maxMegapixels * 1_000_000) throw new Refusal("IMAGE_TOO_LARGE", { n: maxMegapixels });
}

/** Has the file looked at where the installation has a scanner. Nothing gets in unseen while the scanner is away. @throws FILE_INFECTED, SCANNER_AWAY */
async function assertHarmless(app: Services, actor: Actor, fileName: string, storageKey: string): Promise<void> {
  const scanner = app.settings.virusScanner;
  if (!scanner) return;
  const virus = await findVirus(scanner, await app.storage.get(storageKey)).catch((error: unknown) => {
    app.log.error({ err: error }, "the virus scanner does not answer");
    throw new Refusal("SCANNER_AWAY");
  });
  if (virus === null) return;
  app.log.warn({ user: actor.userId, extension: extensionOf(fileName), virus }, "an upload with a virus was refused");
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
  return { ...file, id: row["id"], createTime: row["createTime"] };
}

/** The rest of a refused file must be read, or the parts behind it never come. */
async function drained(part: MultipartFile, refusal: Refusal): Promise<Refusal> {
  part.file.resume();
  return refusal;
}

/** Without path, without control characters and without marks that turn the reading direction (they can hide an extension). */
export function cleanName(raw: string | undefined): string {
  const name = (raw ?? "")
    .normalize("NFC")
    .replace(/^.*[\\/]/, "")
    .replace(/[\u0000-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffd]/g, "")
    .trim();
  const extension = extensionOf(name);
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
