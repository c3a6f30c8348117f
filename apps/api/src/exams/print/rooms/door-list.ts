import { type Paper, ink, soft } from "../../../core/print/pdf.ts";
import { type PrintedRoom, drawRoomHead, fitFont, margin, pageWidth, paged } from "./sheet.ts";

const perColumn = 30;
const gap = 24;
const columnWidth = (pageWidth - gap) / 2;
const rowHeight = 21;

/** 门贴: who sits in this room, in two columns, large enough to be read on a door. */
export function drawDoorList(document: Paper, room: PrintedRoom): void {
  const pages = paged(room.seats, 2 * perColumn);
  for (const [page, seats] of pages.entries()) {
    drawRoomHead(document, room, "考场门贴", pages.length > 1 ? `${page + 1}/${pages.length}` : "");
    document.font("bold").fontSize(30).text(room.roomName, { align: "center" }).moveDown(0.2);
    const top = document.y;
    for (const [index, { seatNo, name, studentNo }] of seats.entries()) {
      const x = margin + Math.floor(index / perColumn) * (columnWidth + gap);
      const y = top + (index % perColumn) * rowHeight;
      document.font("bold").fontSize(12).fillColor(ink).text(String(seatNo), x, y, { width: 34, align: "right" });
      fitFont(document.font("regular"), name, 82, 12).text(name, x + 46, y, { lineBreak: false });
      document.fontSize(10.5).text(studentNo ?? "", x + 132, y + 1, { width: columnWidth - 132, lineBreak: false });
      document
        .lineWidth(0.4)
        .strokeColor(soft)
        .moveTo(x, y + rowHeight - 3)
        .lineTo(x + columnWidth, y + rowHeight - 3)
        .stroke();
    }
    document.x = margin;
  }
}
