import { awardLevel } from "@jipei/contract/competitions/result.ts";
import type { Body } from "../core/foundation/streams.ts";
import { type Paper, assertPrintable, drawCode, drawFrame, drawn, ink, newPaper, soft } from "../core/print/pdf.ts";
import type { Award, PrintedResult } from "./published-results.ts";

/** Award certificates as one PDF, a page each (A4 landscape). @param addressOf the public check of an award @throws FIELD_INVALID for a name without glyphs */
export function awardCertificates(awards: readonly Award[], addressOf: (award: Award) => string): Body {
  const document = newPaper(awards.length === 1 ? (awards[0]?.registerNo ?? "") : "奖状", "landscape");
  for (const award of awards) assertPrintable(document, award.name);
  const steps = awards.map((award) => () => drawAward(document, award, addressOf(award)));
  return drawn(document, steps);
}

function drawAward(document: Paper, award: Award, address: string): void {
  document.addPage();
  const { width, height } = document.page;
  drawFrame(document);
  const centre = (text: string, y: number, size: number, font: "regular" | "bold" = "regular") =>
    document
      .font(font)
      .fontSize(size)
      .fillColor(ink)
      .text(text, 90, y, { width: width - 180, align: "center" });
  centre("荣誉证书", 84, 36, "bold");
  const prize = awardLevel.codes[award.awardLevel][0];
  document.font("bold").fontSize(20).text(`${award.name}：`, 110, 176);
  document
    .font("regular")
    .fontSize(16)
    .text(
      `　　在${award.competitionName}“${award.itemName}”项目中，总成绩${award.totalScore}分，名列第${award.rank}，荣获`,
      110,
      216,
      {
        width: width - 220,
        lineGap: 8,
      },
    );
  centre(prize, 292, 30, "bold");
  document.font("regular").fontSize(13).fillColor(ink);
  document.text(`主办单位：${award.hostOrg}`, width - 360, height - 128, { width: 300, align: "right" });
  document.text(`公布日期：${award.publishDate}`, width - 360, height - 104, { width: 300, align: "right" });
  drawCode(document, address, `扫码查验　编号 ${award.registerNo}　查询码 ${award.verifyCode}`);
}

const columns = [
  ["名次", 48],
  ["参赛编号", 110],
  ["姓名", 80],
  ["单位", 170],
  ["总成绩", 56],
  ["奖项", 60],
] as const;
const rowHeight = 22;

/** The list of what is published of a competition, a table for each item (A4). */
export function awardListPaper(name: string, results: readonly PrintedResult[]): Body {
  const document = newPaper(`${name}获奖名单`, "portrait", 48);
  const items = Map.groupBy(results, (row) => `${row.itemNo} ${row.itemName}`);
  const steps = [...items].map(
    ([item, rows]) =>
      () =>
        drawItem(document, item, rows),
  );
  return drawn(document, [() => drawTitle(document, name), ...steps]);
}

function drawTitle(document: Paper, name: string): void {
  document.addPage();
  document.font("bold").fontSize(18).fillColor(ink).text(`${name}成绩及获奖名单`, { align: "center" }).moveDown(0.6);
}

function drawItem(document: Paper, item: string, rows: readonly PrintedResult[]): void {
  if (document.y > document.page.height - 140) document.addPage();
  document.font("bold").fontSize(13).fillColor(ink).text(item, 48).moveDown(0.3);
  const heads = columns.map(([head]) => head);
  drawRow(document, heads, true);
  for (const row of rows)
    drawRow(document, [
      String(row.rank),
      row.registerNo,
      row.name,
      row.workUnit,
      row.totalScore,
      row.awardLevel ? awardLevel.codes[row.awardLevel][0] : "",
    ]);
  document.moveDown(1);
}

function drawRow(document: Paper, cells: readonly string[], isHead = false): void {
  if (document.y > document.page.height - 80) document.addPage();
  const y = document.y;
  let x = 48;
  document.font(isHead ? "bold" : "regular").fontSize(10);
  for (const [index, text] of cells.entries()) {
    const width = columns[index]?.[1] ?? 60;
    document.lineWidth(0.5).strokeColor(soft).rect(x, y, width, rowHeight).stroke();
    document
      .fillColor(ink)
      .text(text, x + 4, y + 5, { width: width - 8, height: rowHeight - 6, ellipsis: true, lineBreak: false });
    x += width;
  }
  document.x = 48;
  document.y = y + rowHeight;
}
