import { type SheetContext, TooWide, sheetReader, showsDate, withoutEscapes } from "./sheet-reader.ts";
import { type SheetRow, WorkbookError } from "./sheet.ts";
import { type Place, type TagReader, XmlError, attribute, readXml, scanner, getText } from "./xml.ts";
import { type Archive, ZipError, openZip, getPart } from "./zip.ts";

/** Sheets that are looked through for rows. */
const maxSheets = 5;

/**
 * Rows of the first sheet that has any; hidden sheets come last. Memory holds the shared strings and a few rows, whatever the size.
 * @throws WorkbookError
 */
export async function* readXlsx(bytes: Buffer, columns: number): AsyncGenerator<SheetRow> {
  try {
    const archive = openZip(bytes);
    const book = await readBook(bytes, archive);
    for (const sheet of book.sheets.slice(0, maxSheets)) {
      let any = false;
      const context = { ...book.context, columns };
      for await (const row of sheetRows(bytes, archive, sheet, context)) {
        any = true;
        yield row;
      }
      if (any) return;
    }
  } catch (error) {
    if (
      error instanceof ZipError ||
      error instanceof XmlError ||
      error instanceof TooWide ||
      (error as NodeJS.ErrnoException).code?.startsWith("Z_")
    )
      throw new WorkbookError("damaged", (error as Error).message);
    throw error;
  }
}

async function* sheetRows(
  bytes: Buffer,
  archive: Archive,
  sheet: string,
  context: SheetContext,
): AsyncGenerator<SheetRow> {
  const rows: SheetRow[] = [];
  const scan = scanner(sheetReader(context, rows));
  for await (const piece of getPart(bytes, archive, sheet)) {
    scan(piece);
    yield* rows;
    rows.length = 0;
  }
}

interface Book {
  sheets: string[];
  context: Omit<SheetContext, "columns">;
}

async function readBook(bytes: Buffer, archive: Archive): Promise<Book> {
  const root = await relations(bytes, archive, "_rels/.rels", "");
  const workbook = [...root.values()].find(({ type }) => type.endsWith("/officeDocument"))?.target ?? "xl/workbook.xml";
  const folder = workbook.slice(0, workbook.lastIndexOf("/") + 1);
  const links = await relations(bytes, archive, `${folder}_rels/${workbook.slice(folder.length)}.rels`, folder);
  const linked = (kind: string) => [...links.values()].find(({ type }) => type.endsWith(`/${kind}`))?.target;
  const seen: string[] = [];
  const hidden: string[] = [];
  let since1904 = false;
  await readTags(bytes, archive, workbook, (name, at) => {
    if (name === "workbookPr") since1904 = ["1", "true"].includes(attribute(at, "date1904") ?? "");
    if (name !== "sheet") return;
    const target = links.get(attribute(at, "id") ?? "");
    if (target?.type.endsWith("/worksheet"))
      (attribute(at, "state")?.toLowerCase().includes("hidden") ? hidden : seen).push(target.target);
  });
  const [strings, styles] = [linked("sharedStrings"), linked("styles")];
  return {
    sheets: [...seen, ...hidden],
    context: {
      since1904,
      sharedStrings: strings ? await sharedStrings(bytes, archive, strings) : [],
      dateFormats: styles ? await dateFormats(bytes, archive, styles) : [],
    },
  };
}

const readTags = (
  bytes: Buffer,
  archive: Archive,
  part: string,
  open: (name: string, at: Place) => void,
  close: (name: string) => void = () => {},
) => readXml(getPart(bytes, archive, part), { wantsText: false, open, close, text() {} });

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
  await readXml(getPart(bytes, archive, part), reader);
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
