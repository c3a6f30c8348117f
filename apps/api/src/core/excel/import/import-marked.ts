import { buffer } from "node:stream/consumers";
import { cellText } from "@jipei/xlsx/cell-text.ts";
import type { SheetValue } from "@jipei/xlsx/sheet.ts";
import type { MarkedCell, WriteCell } from "@jipei/xlsx/write-sheet.ts";
import { writeWorkbook } from "@jipei/xlsx/write-workbook.ts";
import type { Analysis } from "./import-analysis.ts";
import type { ImportParts } from "./import-parts.ts";
import type { Language } from "../../http/language.ts";

/** Rows of a marked sheet; of a longer one only the bad rows are given back, all of them. */
const maxRows = 20_000;
/** Bad cells with a note of their own: programs take minutes to open a sheet with more. Every reason also stands behind its row. */
const maxNotes = 5000;

const words = {
  zh: { sheet: "标错", reasons: "错误说明", between: "；" },
  en: { sheet: "Marked", reasons: "Errors", between: "; " },
};

/** The sheet as it was sent, with the user's corrections, bad cells coloured, and the reasons as notes and behind each row. */
export function markedWorkbook(
  analysis: Pick<Analysis, "header" | "issues" | "sheet">,
  parts: ImportParts,
  language: Language,
): Promise<Buffer> {
  const { sheet, issues, header } = analysis;
  const indexes = new Map(header.columns.flatMap(({ index, field }) => (field ? [[field, index] as const] : [])));
  const byRow = Map.groupBy(issues, ({ row }) => row);
  const width = sheet.reduce((most, { values }) => Math.max(most, values.length), 0);
  let notes = 0;

  function marked({ row, values }: Analysis["sheet"][number]): WriteCell[] {
    const cells: WriteCell[] = values.map(toCell);
    for (const [field, index] of indexes) {
      const correction = parts.corrections.get(`${row}/${field}`);
      if (correction !== undefined) cells[index] = correction;
    }
    const found = byRow.get(row);
    if (!found) return cells;
    const byColumn = Map.groupBy(found, ({ field }) => indexes.get(field ?? "") ?? 0);
    for (const [index, ones] of byColumn)
      cells[index] = {
        value: plain(cells[index]),
        style: "wrong",
        ...(++notes <= maxNotes && { note: ones.map(({ issue }) => issue[language]).join("\n") }),
      };
    while (cells.length < width) cells.push(null);
    return [...cells, found.map(({ issue }) => issue[language]).join(words[language].between)];
  }

  const head = sheet.filter(({ row }) => row <= header.row).map(marked);
  const top = head.pop() ?? [];
  const below = sheet.filter(({ row }) => row > header.row && (sheet.length <= maxRows || byRow.has(row)));
  return buffer(
    writeWorkbook({
      sheet: {
        name: words[language].sheet,
        above: head,
        columns: Array.from({ length: width + 1 }, (_, index) => ({
          header: (index === width && !top[index] ? words[language].reasons : top[index]) ?? null,
          width: index === width ? 50 : 16,
          format: "text",
        })),
        rows: below.map(marked),
        isFiltered: true,
      },
    }),
  );
}

/** Numbers stay numbers, so that one that has lost its last digits is found again. */
const toCell = (value: SheetValue): WriteCell => (typeof value === "number" ? value : cellText(value).text);

const plain = (cell: WriteCell | undefined): MarkedCell["value"] =>
  typeof cell === "object" || cell === undefined ? "" : cell;
