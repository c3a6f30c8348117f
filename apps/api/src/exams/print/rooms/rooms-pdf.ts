import type { Body } from "../../../core/foundation/streams.ts";
import { drawn, newPaper } from "../../../core/print/pdf.ts";
import { drawDoorList } from "./door-list.ts";
import { drawSeatLabels } from "./seat-labels.ts";
import { type PrintedRoom, margin } from "./sheet.ts";
import { drawSignInSheet } from "./sign-in-sheet.ts";

/** Of each room a sign-in sheet, a list for the door, and labels of the seats (A4). */
export function drawRooms(title: string, rooms: readonly PrintedRoom[]): Body {
  const document = newPaper(title, "portrait", margin);
  const steps = rooms.flatMap((room) => [
    () => drawSignInSheet(document, room),
    () => drawDoorList(document, room),
    () => drawSeatLabels(document, room),
  ]);
  return drawn(document, steps);
}
