import { documentCalls, maxSheetColumns, maxSheetRow, sheetPage } from "@jipei/contract/files/document.ts";
import { cellText } from "@jipei/xlsx/cell-text.ts";
import { readSheetPart } from "@jipei/xlsx/xlsx-reader.ts";
import { buffer } from "node:stream/consumers";
import type { Db } from "../../core/database/db.ts";
import { asUnreadable } from "../../core/excel/read-sheet.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import { openFile, sendFile } from "../../core/http/download.ts";
import { type Route, raw, reads, writes } from "../../core/http/implement.ts";
import { attachmentById } from "../files.queries.ts";
import { mayFetch } from "../row-files.ts";
import { askForPages } from "./conversion.ts";

/** A document that the actor may open. @throws NOT_FOUND */
export async function getDocument(db: Db, actor: Actor, id: string) {
  const document = await attachmentById(db, id);
  if (!document || !(await mayFetch(db, actor, id))) throw new Refusal("NOT_FOUND");
  return document;
}

export const documentRoutes: Route[] = [
  writes(documentCalls.preview, async (tx, actor, { id }, app) => ({
    state: await askForPages(tx, app, await getDocument(tx, actor, id)),
  })),
  raw(documentCalls.pages, async (_request, reply, actor, { id }, app) => {
    const { sha256, fileType, fileName } = await getDocument(app.db, actor, id);
    const pages = await app.db
      .selectFrom("documentConversion")
      .select(["storageKey", "fileSize"])
      .where("sha256", "=", sha256)
      .where("fileType", "=", fileType)
      .executeTakeFirst();
    if (!pages?.storageKey) throw new Refusal("NOT_FOUND");
    return sendFile(reply, await openFile(app, pages.storageKey), `${fileName}.pdf`, {
      inline: true,
      size: pages.fileSize ?? undefined,
    });
  }),
  reads(documentCalls.sheet, async (db, actor, { id, sheet, from }, app) => {
    const { fileType, storageKey } = await getDocument(db, actor, id);
    if (fileType !== "xlsx") throw new Refusal("NOT_FOUND");
    const to = Math.min(from + sheetPage, maxSheetRow + 1);
    const bytes = await buffer(await openFile(app, storageKey));
    const part = await readSheetPart(bytes, { sheet, from, to }).catch((error: unknown) => {
      throw asUnreadable(error);
    });
    return {
      sheets: part.sheets,
      rows: part.rows.map(({ row, values }) => ({
        row,
        cells: values.slice(0, maxSheetColumns).map((value) => cellText(value).text.slice(0, 2000)),
      })),
      next: part.next !== null && part.next <= maxSheetRow ? part.next : null,
      isCut: (part.next ?? 0) > maxSheetRow || part.rows.some(({ values }) => values.length > maxSheetColumns),
    };
  }),
];
