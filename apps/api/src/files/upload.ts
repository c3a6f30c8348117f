import { createHash, randomUUID } from "node:crypto";
import { Readable, Transform } from "node:stream";
import type { MultipartFile } from "@fastify/multipart";
import { type UploadKind, getExtension, getMaxBytes, uploadTypes } from "@jipei/contract/core/fields/upload-rules.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../core/database/db.ts";
import type { Actor } from "../core/foundation/actor.ts";
import type { FoundFile } from "../core/foundation/provided.ts";
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
  try {
    assertFormat(fileName, kind);
    if (await isTooBusy(app, actor)) throw new Refusal("RATE_LIMIT");
    return await store(app, actor, app.db, { fileName, body: part.file, kind });
  } catch (error) {
    // Without the rest of a refused file the parts after it never arrive.
    part.file.resume();
    throw error;
  }
}

/**
 * Stores a file that the server found within another one, with all checks of an upload.
 * @param tx attaches it in the same transaction, or takes its row back
 * @returns its key in the storage, which stays behind where the transaction fails
 * @throws as `storeUpload`, apart from RATE_LIMIT
 */
export async function storeFound(
  tx: Tx,
  actor: Actor,
  file: FoundFile,
  app: Services,
): Promise<{ id: string; key: string }> {
  const fileName = cleanName(file.name);
  assertFormat(fileName, file.kind);
  const body = Readable.from([file.bytes]);
  const { id, storageKey: key } = await store(app, actor, tx, { fileName, body, kind: file.kind });
  return { id, key };
}

/** Whether a file would be stored. @throws as `storeFound` */
export async function checkFound(app: Services, actor: Actor, { name, kind, bytes }: FoundFile): Promise<void> {
  const fileName = cleanName(name);
  assertFormat(fileName, kind);
  if (bytes.length > getMaxBytes(kind)) throw new Refusal("FILE_TOO_LARGE");
  checkContent(getExtension(fileName), { head: bytes.subarray(0, headBytes), tail: bytes.subarray(-tailBytes) });
  await assertHarmless(app, actor, fileName, async () => Readable.from([bytes]));
}

/** Removes files whose rows never came to be. */
export async function discardFiles(app: Services, keys: readonly string[]): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    select k.key from unnest(${[...keys]}::text[]) k (key) where not exists (select from attachment a where a.storage_key = k.key)`.execute(
    app.db,
  );
  for (const { key } of rows) await app.storage.remove(key);
}

interface Storable {
  fileName: string;
  /** Cut off where the body of the request was too long. */
  body: Readable & { truncated?: boolean };
  kind: UploadKind;
}

async function store(app: Services, actor: Actor, db: Db, file: Storable) {
  const { fileName } = file;
  const fileType = getExtension(fileName);
  const uuid = randomUUID();
  const kept = await keep(app, actor, uuid, file);
  try {
    return await insert(db, actor, { fileName, fileType, attLink: `/attach/${uuid}.${fileType}`, ...kept });
  } catch (error) {
    await app.storage.remove(kept.storageKey);
    throw error;
  }
}

/** Where bytes lie, and what they are. */
export interface Kept {
  storageKey: string;
  fileSize: number;
  sha256: string;
}

/**
 * Stores another content of a document, with all checks of an upload. Its row is written by the caller; where that fails, the caller removes the bytes.
 * @param fileName as the document is called
 * @throws as `storeUpload`, apart from RATE_LIMIT
 */
export async function storeContent(app: Services, actor: Actor, fileName: string, body: Readable): Promise<Kept> {
  return keep(app, actor, randomUUID(), { fileName, body, kind: "any" });
}

async function keep(app: Services, actor: Actor, uuid: string, { fileName, body, kind }: Storable): Promise<Kept> {
  const storageKey = `attach/${uuid.slice(0, 2)}/${uuid}`;
  const meter = new Meter(getMaxBytes(kind));
  // A lost connection ends the meter too, and with it the write to the storage.
  await app.storage.put(storageKey, through(body, meter));
  try {
    if (body.truncated || meter.tooLarge) throw new Refusal("FILE_TOO_LARGE");
    checkContent(getExtension(fileName), meter);
    await assertHarmless(app, actor, fileName, () => app.storage.get(storageKey));
    return { storageKey, fileSize: meter.size, sha256: meter.sha256() };
  } catch (error) {
    await app.storage.remove(storageKey);
    throw error;
  }
}

function assertFormat(fileName: string, kind: UploadKind): void {
  const types = uploadTypes[kind];
  if (!types.includes(getExtension(fileName)))
    throw new Refusal("FILE_FORMAT", { types: kind === "video" ? "MP4" : types.join("/") });
}

function checkContent(extension: string, { head, tail }: Pick<Meter, "head" | "tail">): void {
  if (!contentFits(extension, head, tail)) throw new Refusal("FILE_CONTENT");
  const pixels = findPixels(extension, head);
  if (pixels === null) throw new Refusal("FILE_CONTENT");
  if (pixels > maxMegapixels * 1_000_000) throw new Refusal("IMAGE_TOO_LARGE", { n: maxMegapixels });
}

/**
 * Scans the file where the installation has a virus scanner; while the scanner is away no file is accepted.
 * @throws FILE_INFECTED, SCANNER_AWAY
 */
async function assertHarmless(
  app: Services,
  actor: Actor,
  fileName: string,
  open: () => Promise<Readable>,
): Promise<void> {
  const scanner = app.settings.virusScanner;
  if (!scanner) return;
  const virus = await findVirus(scanner, await open()).catch((error: unknown) => {
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

async function insert(db: Db, actor: Actor, file: Kept & { fileName: string; fileType: string; attLink: string }) {
  const row = await db
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
