import { type Reading, type SheetRow, WorkbookError } from "@jipei/xlsx/sheet.ts";
import { readLimits, readWorkbook } from "@jipei/xlsx/read-workbook.ts";
import { Refusal } from "../foundation/refusal.ts";
import { wordsOfFault } from "./workbook-faults.ts";

/** The rows of an uploaded workbook or text file. @param reading is told what is known meanwhile @throws WORKBOOK_UNREADABLE */
export async function* readSheet(bytes: Buffer, reading: Reading): AsyncGenerator<SheetRow> {
  try {
    yield* readWorkbook(bytes, readLimits, reading);
  } catch (error) {
    if (error instanceof WorkbookError) throw new Refusal("WORKBOOK_UNREADABLE", { reason: wordsOfFault(error) });
    throw error;
  }
}

/** Refuses a workbook for a reason that its sender can mend. */
export const unreadable = (zh: string, en: string) => new Refusal("WORKBOOK_UNREADABLE", { reason: { zh, en } });
