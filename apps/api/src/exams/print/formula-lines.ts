import { splitFormulas } from "@jipei/contract/exams/formulas.ts";
import { type Paper, ink } from "../../core/print/pdf.ts";
import type { LaidOut } from "./formula-layout.ts";

/** Lays out a formula in letters of a size; fetched where a paper has formulas. */
export type Layout = (tex: string, size: number) => LaidOut | null;

/** A word, a sign of Chinese, or a formula: what a line is not broken within. */
type Piece = { width: number; height: number; depth: number } & ({ text: string } | { formula: LaidOut });

/** Of the size of the letters: above and below the line that they stand on. */
const letters = { height: 0.95, depth: 0.35 };
/** A sign of Chinese with the punctuation that must not begin a line, a word, spaces, the end of a line. */
const words =
  /\n|[ \t]+|[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef][，。、；：？！）》”’]*|[^\s\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]+/gu;

/** Writes a text whose formulas stand in its lines, from the left margin on. */
export function writeLines(
  document: Paper,
  text: string,
  size: number,
  layOut: Layout,
  { indent = 0, lineGap = 0 } = {},
): void {
  document.font("regular").fontSize(size).fillColor(ink);
  const left = document.page.margins.left + indent;
  const width = document.page.width - document.page.margins.right - left;
  for (const line of toLines(toPieces(document, text, size, layOut), width))
    writeLine(document, line, left, size, lineGap);
  document.x = document.page.margins.left;
}

function toPieces(document: Paper, text: string, size: number, layOut: Layout): Piece[] {
  const ofText = { height: size * letters.height, depth: size * letters.depth };
  const toWords = (of: string): Piece[] =>
    (of.match(words) ?? []).map((word) => ({ text: word, width: document.widthOfString(word), ...ofText }));
  return splitFormulas(text).flatMap((part): Piece[] => {
    if (part.kind === "text") return toWords(part.text);
    const formula = layOut(part.tex, size);
    // Of the time before formulas, when dollar signs meant nothing.
    if (!formula) return toWords(`$${part.tex}$`);
    return [{ formula, width: formula.width, height: formula.height, depth: formula.depth }];
  });
}

function toLines(pieces: readonly Piece[], width: number): Piece[][] {
  const lines: Piece[][] = [[]];
  let used = 0;
  for (const piece of pieces) {
    const isEnd = "text" in piece && piece.text === "\n";
    if (isEnd || (used > 0 && used + piece.width > width)) {
      lines.push([]);
      used = 0;
    }
    if (isEnd) continue;
    const line = lines.at(-1) ?? [];
    const last = line.at(-1);
    // Words beside each other are written at once.
    if (last && "text" in last && "text" in piece)
      line[line.length - 1] = { ...last, text: last.text + piece.text, width: last.width + piece.width };
    else line.push(piece);
    used += piece.width;
  }
  return lines;
}

function writeLine(document: Paper, line: readonly Piece[], left: number, size: number, lineGap: number): void {
  const height = Math.max(size * letters.height, ...line.map((piece) => piece.height));
  const depth = Math.max(size * letters.depth, ...line.map((piece) => piece.depth));
  if (document.y + height + depth > document.page.height - document.page.margins.bottom) document.addPage();
  const baseline = document.y + height;
  let x = left;
  for (const piece of line) {
    if ("formula" in piece) piece.formula.draw(document, x, baseline);
    else
      document
        .font("regular")
        .fontSize(size)
        .text(piece.text, x, baseline, { lineBreak: false, baseline: "alphabetic" });
    x += piece.width;
  }
  document.y = baseline + depth + lineGap;
}
