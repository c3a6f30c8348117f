import { createRequire } from "node:module";
import PDFDocument from "pdfkit";
import QRCode from "qrcode";
import { Refusal } from "../foundation/refusal.ts";

/** Documents for paper: pages of A4 in a font that has Chinese, as a stream that is drawn while it is read. */

const fonts = createRequire(import.meta.url);
const regular = fonts.resolve("@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf");
const bold = fonts.resolve("@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf");

export type Paper = PDFKit.PDFDocument;

export const ink = "#1f2733";
export const soft = "#56606e";

/** A document without a page; `regular` and `bold` are its fonts. */
export function newPaper(title: string, layout: "portrait" | "landscape", margin = 0): Paper {
  const document = new PDFDocument({ size: "A4", layout, margin, autoFirstPage: false, info: { Title: title } });
  document.registerFont("regular", regular);
  document.registerFont("bold", bold);
  return document;
}

/** Steps between two reports of progress: each report costs a statement, and lets other requests run. */
const stride = 20;

/**
 * A document as a stream. Each step draws a part of it, and what it has written is sent before the next one; so it is drawn, and errors are
 * thrown, only while it is read.
 * @param progress called every few steps with their number so far; what it throws ends the stream with that error
 */
export async function* drawn(
  document: Paper,
  steps: Iterable<() => void | Promise<void>>,
  progress?: (done: number) => Promise<void>,
): AsyncGenerator<Buffer> {
  let done = 0;
  for (const step of steps) {
    await step();
    yield* written(document);
    if (++done % stride === 0) await progress?.(done);
  }
  document.end();
  yield* document;
}

/** The bytes that a document has written since the last call. */
function* written(document: Paper): Generator<Buffer> {
  for (let bytes = document.read() as Buffer | null; bytes; bytes = document.read() as Buffer | null) yield bytes;
}

/** @throws FIELD_INVALID for a name the font cannot print, rather than an empty box on paper */
export function assertPrintable(document: Paper, name: string): void {
  document.font("bold");
  const { font } = (document as Paper & { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } })._font;
  const missing = [...name].find((character) => !font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
  if (missing)
    throw new Refusal("FIELD_INVALID", {
      field: { zh: "姓名", en: "Name" },
      reason: {
        zh: `字库缺少“${missing}”，无法打印${name}的证书`,
        en: `the font lacks “${missing}”, the certificate of ${name} cannot be printed`,
      },
    });
}

/** Draws the double frame of a certificate along the page. */
export function drawFrame(document: Paper): void {
  const { width, height } = document.page;
  document
    .lineWidth(2)
    .strokeColor("#b08d3c")
    .rect(28, 28, width - 56, height - 56)
    .stroke();
  document
    .lineWidth(0.5)
    .rect(34, 34, width - 68, height - 68)
    .stroke();
}

/** Points of the side of a code. */
const codeSide = 96;

/** Draws the QR code of an address as vector squares, sharp at any size and no picture to embed, with a line below it, into the corner at the lower left. */
export function drawCode(document: Paper, address: string, below: string): void {
  const { modules } = QRCode.create(address, { errorCorrectionLevel: "M" });
  const cell = codeSide / modules.size;
  const left = 84;
  const top = document.page.height - 168;
  document.fillColor("#000000");
  for (let row = 0; row < modules.size; row++)
    for (let column = 0; column < modules.size; column++)
      if (modules.get(row, column)) document.rect(left + column * cell, top + row * cell, cell, cell);
  document.fill();
  document
    .font("regular")
    .fontSize(9)
    .fillColor(soft)
    .text(below, left - 20, top + codeSide + 6, { width: codeSide + 40, align: "center" });
}
