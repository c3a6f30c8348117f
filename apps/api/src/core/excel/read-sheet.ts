import { type SheetRow, WorkbookError, type WorkbookErrorKind } from "@jipei/xlsx/sheet.ts";
import { readLimits, readWorkbook } from "@jipei/xlsx/read-workbook.ts";
import { Refusal } from "../foundation/refusal.ts";

const reasons: Readonly<Record<WorkbookErrorKind, { zh: string; en: string }>> = {
  oldFormat: { zh: "请另存为 .xlsx 格式（未加密）后再导入", en: "save it as .xlsx (without password) first" },
  noTable: { zh: "不是 Excel 工作簿或文本文件", en: "neither an Excel workbook nor a text file" },
  damaged: {
    zh: "文件已损坏、过大，或不是有效的 Excel 工作簿",
    en: "it is damaged, too large, or no Excel workbook",
  },
  tooManyCells: {
    zh: `工作表超出${readLimits.rows}行或${readLimits.columns}列`,
    en: `the sheet has more than ${readLimits.rows} rows or ${readLimits.columns} columns`,
  },
};

/** The rows of an uploaded workbook or text file. @throws WORKBOOK_UNREADABLE */
export async function* readSheet(bytes: Buffer): AsyncGenerator<SheetRow> {
  try {
    yield* readWorkbook(bytes);
  } catch (error) {
    if (error instanceof WorkbookError) throw new Refusal("WORKBOOK_UNREADABLE", { reason: reasons[error.kind] });
    throw error;
  }
}

/** Refuses a workbook for a reason that its sender can mend. */
export const unreadable = (zh: string, en: string) => new Refusal("WORKBOOK_UNREADABLE", { reason: { zh, en } });
