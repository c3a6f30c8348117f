import { createRequire } from "node:module";
import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import { buildWorkbook } from "../../packages/xlsx/src/testing/ooxml.ts";

/** Documents as an office has them, to look at. */

const font = createRequire(new URL("../../apps/api/package.json", import.meta.url)).resolve(
  "@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf",
);

/** A PDF of three pages; only the last one names the word that is searched for. */
export async function aPdf(title: string): Promise<Buffer> {
  const document = new PDFDocument({ size: "A4" }).font(font);
  for (const page of ["第一页：组织领导", "第二页：培训安排", "第三页：补贴标准"]) {
    if (page !== "第一页：组织领导") document.addPage();
    document.fontSize(20).text(title).moveDown().fontSize(13).text(page).moveDown();
    for (let i = 1; i <= 18; i++) document.text(`${i}. 各培训机构应当按照计划组织教学，如实记录考勤，按期报送材料。`);
  }
  document.text("紧缺职业上浮百分之二十。");
  document.end();
  return buffer(document);
}

const cell = (text: string | number) =>
  typeof text === "number" ? `<c><v>${text}</v></c>` : `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const line = (row: number, ...cells: (string | number)[]) => `<row r="${row}">${cells.map(cell).join("")}</row>`;

/** A workbook of two sheets, of which the first has more rows than are shown at once. */
export function aWorkbook(): Buffer {
  const names = Array.from({ length: 260 }, (_, i) => line(i + 2, i + 1, `学员${i + 1}`, "电工（五级）", 56, "合格"));
  return buildWorkbook({
    sheets: [
      line(1, "序号", "姓名", "课程", "课时", "考核结果") + names.join(""),
      line(1, "课程", "人数") + line(2, "电工（五级）", 260),
    ],
  });
}

/** Rows of a table as older Chinese programs write them: GB18030. */
export const olderTable = Buffer.from(
  [
    "d0d5c3fb2cb5e7bbb02cb5a5cebb0d0a",
    "d5c5c8fd2c31333930303030303030312cbaa3c4fe0d0a",
    "c0eecbc42c31333930303030303030322cbaa3c4fe0d0a",
  ].join(""),
  "hex",
);

/** What a fake converter reads as a script behind the mark of an old Office document. */
export const oldOffice = (script: string): Buffer =>
  Buffer.concat([Buffer.from("d0cf11e0a1b11ae10a", "hex"), Buffer.from(`${script}\n`)]);
