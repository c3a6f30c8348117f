import { type SummaryFigure, type SummaryQuery, summaryBy, summaryFigures } from "@jipei/contract/home/summary.ts";
import { columnLetters } from "@jipei/xlsx/sheet.ts";
import type { FormulaCell, WriteCell, WriteColumn, WriteSheet } from "@jipei/xlsx/write-sheet.ts";
import type { Language } from "../../core/http/language.ts";
import { type Summary, titleOf } from "./summary.ts";

const names = Object.keys(summaryFigures) as SummaryFigure[];
/** Rates that follow from two columns beside them. */
const quotients: Partial<Record<SummaryFigure, readonly [part: SummaryFigure, whole: SummaryFigure]>> = {
  passRate: ["passCount", "testCount"],
};

/** The sheet of a summary. Its sums and the rates that follow from other columns are formulas, so that whoever corrects a cell sees what follows. */
export function summarySheet(query: SummaryQuery, { records, sum }: Summary, language: Language): WriteSheet {
  const word = (words: readonly [zh: string, en: string, ...rest: unknown[]]) => words[language === "zh" ? 0 : 1];
  const heads = [query.groupBy ?? "month", ...(query.crossBy ? [query.crossBy] : [])];
  const letters = (figure: SummaryFigure) => columnLetters(heads.length + names.indexOf(figure));
  const last = records.length + 1;
  const columns: WriteColumn[] = [
    ...heads.map((head): WriteColumn => ({ header: word(summaryBy.codes[head]), width: 28, format: "text" })),
    ...names.map((name): WriteColumn => {
      const { zh, en, kind, scale } = summaryFigures[name] as { zh: string; en: string; kind: string; scale?: number };
      return { header: word([zh, en]), width: 14, format: { decimals: kind === "decimal" ? (scale ?? 0) : 0 } };
    }),
  ];
  const numbers = (row: Summary["sum"], line: number, isSum: boolean): WriteCell[] =>
    names.map((name): WriteCell => {
      const value = row[name] === null || row[name] === undefined ? null : Number(row[name]);
      const quotient = quotients[name];
      if (quotient) return rateCell(`${letters(quotient[0])}${line}`, `${letters(quotient[1])}${line}`, value);
      const isAdded = isSum && name !== "employRate" && records.length > 0;
      return isAdded ? { formula: `SUM(${letters(name)}2:${letters(name)}${last})`, value: value ?? 0 } : value;
    });
  const rows = [
    ...records.map((row, index) => [
      word([row.groupName, row.groupNameEn]),
      ...(query.crossBy ? [word([row.crossName ?? "", row.crossNameEn ?? ""])] : []),
      ...numbers(row, index + 2, false),
    ]),
    [word(["合计", "Total"]), ...heads.slice(1).map(() => null), ...numbers(sum, last + 1, true)],
  ];
  return { name: word(titleOf(query)), columns, rows };
}

const rateCell = (part: string, whole: string, value: number | null): FormulaCell => ({
  formula: `IF(${whole}=0,"",ROUND(${part}/${whole}*100,2))`,
  value,
});
