import { type Reading, type SheetRow, WorkbookError } from "@jipei/xlsx/sheet.ts";
import { readLimits, readWorkbook } from "@jipei/xlsx/read-workbook.ts";
import { Refusal } from "../foundation/refusal.ts";
import { wordsOfFault } from "./workbook-faults.ts";

/** The rows of an uploaded workbook or text file. @param reading is told what is known meanwhile @throws WORKBOOK_UNREADABLE */
export async function* readSheet(bytes: Buffer, reading: Reading): AsyncGenerator<SheetRow> {
  try {
    yield* readWorkbook(bytes, readLimits, reading);
  } catch (error) {
    throw asUnreadable(error);
  }
}

/** The refusal of a damaged file; any other error as it is. */
export const asUnreadable = (error: unknown): unknown =>
  error instanceof WorkbookError ? new Refusal("WORKBOOK_UNREADABLE", { reason: wordsOfFault(error) }) : error;

/** Refuses a workbook for a reason that its sender can mend. */
export const unreadable = (zh: string, en: string) => new Refusal("WORKBOOK_UNREADABLE", { reason: { zh, en } });
