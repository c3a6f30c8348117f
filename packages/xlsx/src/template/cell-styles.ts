import { type XmlElement, attributeOf, childOf, childrenOf, copyOf } from "./xml-tree.ts";
import { showsDate } from "../sheet-reader.ts";

/** The formats of a workbook’s cells: which of them show days, and those for text that begins like a formula. */
export class CellStyles {
  readonly #styles: XmlElement;
  readonly #formats: XmlElement;
  readonly #codes: ReadonlyMap<number, string>;
  readonly #quoted = new Map<number, number>();

  constructor(styles: XmlElement) {
    this.#styles = styles;
    this.#formats = childOf(styles, "cellXfs") ?? styles;
    this.#codes = new Map(
      childrenOf(childOf(styles, "numFmts") ?? styles, "numFmt").map((one) => [
        Number(attributeOf(one, "numFmtId")),
        attributeOf(one, "formatCode") ?? "",
      ]),
    );
  }

  #format(index: number): XmlElement | undefined {
    return childrenOf(this.#formats, "xf")[index];
  }

  isDay(index: number): boolean {
    const id = Number(attributeOf(this.#format(index) ?? this.#styles, "numFmtId") ?? 0);
    return showsDate(id, this.#codes.get(id));
  }

  /** The same format for a text that stays one whatever somebody does with the cell. */
  quoted(index: number): number {
    const known = this.#quoted.get(index);
    if (known !== undefined) return known;
    const format = this.#format(index);
    if (!format) return index;
    const quoted = copyOf(format);
    quoted.attributes.set("quotePrefix", "1");
    const at = childrenOf(this.#formats, "xf").length;
    this.#formats.children.push(quoted);
    this.#formats.attributes.set("count", String(at + 1));
    this.#quoted.set(index, at);
    return at;
  }
}
