import { type SheetContext, isTrue, sheetReader, showsDate, withoutEscapes } from "./sheet-reader.ts";
import { type Reading, type SheetRow, WorkbookError, isBlank, newReading } from "./sheet.ts";
import { type Place, type TagReader, attribute, readXml, scanner, getText } from "./xml.ts";
import { type Archive, openZip, getPart } from "./zip.ts";

/** The stream in which a workbook with a password is kept. */
const encryptedPackage = Buffer.from("EncryptedPackage", "utf16le");

/** @throws WorkbookError for nothing at all, and for the binary format, in which workbooks with a password are kept too */
export function refuseOldFormat(bytes: Buffer): void {
  if (bytes.length === 0) throw new WorkbookError("empty");
  if (bytes.subarray(0, 8).toString("hex") === "d0cf11e0a1b11ae1")
    throw new WorkbookError(bytes.includes(encryptedPackage) ? "encrypted" : "oldFormat");
}

/** Sheets that are looked through for rows. */
const maxSheets = 20;

/**
 * Rows of the first sheet that has any; hidden sheets come last, and rows of blanks are none. Memory holds the shared strings and a few rows, whatever the size.
 * @throws WorkbookError
 */
export async function* readXlsx(bytes: Buffer, columns: number, reading: Reading): AsyncGenerator<SheetRow> {
  const archive = openZip(bytes);
  const book = await readBook(bytes, archive);
  const sheets = book.sheets.slice(0, maxSheets);
  for (const [i, sheet] of sheets.entries()) {
    for await (const row of sheetRows(bytes, archive, sheet, { ...book.context, columns }, reading)) {
      reading.sheet = sheet.name;
      yield row;
    }
    if (reading.sheet === null) continue;
    for (const other of sheets.slice(i + 1))
      if (!other.isHidden && (await hasRows(bytes, archive, other, book.context))) reading.others.push(other.name);
    return;
  }
}

/** Which rows of which sheet are wanted; sheets count from 0 in the order of the workbook, without hidden ones. */
export interface SheetWindow {
  sheet: number;
  from: number;
  /** The first row that is not wanted any more. */
  to: number;
}
export interface SheetPart {
  sheets: string[];
  rows: SheetRow[];
  /** The row behind them that comes next; null where there is none. */
  next: number | null;
}

/**
 * Some rows of one sheet, for whoever looks through a workbook. Rows of blanks are left out.
 * @throws WorkbookError
 */
export async function readSheetPart(bytes: Buffer, { sheet, from, to }: SheetWindow): Promise<SheetPart> {
  refuseOldFormat(bytes);
  const archive = openZip(bytes);
  const book = await readBook(bytes, archive);
  const shown = book.sheets.filter(({ isHidden }) => !isHidden).slice(0, maxSheets);
  const chosen = shown[sheet];
  const part: SheetPart = { sheets: shown.map(({ name }) => name), rows: [], next: null };
  if (!chosen) return part;
  for await (const row of sheetRows(bytes, archive, chosen, { ...book.context, columns: Infinity }, newReading())) {
    if (row.row >= to) return { ...part, next: row.row };
    if (row.row >= from && !row.isHidden) part.rows.push(row);
  }
  return part;
}

/** Whether another sheet has rows. One that cannot be read is not empty, as far as anybody can tell. */
async function hasRows(bytes: Buffer, archive: Archive, sheet: Sheet, context: Book["context"]): Promise<boolean> {
  try {
    for await (const _row of sheetRows(bytes, archive, sheet, { ...context, columns: Infinity }, newReading()))
      return true;
    return false;
  } catch (error) {
    if (error instanceof WorkbookError) return true;
    throw error;
  }
}

/** @throws WorkbookError that names the sheet, and the last row that could be read where it names no row itself */
async function* sheetRows(
  bytes: Buffer,
  archive: Archive,
  { name, part }: Sheet,
  context: SheetContext,
  reading: Reading,
): AsyncGenerator<SheetRow> {
  const rows: SheetRow[] = [];
  reading.merged = [];
  const scan = scanner(sheetReader(context, rows, reading.merged));
  const size = archive.get(part)?.unpacked ?? 1;
  let read = 0;
  let after = 0;
  try {
    for await (const piece of getPart(bytes, archive, part)) {
      scan.take(piece);
      reading.part = (read += piece.length) / size;
      for (const row of rows) if (!row.values.every(isBlank)) yield row;
      after = rows.at(-1)?.row ?? after;
      rows.length = 0;
    }
    scan.end();
  } catch (error) {
    if (!(error instanceof WorkbookError)) throw error;
    const last = rows.at(-1)?.row ?? after;
    // A wrong checksum is one of the part as a whole.
    const isBehind = error.fault !== "checksum" && error.place.row === undefined && last > 0;
    throw error.at({ sheet: name, part, ...(isBehind && { after: last }) });
  }
}

