import { type Value, valueOf } from "./formula-value.ts";
import { type TemplateBook, type TemplateSheet, cellTextOf, rowsOf } from "./template-book.ts";
import { type XmlElement, attributeOf, childOf, childrenOf, element, textOf } from "./xml-tree.ts";

/** The cells of a sheet with their values by reference; those of formulas are computed, each once. */
export function computedCells(
  book: TemplateBook,
  sheet: TemplateSheet,
): Map<string, { cell: XmlElement; value: Value }> {
  const cells = new Map<string, XmlElement>();
  for (const row of rowsOf(sheet))
    for (const cell of childrenOf(row, "c")) cells.set(attributeOf(cell, "r") ?? "", cell);
  const values = new Map<string, Value>();
  const look = (reference: string): Value => {
    const known = values.get(reference);
    if (known !== undefined) return known;
    const cell = cells.get(reference);
    if (!cell) return null;
    // A formula that leads back to itself has no value.
    values.set(reference, null);
    const formula = childOf(cell, "f");
    const value = formula ? valueOf(textOf(formula), look) : plainValue(book, cell);
    values.set(reference, value);
    return value;
  };
  return new Map([...cells].map(([reference, cell]) => [reference, { cell, value: look(reference) }]));
}

function plainValue(book: TemplateBook, cell: XmlElement): Value {
  const type = attributeOf(cell, "t") ?? "n";
  const text = cellTextOf(book, cell);
  if (text === "") return null;
  if (type === "b") return text === "1";
  return type === "n" ? Number(text) : text;
}

/** Writes beside each formula what it comes to, for programs that do not compute. */
export function writeValues(book: TemplateBook, sheet: TemplateSheet): void {
  for (const { cell, value } of computedCells(book, sheet).values()) {
    const formula = childOf(cell, "f");
    if (!formula) continue;
    cell.attributes.delete("t");
    if (typeof value !== "number") cell.attributes.set("t", typeof value === "boolean" ? "b" : "str");
    const text = typeof value === "boolean" ? String(Number(value)) : String(value ?? "");
    cell.children = [formula, element("v", {}, [text])];
  }
}
