import { Readable } from "node:stream";
import { examResultFigures, examResultsBy, examResultsCalls } from "@jipei/contract/exams/exam-results.ts";
import { writeWorkbook } from "@jipei/xlsx/write-workbook.ts";
import { today } from "../../core/foundation/clock.ts";
import { sendFile } from "../../core/http/download.ts";
import { type Route, raw } from "../../core/http/implement.ts";
import { preferredLanguage } from "../../core/http/language.ts";
import { getLabels } from "@jipei/contract/core/fields/field.ts";
import { getResults } from "./results.ts";

const names = Object.keys(examResultFigures) as (keyof typeof examResultFigures)[];

/** The results of exams by groups as a workbook, with all together in its last row. @throws as `getResults` */
export const resultsSheetRoute: Route = raw(
  examResultsCalls.resultsSheet,
  async (request, reply, actor, query, app) => {
    const language = preferredLanguage(request);
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
    return sendFile(reply, Readable.from(book), `${title}-${today()}.xlsx`);
  },
);
