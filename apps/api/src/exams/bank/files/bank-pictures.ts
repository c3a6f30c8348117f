import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { openFile } from "../../../core/http/download.ts";
import { Refusal } from "../../../core/foundation/refusal.ts";
import type { Services } from "../../../core/foundation/services.ts";
import { mostPictureBytes } from "../word/pictures.ts";

/** A picture of a question, as a file of the bank has it. */
export interface BankPicture {
  /** The name of the picture within the file. */
  name: string;
  extension: string;
  bytes: Buffer;
}

/**
 * The pictures of questions, by the ids of their files.
 * @throws FIELD_INVALID where they are more than the import of a document takes, NOT_FOUND for one that is lost
 */
export async function readPictures(app: Services, ids: readonly string[]): Promise<ReadonlyMap<string, BankPicture>> {
  const { rows } = await sql<{ id: string; fileType: string; fileSize: string; storageKey: string }>`
    select id, file_type, file_size, storage_key from document where id = any(${[...ids]}::bigint[]) and is_deleted = 0`.execute(
    app.db,
  );
  const size = rows.reduce((sum, { fileSize }) => sum + Number(fileSize), 0);
  if (size > mostPictureBytes)
    throw new Refusal("FIELD_INVALID", {
      field: { zh: "图片", en: "Pictures" },
      reason: {
        zh: "合计超过50 MB，请按课程分别导出",
        en: "more than 50 MB together: export course by course",
      },
    });
  const found = new Map<string, BankPicture>();
  for (const { id, fileType, storageKey } of rows)
    found.set(id, {
      name: `P${id}.${fileType}`,
      extension: fileType,
      bytes: await buffer(await openFile(app, storageKey)),
    });
  return found;
}
