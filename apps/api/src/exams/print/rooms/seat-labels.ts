import { type Paper, ink, soft } from "../../../core/print/pdf.ts";
import { type PrintedRoom, type PrintedSeat, fitFont, margin, pageWidth, paged } from "./sheet.ts";

const across = 3;
const down = 8;
const width = pageWidth / across;
const height = 94;

/** 座位标签: 24 on a page, to be cut along their lines. */
export function drawSeatLabels(document: Paper, room: PrintedRoom): void {
  for (const seats of paged(room.seats, across * down)) {
    document.addPage();
    for (const [index, seat] of seats.entries())
      drawLabel(document, room, seat, margin + (index % across) * width, margin + Math.floor(index / across) * height);
  }
}

function drawLabel(
  document: Paper,
  { examName, roomName }: PrintedRoom,
  { seatNo, name, studentNo }: PrintedSeat,
  x: number,
  y: number,
): void {
  const line = { width: width - 16, height: 12, ellipsis: true, lineBreak: false, align: "center" } as const;
  document.lineWidth(0.5).strokeColor(soft).dash(3, {}).rect(x, y, width, height).stroke().undash();
  document
    .font("regular")
    .fontSize(8.5)
    .fillColor(soft)
    .text(`${examName}　${roomName}`, x + 8, y + 8, line);
  document
    .font("bold")
    .fontSize(26)
    .fillColor(ink)
    .text(String(seatNo), x + 8, y + 20, { ...line, height: 34 });
  fitFont(document, name, width - 18, 13).text(name, x + 8, y + 55, { ...line, height: 18 });
  document
    .font("regular")
    .fontSize(9)
    .text(studentNo ?? "", x + 8, y + 75, line);
}
