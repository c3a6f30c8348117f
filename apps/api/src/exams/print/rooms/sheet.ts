import { type Paper, ink, soft } from "../../../core/print/pdf.ts";

export interface PrintedSeat {
  seatNo: number;
  name: string;
  studentNo: string | null;
  /** Masked as the reader's role asks. */
  idNumber: string | null;
  /** jpg or png; null where there is none. */
  photo: Buffer | null;
}
export interface PrintedRoom {
  examName: string;
  roomName: string;
  place: string;
  startTime: string;
  endTime: string;
  invigilators: string | null;
  seats: readonly PrintedSeat[];
}

export const margin = 42;
export const pageWidth = 595.28 - 2 * margin;

/** A new page with the name of exam and sheet, the room, and where and when it is. @param pages «1/2», where there are several */
export function drawRoomHead(document: Paper, room: PrintedRoom, what: string, pages = ""): void {
  const { examName, roomName, place, startTime, endTime, seats } = room;
  document.addPage();
  document.font("bold").fontSize(16).fillColor(ink).text(`${examName} ${what}`, { align: "center" });
  document
    .font("regular")
    .fontSize(10.5)
    .moveDown(0.3)
    .text(`${roomName}　${place}　${startTime.slice(0, 16)}–${endTime.slice(11, 16)}　共${seats.length}人`, {
      align: "center",
    });
  if (pages) document.fontSize(9).fillColor(soft).text(`第${pages}页`, { align: "center" });
  document.fillColor(ink).moveDown(0.6);
}

/** Makes the font as small as a text needs to stand on one line whole: a name is not cut. */
export function fitFont(document: Paper, text: string, width: number, size: number): Paper {
  document.fontSize(size);
  const needed = document.widthOfString(text);
  return needed > width ? document.fontSize((size * width) / needed - 0.1) : document;
}

/** Splits seats into pages of so many. */
export const paged = <T>(items: readonly T[], each: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / each) }, (_, page) => items.slice(page * each, (page + 1) * each));
