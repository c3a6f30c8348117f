import { byId, call } from "../core/call.ts";
import { code, codeList, id, int, text } from "../core/fields/field.ts";
import { file, flag, list, one, record } from "../core/fields/shape.ts";

/** Documents on the screen: their cells as a table, and their pages as the PDF that a converter makes of them. */

const path = "/api/zjgrsj-file/document";

/** Types that the converter lays out as a PDF. What a browser draws by itself (pictures, PDF, text, workbooks) never goes there. */
export const convertedTypes = ["doc", "docx", "xls", "ppt", "pptx", "odt", "ods", "odp"] as const;

/** How far the pages of a document are. */
export const conversionState = codeList("CONVERSION_STATE", "转换状态", "Conversion", {
  none: ["不可转换", "Not converted here"],
  waiting: ["正在转换", "Converting", "busy"],
  ready: ["可预览", "Ready", "good"],
  failed: ["转换失败", "Failed", "bad"],
});
export type ConversionState = keyof (typeof conversionState)["codes"];

/** Rows of a sheet in one answer, and the last row that a preview goes to. */
export const sheetPage = 200;
export const maxSheetRow = 20_000;
/** Columns of a sheet that a preview shows. */
export const maxSheetColumns = 100;

const row = record({
  row: int("行号", "Row", "required"),
  cells: list(one(text(2000, "单元格", "Cell", "required")), maxSheetColumns),
});

export const documentCalls = {
  /** Whether the pages of a document can be shown. Where they can and nobody has asked before, their conversion begins. */
  preview: call({
    name: "Document.preview",
    method: "POST",
    path: `${path}/preview`,
    zh: "文档预览",
    en: "Pages of a document",
    access: "signedIn",
    // Asked again and again until they are ready.
    writes: false,
    input: byId,
    output: record({ state: code(conversionState, "转换状态", "Conversion", "required") }),
  }),
  /** The pages of a document, once they are ready. */
  pages: call({
    name: "Document.pages",
    method: "GET",
    path: `${path}/pages`,
    zh: "文档预览PDF",
    en: "Pages of a document as PDF",
    access: "signedIn",
    input: byId,
    output: file("pdf"),
  }),
  /** Rows of one sheet of a workbook, as texts. Hidden sheets are not among them. */
  sheet: call({
    name: "Document.sheet",
    method: "GET",
    path: `${path}/sheet`,
    zh: "工作表预览",
    en: "Rows of a sheet",
    access: "signedIn",
    input: record({
      id: id("附件", "Attachment", "required"),
      sheet: int("工作表", "Sheet", "required", { min: 0, max: 99 }),
      from: int("起始行", "From row", "required", { min: 1, max: maxSheetRow }),
    }),
    output: record({
      sheets: list(one(text(100, "工作表", "Sheet", "required"))),
      rows: list(row, sheetPage),
      /** Where the next rows begin; null at the end. */
      next: int("下一行", "Next row"),
      /** Rows or columns beyond what a preview shows. */
      isCut: flag("未完整显示", "Whether some of it is left out"),
    }),
  }),
};
