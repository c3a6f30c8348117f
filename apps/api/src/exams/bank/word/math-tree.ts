import { type Place, attribute } from "@jipei/xlsx/xml.ts";

/** An element of a formula of Word (OMML). */
export interface MathNode {
  name: string;
  /** Its attribute `val`. */
  value: string | undefined;
  children: MathNode[];
  text: string;
}

/** Elements within elements; formulas that people write have some fifteen. */
const deepest = 60;
/** Elements of a formula. */
const most = 5000;

/** Gathers the elements of a formula as they are read. */
export class MathTree {
  readonly root: MathNode = { name: "oMath", value: undefined, children: [], text: "" };
  /** Whether it has more than any formula; what is too much is not kept. */
  isTooLarge = false;
  readonly #open: MathNode[] = [this.root];
  #count = 0;
  /** Elements that are open and not kept. */
  #left = 0;

  open(name: string, at: Place): void {
    this.isTooLarge ||= this.#open.length >= deepest || ++this.#count > most;
    if (this.isTooLarge) {
      this.#left++;
      return;
    }
    const node = { name, value: attribute(at, "val"), children: [], text: "" };
    this.#open.at(-1)?.children.push(node);
    this.#open.push(node);
  }

  /** @returns whether that was the end of the formula */
  close(): boolean {
    if (this.#left > 0) this.#left--;
    else this.#open.pop();
    return this.#open.length === 0;
  }

  addText(text: string): void {
    const node = this.#open.at(-1);
    if (node && !this.isTooLarge) node.text += text;
  }
}
