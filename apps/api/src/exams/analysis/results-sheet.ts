import { Readable } from "node:stream";
import { Exam } from "@jipei/contract/exams/exam.ts";
import { examResultFigures, examResultsBy, examResultsCalls } from "@jipei/contract/exams/exam-results.ts";
import { writeWorkbook } from "@jipei/xlsx/write-workbook.ts";
import { today } from "../../core/foundation/clock.ts";
import type { Route } from "../../core/http/implement.ts";
import { filtersIn, recordedFile } from "../../core/http/recorded-file.ts";
import { getLabels } from "@jipei/contract/core/fields/field.ts";
import { getResults } from "./results.ts";

const names = Object.keys(examResultFigures) as (keyof typeof examResultFigures)[];

/** The results of exams by groups as a workbook, with all together in its last row. @throws as `getResults` */
export const resultsSheetRoute: Route = recordedFile(
  examResultsCalls.resultsSheet,
  async (app, actor, query, language) => {
    const { groups, sum } = await getResults(app.readDb, actor, query);
    const title = examResultsCalls.results[language];
    const total = { name: { zh: "合计", en: "Total" }[language], ...sum };
    const book = writeWorkbook({
      sheet: {
        name: title.slice(0, 31),
        columns: [
          { header: getLabels(examResultsBy, query.groupBy ?? "class")[language], width: 32, format: "text" as const },
          ...names.map((name) => {
            const field = examResultFigures[name];
            return { header: field[language], width: 14, format: { decimals: field.kind === "decimal" ? 2 : 0 } };
          }),
        ],
        rows: [...groups, total].map((row) => [
          row.name,
          ...names.map((name) => (row[name] == null ? null : Number(row[name]))),
        ]),
      },
    });
    return {
      name: `${title}-${today()}.xlsx`,
      body: Readable.from(book),
      action: "export",
      entity: Exam,
      after: { file: examResultsCalls.results.zh, filters: filtersIn(query) },
    };
  },
);
