import { type Paper, ink, soft } from "../../../core/print/pdf.ts";
import { type PrintedRoom, type PrintedSeat, drawRoomHead, fitFont, margin, pageWidth, paged } from "./sheet.ts";

const columns = [
  { title: "座位", width: 38 },
  { title: "照片", width: 48 },
  { title: "姓名", width: 84 },
  { title: "证件号码", width: 128 },
  { title: "学号", width: 104 },
  { title: "签名", width: pageWidth - 402 },
] as const;
const rowHeight = 46;
const headHeight = 22;
/** Rows that leave room for the line of the invigilators. */
const perPage = 13;

/** 签到表: who sits where, and where they sign. */
export function drawSignInSheet(document: Paper, room: PrintedRoom): void {
  const pages = paged(room.seats, perPage);
  for (const [index, seats] of pages.entries()) {
    drawRoomHead(document, room, "签到表", pages.length > 1 ? `${index + 1}/${pages.length}` : "");
    let y = document.y;
    drawCells(
      document,
      y,
      headHeight,
      columns.map(({ title }) => title),
      "bold",
    );
    y += headHeight;
    for (const seat of seats) {
      drawSeat(document, y, seat);
      y += rowHeight;
    }
    document
      .font("regular")
      .fontSize(10)
      .text(
        `监考人员：${room.invigilators ?? ""}　　签字：________________　　应到 ${room.seats.length} 人　实到 ______ 人　缺考 ______ 人`,
        margin,
        y + 14,
        { width: pageWidth },
      );
  }
}

function drawSeat(document: Paper, y: number, { seatNo, name, idNumber, studentNo, photo }: PrintedSeat): void {
  drawCells(document, y, rowHeight, [String(seatNo), "", name, idNumber ?? "", studentNo ?? "", ""], "regular");
  if (!photo) return;
  try {
    document.image(photo, margin + columns[0].width + 9, y + 2, { fit: [30, 42], align: "center", valign: "center" });
  } catch {
    // A picture that pdfkit cannot read leaves the cell empty.
  }
}

function drawCells(
  document: Paper,
  y: number,
  height: number,
  texts: readonly string[],
  font: "regular" | "bold",
): void {
  let x = margin;
  for (const [index, { width }] of columns.entries()) {
    document.lineWidth(0.5).strokeColor(soft).rect(x, y, width, height).stroke();
    const text = texts[index] ?? "";
    fitFont(document.font(font).fillColor(ink), text, width - 8, 10).text(text, x + 3, y + height / 2 - 7, {
      width: width - 6,
      align: "center",
      lineBreak: false,
    });
    x += width;
  }
}
