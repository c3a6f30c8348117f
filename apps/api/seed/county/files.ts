import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { crc32, deflateSync } from "node:zlib";
import { sql } from "kysely";
import PDFDocument from "pdfkit";
import type { Actor } from "../../src/core/foundation/actor.ts";
import type { Desk } from "./desk.ts";

/** Files of the demo: a page with its title on it, and a portrait of nobody. */

/** Stores a file and its attachment row. @returns its id */
export async function keepFile(desk: Desk, by: Actor, fileName: string, body: Buffer): Promise<string> {
  const key = `demo/${randomUUID()}`;
  await desk.app.storage.put(key, Readable.from(body));
  const { id } = await desk.tx
    .insertInto("attachment")
    .values({
      fileName,
      originalName: fileName,
      fileType: fileName.split(".").at(-1) ?? "",
      fileSize: body.length,
      attLink: `/files/${key}`,
      sha256: createHash("sha256").update(body).digest("hex"),
      storageKey: key,
      orgId: by.orgId,
      createUser: by.userId,
      updateUser: by.userId,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Files belong to the account of the institution that would have uploaded them: one demo account files for all. Photos and proofs are tied to the roster rows that
 * name them here, because the rows are made without the calls that do so.
 */
export async function handOverFiles({ tx }: Desk): Promise<void> {
  await sql`insert into attachment_use (attachment_id, biz_type, biz_id, field)
    select photo_att_id, 'Student', id, 'photoAttId' from student where photo_att_id is not null
    union all select category_att_id, 'Student', id, 'categoryAttId' from student where category_att_id is not null and is_deleted = 0
    on conflict do nothing`.execute(tx);
  await sql`update attachment a set biz_type = u.biz_type, biz_id = u.biz_id from (select distinct on (attachment_id) * from attachment_use order by attachment_id, biz_id) u where u.attachment_id = a.id and a.biz_type is null`.execute(
    tx,
  );
  await sql`update attachment a set create_user = coalesce(o.id, 0), update_user = coalesce(o.id, 0)
    from attachment b left join lateral (select min(u.id) as id from app_user u where u.org_id = b.org_id and u.audience = 'institution' and u.id_number_hash is null and u.is_deleted = 0) o on true
    where b.id = a.id and a.org_id is not null`.execute(tx);
}

const fontFile = createRequire(import.meta.url).resolve(
  "@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf",
);
/** Read once, because the county has hundreds of papers, and ten megabytes for each would keep the garbage collector busy. */
let font: Buffer | undefined;

/** A one-page PDF with its title and the facts that it states. */
export function paper(title: string, facts: Readonly<Record<string, string>> = {}): Promise<Buffer> {
  font ??= readFileSync(fontFile);
  const document = new PDFDocument({ size: "A4", margin: 72 });
  document.font(font).fontSize(24).text(title, { align: "center" }).moveDown(2).fontSize(12);
  for (const [name, value] of Object.entries(facts)) document.text(`${name}：${value}`).moveDown(0.6);
  document.moveDown(2).fontSize(10).fillColor("#595959").text("演示材料，所载机构和人员均为虚构。");
  document.end();
  return buffer(document);
}

/** A grey silhouette of 105 × 147 pixels. */
export function portrait(): Buffer {
  const [width, height] = [105, 147];
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(width + 1);
    for (let x = 0; x < width; x++) {
      const head = (x - 52) ** 2 / 24 ** 2 + (y - 56) ** 2 / 30 ** 2 < 1;
      const shoulders = y > 92 && (x - 52) ** 2 / 46 ** 2 + (y - 146) ** 2 / 52 ** 2 < 1;
      row[x + 1] = head || shoulders ? 150 : 232;
    }
    return row;
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.concat(rows))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
