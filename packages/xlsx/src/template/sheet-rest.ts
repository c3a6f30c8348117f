import type { Area } from "./references.ts";
import { areaText } from "./references.ts";
import type { RowMoves } from "./row-moves.ts";
import type { TemplateBook, TemplateSheet } from "./template-book.ts";
import {
  type XmlElement,
  attributeOf,
  childOf,
  childrenOf,
  element,
  localName,
  readTree,
  textOf,
  walk,
  writeTree,
} from "./xml-tree.ts";

/** What a sheet says of its rows beside the cells themselves: merged cells, breaks, conditions, pictures. @param merged as the template has them */
export function moveRest(book: TemplateBook, sheet: TemplateSheet, moves: RowMoves, merged: readonly Area[]): void {
  const { root } = sheet;
  moveMerges(root, moves, merged);
  root.children = root.children.filter((child) => typeof child === "string" || localName(child) !== "dimension");
  for (const one of walk(root)) {
    const kind = localName(one);
    if (
      kind === "conditionalFormatting" ||
      kind === "dataValidation" ||
      kind === "protectedRange" ||
      kind === "ignoredError"
    )
      stretch(one, "sqref", moves);
    else if (kind === "autoFilter" || kind === "hyperlink") stretch(one, "ref", moves);
    else if (kind === "formula" || kind === "formula1" || kind === "formula2")
      one.children = [moves.formula(textOf(one), null)];
  }
  for (const one of childrenOf(childOf(root, "rowBreaks") ?? root, "brk")) {
    const row = Number(attributeOf(one, "id"));
    one.attributes.set("id", String(moves.rowOf(row, moves.times - 1)));
  }
  for (const path of drawingsOf(book, sheet)) moveDrawing(book, path, moves);
}

function stretch(one: XmlElement, name: string, moves: RowMoves): void {
  const references = attributeOf(one, name);
  if (references) one.attributes.set(name, moves.stretchedText(references));
}

function moveMerges(root: XmlElement, moves: RowMoves, merged: readonly Area[]): void {
  const list = childOf(root, "mergeCells");
  if (!list) return;
  const moved = merged.flatMap(({ from, to }): Area[] => {
    if (!moves.isRepeated(from.row) || !moves.isRepeated(to.row)) return [moves.stretched({ from, to })];
    return Array.from({ length: moves.times }, (_, time) => ({
      from: { ...from, row: moves.rowOf(from.row, time) },
      to: { ...to, row: moves.rowOf(to.row, time) },
    }));
  });
  list.children = moved.map((area) => element("mergeCell", { ref: areaText(area) }));
  list.attributes.set("count", String(moved.length));
}

function drawingsOf({ parts }: TemplateBook, { path }: TemplateSheet): string[] {
  const relations = parts.get(path.replace(/worksheets\//, "worksheets/_rels/") + ".rels");
  if (!relations) return [];
  return childrenOf(readTree(relations), "Relationship")
    .map((one) => (attributeOf(one, "Target") ?? "").replace(/^(?:\.\.|\/xl)\//, "xl/"))
    .filter((target) => target.startsWith("xl/drawings/") && parts.has(target));
}

/** Pictures stay beside the rows that they stand beside. */
function moveDrawing({ parts }: TemplateBook, path: string, moves: RowMoves): void {
  const content = parts.get(path);
  if (!content) return;
  const root = readTree(content);
  for (const one of walk(root))
    if (localName(one) === "row") one.children = [String(moves.rowOf(Number(textOf(one)) + 1, 0) - 1)];
  parts.set(path, writeTree(root));
}
