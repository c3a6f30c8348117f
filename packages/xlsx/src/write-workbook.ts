import { noteBoxesXml, notesXml } from "./write-notes.ts";
import { type WriteCell, type WriteSheet, type WrittenSheet, sheetXml } from "./write-sheet.ts";
import { stylesXml } from "./write-styles.ts";
import { columnLetters } from "./sheet.ts";
import { escaped } from "./write-text.ts";
import { type ZipPart, zip } from "./write-zip.ts";

export interface WriteWorkbook {
  sheet: WriteSheet;
  /** The name of the hidden sheet on which the choices of columns stand. */
  choices?: string;
}

/**
 * A workbook as a stream: rows are pulled as fast as the receiver reads, so that its size does not matter, and none before it begins. The header
 * stays in sight. Text is always text and never a formula; formulas are cells of their own kind. Rows beyond what a sheet holds go on on the next one.
 */
export async function* writeWorkbook(book: WriteWorkbook): AsyncGenerator<Buffer> {
  yield* zip(workbookParts(book));
}

async function* workbookParts({ sheet, choices = "Choices" }: WriteWorkbook): AsyncGenerator<ZipPart> {
  const lists = choiceLists(sheet, choices);
  const rows = iterate(sheet.rows);
  const written: WrittenSheet[] = [];
  try {
    for (let isFull = true; isFull;) {
      const number = written.length + 1;
      const name = sheetName(number === 1 ? sheet.name : `${sheet.name.slice(0, 26)} ${number}`);
      const part = kept(sheetXml({ ...sheet, name }, rows, (column) => lists.formulas.get(column) ?? ""));
      yield { path: sheetPath(number), pieces: part.pieces };
      const result = part.getResult();
      isFull = result.isFull;
      written.push(result);
      if (result.notes.length > 0) yield* noteParts(result, number);
    }
  } finally {
    await rows.return?.();
  }
  const shown = written.length;
  if (lists.sheet) {
    const part = kept(sheetXml(lists.sheet, iterate(lists.sheet.rows), () => ""));
    yield { path: sheetPath(shown + 1), pieces: part.pieces };
    written.push(part.getResult());
  }
  yield* text("xl/styles.xml", stylesXml);
  yield* text("xl/workbook.xml", workbookXml(written, shown));
  yield* text("xl/_rels/workbook.xml.rels", relations([...sheetRelations(written), styleRelation(written)]));
  yield* text("_rels/.rels", relations([{ id: "rId1", type: "officeDocument", target: "xl/workbook.xml" }]));
  yield* text("[Content_Types].xml", contentTypes(written));
}

const iterate = (rows: WriteSheet["rows"]): AsyncIterator<readonly WriteCell[]> | Iterator<readonly WriteCell[]> =>
  Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();

/** The pieces of a generator, and what it returned once they were read. */
function kept<T, R>(source: AsyncGenerator<T, R>): { pieces: AsyncGenerator<T>; getResult: () => R } {
  let result: { value: R } | undefined;
  return {
    pieces: (async function* () {
      result = { value: yield* source };
    })(),
    getResult() {
      if (!result) throw new Error("the sheet was not written to its end");
      return result.value;
    },
  };
}

const sheetPath = (number: number) => `xl/worksheets/sheet${number}.xml`;

function* text(path: string, content: string): Generator<ZipPart> {
  yield { path, pieces: [Buffer.from(content)] };
}

/** A hidden sheet with the choices of each column that has any, and the formulas by which columns find them. */
function choiceLists(
  { columns }: WriteSheet,
  name: string,
): { sheet?: WriteSheet; formulas: ReadonlyMap<number, string> } {
  const lists = columns.flatMap(({ header, choices }, column) => (choices ? [{ header, choices, column }] : []));
  if (lists.length === 0) return { formulas: new Map() };
  const height = Math.max(...lists.map(({ choices }) => choices.length));
  return {
    formulas: new Map(
      lists.map(({ column, choices }, index) => {
        const letters = columnLetters(index);
        return [column, `'${name}'!$${letters}$2:$${letters}$${choices.length + 1}`];
      }),
    ),
    sheet: {
      name,
      columns: lists.map(({ header }) => ({ header, width: 20, format: "text" })),
      rows: Array.from({ length: height }, (_, row) => lists.map(({ choices }) => choices[row] ?? null)),
    },
  };
}

function* noteParts({ notes }: WrittenSheet, number: number): Generator<ZipPart> {
  yield { path: `xl/comments${number}.xml`, pieces: notesXml(notes) };
  yield { path: `xl/drawings/vmlDrawing${number}.vml`, pieces: noteBoxesXml(notes) };
  yield* text(
    `xl/worksheets/_rels/sheet${number}.xml.rels`,
    relations([
      { id: "rId1", type: "vmlDrawing", target: `../drawings/vmlDrawing${number}.vml` },
      { id: "rId2", type: "comments", target: `../comments${number}.xml` },
    ]),
  );
}

interface Relation {
  id: string;
  type: string;
  target: string;
}
const head = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n`;
const types = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packageNames = "http://schemas.openxmlformats.org/package/2006";
const formats = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const relations = (all: readonly Relation[]): string =>
  `${head}<Relationships xmlns="${packageNames}/relationships">` +
  all.map(({ id, type, target }) => `<Relationship Id="${id}" Type="${types}/${type}" Target="${target}"/>`).join("") +
  `</Relationships>`;

const sheetRelations = (sheets: readonly WrittenSheet[]): Relation[] =>
  sheets.map((_, index) => ({
    id: `rId${index + 1}`,
    type: "worksheet",
    target: `worksheets/sheet${index + 1}.xml`,
  }));
const styleRelation = ({ length }: readonly WrittenSheet[]): Relation => ({
  id: `rId${length + 1}`,
  type: "styles",
  target: "styles.xml",
});

/** @param shown the first sheets; those behind them are hidden */
function workbookXml(sheets: readonly WrittenSheet[], shown: number): string {
  const entries = sheets.map(
    ({ name }, index) =>
      `<sheet name="${escaped(name)}" sheetId="${index + 1}"${index < shown ? "" : ` state="hidden"`} r:id="rId${index + 1}"/>`,
  );
  // Programs look for what is filtered under this name.
  const filters = sheets.flatMap(({ name, filtered }, index) =>
    filtered
      ? `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">'${escaped(name)}'!${filtered}</definedName>`
      : [],
  );
  return (
    `${head}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${types}"><sheets>${entries.join("")}</sheets>` +
    `${filters.length > 0 ? `<definedNames>${filters.join("")}</definedNames>` : ""}</workbook>`
  );
}

function contentTypes(sheets: readonly WrittenSheet[]): string {
  const parts = sheets.flatMap(({ notes }, index) => [
    `<Override PartName="/${sheetPath(index + 1)}" ContentType="${formats}.worksheet+xml"/>`,
    ...(notes.length > 0
      ? [`<Override PartName="/xl/comments${index + 1}.xml" ContentType="${formats}.comments+xml"/>`]
      : []),
  ]);
  return (
    `${head}<Types xmlns="${packageNames}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Default Extension="xml" ContentType="application/xml"/><Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>` +
    `<Override PartName="/xl/workbook.xml" ContentType="${formats}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${formats}.styles+xml"/>${parts.join("")}</Types>`
  );
}

/** Names of sheets have 31 characters and none of []:*?/\ */
export const sheetName = (name: string): string =>
  name
    .replace(/[[\]:*?/\\']/g, " ")
    .slice(0, 31)
    .trim() || "Sheet1";
