import { openZip, getPart } from "../zip.ts";
import { buffer } from "node:stream/consumers";
import { tokensOf } from "./formula-tokens.ts";
import { areaOf } from "./references.ts";
import { TemplateError } from "./template-faults.ts";
import { type XmlElement, attributeOf, childOf, childrenOf, localName, readTree, textOf, walk } from "./xml-tree.ts";

/** A workbook that an office has made into a form, opened and checked: whatever is not known to be harmless is refused. */
export interface TemplateBook {
  /** All parts as they came, by path. */
  parts: Map<string, Buffer>;
  workbook: XmlElement;
  styles: XmlElement;
  strings: readonly string[];
  sheets: TemplateSheet[];
}
export interface TemplateSheet {
  name: string;
  path: string;
  root: XmlElement;
  isHidden: boolean;
}

/** Most bytes of a template, packed and unpacked. */
export const mostTemplateBytes = 2 * 1024 * 1024;
const mostUnpacked = 8 * 1024 * 1024;
/** Of a form that was filled in, which may be long. */
const mostFilled = 64 * 1024 * 1024;

/** The parts that a plain workbook has: cells, formats, texts, pictures, how it is printed. */
const known = [
  /^\[Content_Types\]\.xml$/,
  /^_rels\/\.rels$/,
  /^docProps\/[\w.-]+$/,
  /^xl\/(?:workbook|styles|sharedStrings|calcChain)\.xml$/,
  /^xl\/_rels\/workbook\.xml\.rels$/,
  /^xl\/theme\/theme\d+\.xml$/,
  /^xl\/worksheets\/(?:_rels\/)?sheet\d+\.xml(?:\.rels)?$/,
  /^xl\/printerSettings\/printerSettings\d+\.bin$/,
  /^xl\/drawings\/(?:_rels\/)?drawing\d+\.xml(?:\.rels)?$/,
  /^xl\/media\/image\d+\.(?:png|jpe?g|gif)$/,
] as const;
const macroParts = /vbaProject|vbaData|macrosheets|activeX|ctrlProps|customUI|\.bin$/i;
const outsideParts = /externalLinks|connections|queryTables|embeddings|oleObject|webExtensions|customData/i;

/** @throws WorkbookError for what is no workbook, TemplateError for what a template may not hold */
export async function openTemplate(bytes: Buffer): Promise<TemplateBook> {
  if (bytes.length > mostTemplateBytes) throw new TemplateError("tooLarge", "");
  return openBook(bytes, mostUnpacked);
}

/** The same of what was made of a template. */
export const openFilled = (bytes: Buffer): Promise<TemplateBook> => openBook(bytes, mostFilled);

async function openBook(bytes: Buffer, most: number): Promise<TemplateBook> {
  const archive = openZip(bytes);
  let total = 0;
  for (const [path, { unpacked }] of archive) {
    assertKnown(path);
    total += unpacked;
  }
  if (total > most) throw new TemplateError("tooLarge", "");
  const parts = new Map<string, Buffer>();
  for (const path of archive.keys())
    if (!path.endsWith("/")) parts.set(path, await buffer(getPart(bytes, archive, path)));
  const workbook = readTree(partOf(parts, "xl/workbook.xml"));
  for (const [path, content] of parts) if (path.endsWith(".rels")) assertInside(path, readTree(content));
  assertPlain(parts);
  assertNames(workbook);
  const book: TemplateBook = {
    parts,
    workbook,
    styles: readTree(partOf(parts, "xl/styles.xml")),
    strings: sharedStrings(parts.get("xl/sharedStrings.xml")),
    sheets: sheetsOf(parts, workbook),
  };
  for (const sheet of book.sheets) assertCalm(sheet);
  return book;
}

function partOf(parts: ReadonlyMap<string, Buffer>, path: string): Buffer {
  const found = parts.get(path);
  if (!found) throw new TemplateError("part", path);
  return found;
}

function assertKnown(path: string): void {
  if (known.some((pattern) => pattern.test(path)) || path.endsWith("/")) return;
  if (macroParts.test(path)) throw new TemplateError("macros", path);
  throw new TemplateError(outsideParts.test(path) ? "outside" : "part", path);
}

/** Nothing is fetched from elsewhere, and no link leads there. */
function assertInside(path: string, root: XmlElement): void {
  for (const relation of childrenOf(root, "Relationship")) {
    const target = attributeOf(relation, "Target") ?? "";
    if (
      attributeOf(relation, "TargetMode")?.toLowerCase() === "external" ||
      /^[a-z][a-z0-9+.-]*:|^\/\/|\\/i.test(target)
    )
      throw new TemplateError("outside", `${path}: ${target}`);
  }
}

