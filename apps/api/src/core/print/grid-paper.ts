import type { GridBox, SheetGrid } from "@jipei/xlsx/template/sheet-grid.ts";
import type { Body } from "../foundation/streams.ts";
import { type Paper, drawn, ink, newPaper } from "./pdf.ts";

/** Sheets of a workbook on paper, as its set-up of printing says: never wider than a page, rows never cut. */
export function gridPaper(title: string, grids: readonly SheetGrid[]): Body {
  const document = newPaper(title, "portrait");
  const steps = grids.flatMap((grid) => {
    const sheet = new PrintedSheet(document, grid);
    return sheet.pages().map((rows) => () => sheet.draw(rows));
  });
  return drawn(document, steps);
}

/** Paper of the sizes that forms have, upright, in points. */
const sizes = { A4: [595.28, 841.89], A3: [841.89, 1190.55] } as const;
/** Room between a line and what stands beside it. */
const inner = 2;

class PrintedSheet {
  readonly #document: Paper;
  readonly #grid: SheetGrid;
  readonly #scale: number;
  readonly #room: { width: number; height: number };
  readonly #heights: readonly number[];

  constructor(document: Paper, grid: SheetGrid) {
    this.#document = document;
    this.#grid = grid;
    const { size, isLandscape, margins } = grid.page;
    const [short, long] = sizes[size];
    const [width, height] = isLandscape ? [long, short] : [short, long];
    this.#room = { width: width - margins.left - margins.right, height: height - margins.top - margins.bottom };
    const whole = grid.widths.reduce((sum, one) => sum + one, 0);
    this.#scale = Math.min(1, this.#room.width / Math.max(1, whole));
    this.#heights = this.#grown();
  }

  /** Rows as high as their wrapped texts need, as programs show them. */
  #grown(): number[] {
    const heights = [...this.#grid.heights];
    for (const box of this.#grid.boxes) {
      if (!box.look.wraps || box.rowSpan > 1 || box.text === "" || heights[box.row] === 0) continue;
      this.#setFont(box, 1);
      const needed =
        this.#document.heightOfString(box.text, { width: Math.max(1, this.#widthOf(box) - 2 * inner) }) + 2 * inner;
      heights[box.row] = Math.max(heights[box.row] ?? 0, needed);
    }
    return heights;
  }

  #widthOf({ column, columnSpan }: GridBox): number {
    return this.#grid.widths.slice(column, column + columnSpan).reduce((sum, one) => sum + one, 0);
  }

  /** The rows of each page. */
  pages(): number[][] {
    const { titles, breaks } = this.#grid.page;
    const most = this.#room.height / this.#scale;
    const head = titles ? this.#heightOf(titles[0], titles[1]) : 0;
    const pages: number[][] = [[]];
    let used = 0;
    for (const [row, height] of this.#heights.entries()) {
      const page = pages.at(-1) as number[];
      const isFull = used + height > most && page.length > 0;
      if (isFull || (breaks.includes(row) && page.length > 0)) {
        pages.push([row]);
        used = (titles && row >= titles[1] ? head : 0) + height;
      } else {
        page.push(row);
        used += height;
      }
    }
    return pages;
  }

  #heightOf(from: number, to: number): number {
    return this.#heights.slice(from, to).reduce((sum, one) => sum + one, 0);
  }

  draw(rows: readonly number[]): void {
    const { page, widths } = this.#grid;
    this.#document.addPage({ size: page.size, layout: page.isLandscape ? "landscape" : "portrait", margin: 0 });
    const [first = 0] = rows;
    const titles = page.titles && first >= page.titles[1] ? range(page.titles[0], page.titles[1]) : [];
    const shown = [...titles, ...rows];
    const tops = new Map<number, number>();
    let y = 0;
    for (const row of shown) {
      tops.set(row, y);
      y += this.#heights[row] ?? 0;
    }
    const whole = widths.reduce((sum, one) => sum + one, 0) * this.#scale;
    const left = page.margins.left + (page.isCentred ? (this.#room.width - whole) / 2 : 0);
    this.#document.save().translate(left, page.margins.top).scale(this.#scale);
    const boxes = this.#grid.boxes.filter(({ row }) => tops.has(row));
    // Lines last, so that no filled box covers those of its neighbour.
    for (const box of boxes) this.#drawText(box, tops.get(box.row) ?? 0, shown);
    for (const box of boxes) this.#drawLines(box, tops.get(box.row) ?? 0, shown);
    this.#document.restore();
  }

  #place(box: GridBox, top: number, shown: readonly number[]) {
    const left = this.#grid.widths.slice(0, box.column).reduce((sum, one) => sum + one, 0);
    // What is merged over the end of a page ends with it.
    const height = range(box.row, box.row + box.rowSpan)
      .filter((row) => shown.includes(row))
      .reduce((sum, row) => sum + (this.#heights[row] ?? 0), 0);
    return { left, top, width: this.#widthOf(box), height };
  }

  #setFont({ look }: GridBox, scale: number): void {
    this.#document.font(look.isBold ? "bold" : "regular").fontSize(look.size * scale);
  }

  #drawText(box: GridBox, from: number, shown: readonly number[]): void {
    const { left, top, width, height } = this.#place(box, from, shown);
    const { look, text } = box;
    if (width <= 0 || height <= 0) return;
    if (look.fill) this.#document.rect(left, top, width, height).fill(look.fill);
    if (text === "") return;
    const room = Math.max(1, width - 2 * inner);
    this.#setFont(box, 1);
    // What would not fit is made smaller; on paper nothing can be widened.
    const wide = look.wraps ? 0 : this.#document.widthOfString(text);
    const fitting = wide > room && box.isNumber ? room / wide : 1;
    this.#setFont(box, fitting);
    const usual = box.isNumber ? "right" : "left";
    const align = look.across === "general" ? usual : look.across;
    const options = {
      width: room,
      align,
      lineBreak: look.wraps || wide > room,
      height: height - 1,
      ellipsis: true,
    } as const;
    const tall = Math.min(height, this.#document.heightOfString(text, options));
    const free = Math.max(0, height - tall);
    const down = { top: 1, center: free / 2, bottom: Math.max(0, free - 1) }[look.down];
    this.#document.fillColor(look.colour ?? ink).text(text, left + inner, top + down, options);
  }

  #drawLines(box: GridBox, from: number, shown: readonly number[]): void {
    const { left, top, width, height } = this.#place(box, from, shown);
    if (width <= 0 || height <= 0) return;
    const [above, right, below, before] = box.look.borders;
    const line = (thick: number, x1: number, y1: number, x2: number, y2: number) => {
      if (thick > 0) this.#document.lineWidth(thick).strokeColor("#000000").moveTo(x1, y1).lineTo(x2, y2).stroke();
    };
    line(above, left, top, left + width, top);
    line(right, left + width, top, left + width, top + height);
    line(below, left, top + height, left + width, top + height);
    line(before, left, top, left, top + height);
  }
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
