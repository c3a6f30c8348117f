import { type Token, formulaText, tokensOf } from "./formula-tokens.ts";
import type { Block } from "./places.ts";
import { type Area, type CellPlace, areaOf, areaText, columnNumber } from "./references.ts";
import { columnLetters } from "../sheet.ts";

/** Where rows of a template come to stand once its repeated rows are written out. */
export class RowMoves {
  readonly #block: Block | null;
  readonly #times: number;
  /** Rows of one repetition. */
  readonly height: number;

  /** @param times how often the repeated rows stand there; once at least, so that what adds them up has something to add */
  constructor(block: Block | null, times: number) {
    this.#block = block;
    this.#times = Math.max(1, times);
    this.height = block ? block.last - block.first + 1 : 0;
  }

  get times(): number {
    return this.#block ? this.#times : 1;
  }

  isRepeated(row: number): boolean {
    return this.#block !== null && row >= this.#block.first && row <= this.#block.last;
  }

  /** Whether a row held nothing but a mark. */
  isGone(row: number): boolean {
    return this.#block !== null && (row === this.#block.beginMark || row === this.#block.endMark);
  }

  /** @param time which repetition, of a row that is repeated */
  rowOf(row: number, time: number): number {
    const block = this.#block;
    if (!block) return row;
    const goneBefore = block.beginMark !== null && row > block.beginMark ? 1 : 0;
    if (row < block.first) return row - goneBefore;
    if (row <= block.last) return row - goneBefore + time * this.height;
    const goneBehind = block.endMark !== null && row > block.endMark ? 1 : 0;
    return row - goneBefore - goneBehind + (this.#times - 1) * this.height;
  }

  /** An area, stretched over all repetitions where it touches the repeated rows. */
  stretched({ from, to }: Area): Area {
    return {
      from: { ...from, row: this.rowOf(from.row, 0) },
      to: { ...to, row: this.rowOf(to.row, this.#times - 1) },
    };
  }

  /** Areas as lists name them, `A1:B2 C3`. */
  stretchedText(references: string): string {
    return references
      .split(" ")
      .map((one) => {
        const area = areaOf(one);
        return area ? areaText(this.stretched(area)) : one;
      })
      .join(" ");
  }

  /**
   * A formula where it comes to stand.
   * @param time the repetition that its cell is in; null outside: there a repeated cell that is added up means all of its repetitions
   */
  formula(text: string, time: number | null): string {
    const tokens = tokensOf(text);
    if (!tokens) return text;
    return formulaText(tokens.map((token, at) => this.#moved(token, tokens, at, time)));
  }

  #moved(token: Token, tokens: readonly Token[], at: number, time: number | null): Token {
    if (token.kind === "cell") {
      const [row] = rowsOf(token.text);
      const isSummed = time === null && this.isRepeated(row) && isArgument(tokens, at);
      if (isSummed && this.#times > 1)
        return { kind: "range", text: `${this.#to(token.text, 0)}:${this.#to(token.text, this.#times - 1)}` };
      return { kind: "cell", text: this.#to(token.text, time ?? 0) };
    }
    if (token.kind !== "range") return token;
    const [first = "", last = ""] = token.text.split(":");
    const [firstRow] = rowsOf(first);
    const [lastRow] = rowsOf(last);
    const isWithin = time !== null && this.isRepeated(firstRow) && this.isRepeated(lastRow);
    return {
      kind: "range",
      text: `${this.#to(first, isWithin ? time : 0)}:${this.#to(last, isWithin ? time : this.#times - 1)}`,
    };
  }

  #to(reference: string, time: number): string {
    const [row, letters, mark] = rowsOf(reference);
    return `${letters}${mark}${this.rowOf(row, time)}`;
  }
}

/** Row, letters and the mark of a fixed row, of `$C$7`. */
function rowsOf(reference: string): [row: number, letters: string, mark: string] {
  const [, letters = "", mark = "", row = "0"] = /^(\$?[A-Za-z]+)(\$?)(\d+)$/.exec(reference) ?? [];
  return [Number(row), letters, mark];
}

/** Whether a token is a whole argument of a function: `SUM(C5)`. */
function isArgument(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  const behind = tokens[at + 1];
  const opens = before?.kind === "operator" && (before.text === "(" || before.text === ",");
  const closes = behind?.kind === "operator" && (behind.text === ")" || behind.text === ",");
  return opens && closes && tokens.slice(0, at).some(({ kind }) => kind === "function");
}

/** A formula that is shared with another cell, as that cell has it. */
export function sharedFormula(text: string, from: CellPlace, to: CellPlace): string {
  const tokens = tokensOf(text);
  if (!tokens) return text;
  const shift = (reference: string): string => {
    const [, fixedColumn = "", letters = "", fixedRow = "", row = "0"] =
      /^(\$?)([A-Za-z]+)(\$?)(\d+)$/.exec(reference) ?? [];
    const column = fixedColumn ? letters : columnLetters(columnNumber(letters) + to.column - from.column - 1);
    return `${fixedColumn}${column}${fixedRow}${fixedRow ? row : Number(row) + to.row - from.row}`;
  };
  return formulaText(
    tokens.map((token) => {
      if (token.kind === "cell") return { kind: "cell", text: shift(token.text) };
      return token.kind === "range" ? { kind: "range", text: token.text.split(":").map(shift).join(":") } : token;
    }),
  );
}