interface Sheet {
  name: string;
  part: string;
  isHidden: boolean;
}

interface Book {
  sheets: Sheet[];
  context: Omit<SheetContext, "columns">;
}

async function readBook(bytes: Buffer, archive: Archive): Promise<Book> {
  if (!archive.has("_rels/.rels")) throw new WorkbookError("noWorkbook");
  const root = await relations(bytes, archive, "_rels/.rels", "");
  const workbook = [...root.values()].find(({ type }) => type.endsWith("/officeDocument"))?.target ?? "xl/workbook.xml";
  if (workbook.endsWith(".bin")) throw new WorkbookError("binaryFormat");
  const folder = workbook.slice(0, workbook.lastIndexOf("/") + 1);
  const links = await relations(bytes, archive, `${folder}_rels/${workbook.slice(folder.length)}.rels`, folder);
  const linked = (kind: string) => [...links.values()].find(({ type }) => type.endsWith(`/${kind}`))?.target;
  const sheets: Sheet[] = [];
  let since1904 = false;
  await readTags(bytes, archive, workbook, (name, at) => {
    if (name === "workbookPr") since1904 = isTrue(attribute(at, "date1904"));
    if (name !== "sheet") return;
    const target = links.get(attribute(at, "id") ?? "");
    if (target?.type.endsWith("/worksheet"))
      sheets.push({
        name: attribute(at, "name") ?? "",
        part: target.target,
        isHidden: attribute(at, "state")?.toLowerCase().includes("hidden") ?? false,
      });
  });
  if (sheets.length === 0) throw new WorkbookError("noSheet");
  const [strings, styles] = [linked("sharedStrings"), linked("styles")];
  return {
    sheets: sheets.toSorted((a, b) => Number(a.isHidden) - Number(b.isHidden)),
    context: {
      since1904,
      sharedStrings: strings ? await sharedStrings(bytes, archive, strings) : [],
      dateFormats: styles ? await dateFormats(bytes, archive, styles) : [],
    },
  };
}

/** @throws WorkbookError that names the part */
async function readPart(bytes: Buffer, archive: Archive, part: string, reader: TagReader): Promise<void> {
  try {
    await readXml(getPart(bytes, archive, part), reader);
  } catch (error) {
    throw error instanceof WorkbookError ? error.at({ part }) : error;
  }
}

const readTags = (
  bytes: Buffer,
  archive: Archive,
  part: string,
  open: (name: string, at: Place) => void,
  close: (name: string) => void = () => {},
) => readPart(bytes, archive, part, { wantsText: false, open, close, text() {} });

async function relations(
  bytes: Buffer,
  archive: Archive,
  part: string,
  folder: string,
): Promise<Map<string, { type: string; target: string }>> {
  const links = new Map<string, { type: string; target: string }>();
  await readTags(bytes, archive, part, (name, at) => {
    if (name !== "Relationship") return;
    const target = attribute(at, "Target") ?? "";
    links.set(attribute(at, "Id") ?? "", {
      type: attribute(at, "Type") ?? "",
      target: target.startsWith("/") ? target.slice(1) : resolved(folder + target),
    });
  });
  return links;
}

/** Without the steps up that some programs write. */
function resolved(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/"))
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  return parts.join("/");
}

async function sharedStrings(bytes: Buffer, archive: Archive, part: string): Promise<string[]> {
  const strings: string[] = [];
  let text = "";
  let inGuide = false;
  const reader: TagReader = {
    wantsText: false,
    open(name) {
      if (name === "t") reader.wantsText = !inGuide;
      else if (name === "si") text = "";
      else if (name === "rPh") inGuide = true;
    },
    close(name) {
      if (name === "t") reader.wantsText = false;
      else if (name === "si") strings.push(withoutEscapes(text));
      else if (name === "rPh") inGuide = false;
    },
    text(at, isData) {
      text += getText(at, isData);
    },
  };
  await readPart(bytes, archive, part, reader);
  return strings;
}

/** For each cell format whether it shows a date. */
async function dateFormats(bytes: Buffer, archive: Archive, part: string): Promise<boolean[]> {
  const codes = new Map<number, string>();
  const formats: boolean[] = [];
  let inFormats = false;
  const open = (name: string, at: Place) => {
    if (name === "numFmt") codes.set(Number(attribute(at, "numFmtId")), attribute(at, "formatCode") ?? "");
    else if (name === "cellXfs") inFormats = true;
    else if (name === "xf" && inFormats) {
      const id = Number(attribute(at, "numFmtId") ?? 0);
      formats.push(showsDate(id, codes.get(id)));
    }
  };
  await readTags(bytes, archive, part, open, (name) => {
    if (name === "cellXfs") inFormats = false;
  });
  return formats;
}