function assertPlain(parts: ReadonlyMap<string, Buffer>): void {
  const types = readTree(partOf(parts, "[Content_Types].xml"));
  for (const one of walk(types)) {
    const type = attributeOf(one, "ContentType") ?? "";
    if (/macroEnabled|vba|activeX/i.test(type)) throw new TemplateError("macros", type);
  }
  // A picture that runs something when it is clicked.
  for (const [path, content] of parts)
    if (path.startsWith("xl/drawings/drawing"))
      for (const one of walk(readTree(content)))
        if (attributeOf(one, "macro") || attributeOf(one, "textlink")) throw new TemplateError("macros", path);
}

const printingNames: ReadonlySet<string> = new Set(["_xlnm.Print_Area", "_xlnm.Print_Titles", "_xlnm._FilterDatabase"]);

function assertNames(workbook: XmlElement): void {
  if (childOf(workbook, "externalReferences")) throw new TemplateError("outside", "externalReferences");
  for (const name of childrenOf(childOf(workbook, "definedNames") ?? workbook, "definedName")) {
    const called = attributeOf(name, "name") ?? "";
    const text = textOf(name);
    if (!printingNames.has(called)) throw new TemplateError("name", called);
    if (/[[\]|(]/.test(text)) throw new TemplateError("outside", text);
  }
}

function sheetsOf(parts: ReadonlyMap<string, Buffer>, workbook: XmlElement): TemplateSheet[] {
  const relations = readTree(partOf(parts, "xl/_rels/workbook.xml.rels"));
  const targets = new Map(
    childrenOf(relations, "Relationship").map((one) => [
      attributeOf(one, "Id") ?? "",
      attributeOf(one, "Target") ?? "",
    ]),
  );
  const sheets = childrenOf(childOf(workbook, "sheets") ?? workbook, "sheet").map((sheet): TemplateSheet => {
    const id = [...sheet.attributes].find(([name]) => name.endsWith(":id"))?.[1] ?? "";
    const target = (targets.get(id) ?? "").replace(/^\/xl\//, "").replace(/^\.\//, "");
    const path = `xl/${target}`;
    return {
      name: attributeOf(sheet, "name") ?? "",
      path,
      root: readTree(partOf(parts, path)),
      isHidden: /hidden/i.test(attributeOf(sheet, "state") ?? ""),
    };
  });
  if (sheets.length === 0) throw new TemplateError("part", "xl/workbook.xml");
  return sheets;
}

const sharedStrings = (bytes: Buffer | undefined): string[] =>
  bytes ? childrenOf(readTree(bytes), "si").map(textOf) : [];

/** Elements that run something, or fetch it. */
const restless: ReadonlySet<string> = new Set([
  "oleObjects",
  "controls",
  "webPublishItems",
  "tableParts",
  "legacyDrawing",
]);
/** Elements that hold formulas beside those of cells. */
const formulas: ReadonlySet<string> = new Set(["f", "formula", "formula1", "formula2"]);

/** @throws TemplateError for what computes on anything but cells of the sheet */
function assertCalm({ name, root }: TemplateSheet): void {
  for (const one of walk(root)) {
    const kind = localName(one);
    if (restless.has(kind)) throw new TemplateError("outside", kind, name);
    if (kind === "c") assertCellCalm(one, name);
    else if (formulas.has(kind)) assertFormula(one, `${name}`);
  }
}

function assertCellCalm(cell: XmlElement, sheet: string): void {
  const at = `${sheet}!${attributeOf(cell, "r") ?? ""}`;
  for (const formula of childrenOf(cell, "f")) {
    const type = attributeOf(formula, "t") ?? "normal";
    if (type === "array" || type === "dataTable") throw new TemplateError("formula", textOf(formula) || type, at);
    assertFormula(formula, at);
  }
}

function assertFormula(formula: XmlElement, at: string): void {
  const text = textOf(formula);
  // A formula that is shared stands at its first cell alone; a list of choices is a text in quotes.
  if (text !== "" && !tokensOf(text)) throw new TemplateError("formula", text, at);
}

/** The rows of a sheet as elements. */
export const rowsOf = ({ root }: TemplateSheet): XmlElement[] => childrenOf(childOf(root, "sheetData") ?? root, "row");

/** What a cell says, with its formula’s last value left out. */
export function cellTextOf({ strings }: TemplateBook, cell: XmlElement): string {
  const type = attributeOf(cell, "t");
  if (type === "inlineStr") return textOf(childOf(cell, "is") ?? cell);
  const value = childOf(cell, "v");
  if (!value) return "";
  return type === "s" ? (strings[Number(textOf(value))] ?? "") : textOf(value);
}

/** The cells that stay together as one. */
export const mergesOf = ({ root }: TemplateSheet) =>
  childrenOf(childOf(root, "mergeCells") ?? root, "mergeCell").flatMap(
    (one) => areaOf(attributeOf(one, "ref") ?? "") ?? [],
  );
