import { Readable } from "node:stream";
import { difficulty, questionType } from "@jipei/contract/core/fields/codes.ts";
import { type CodeList, getLabels } from "@jipei/contract/core/fields/field.ts";
import { type AnalysedQuestion, analysedFields, examCalls } from "@jipei/contract/exams/exam.calls.ts";
import { ruling } from "@jipei/contract/exams/exam-codes.ts";
import { Exam } from "@jipei/contract/exams/exam.ts";
import { writeWorkbook } from "@jipei/xlsx/write-workbook.ts";
import { readRow } from "../../core/database/rows.ts";
import type { Route } from "../../core/http/implement.ts";
import type { Language } from "../../core/http/language.ts";
import { recordedFile } from "../../core/http/recorded-file.ts";
import { examScope } from "../exam/exam.scope.ts";
import { analyse } from "./analysis.ts";

/** What stands in a column: the field of the same name, as a word of a list, a number with so many decimals, or text. */
type Column = readonly [field: keyof typeof analysedFields, width: number, as?: CodeList | number];
const columns: readonly Column[] = [
  ["stem", 60],
  ["questionType", 12, questionType],
  ["difficulty", 10, difficulty],
  ["key", 10],
  ["used", 10, 0],
  ["right", 10, 0],
  ["rightRate", 12, 2],
  ["discrimination", 14, 2],
  ["objections", 12, 0],
  ["ruling", 20, ruling],
];

const getRow = (question: AnalysedQuestion, language: Language): (string | number | null)[] =>
  columns.map(([field, , as]) => {
    const value = question[field];
    if (value == null) return null;
    if (typeof as === "number") return Number(value);
    return as ? getLabels(as, String(value))[language] : value;
  });

/** The questions of an exam with how they were answered, as a workbook. @throws as `analyse` */
export const analysisSheetRoute: Route = recordedFile(
  examCalls.analysisSheet,
  async (app, actor, { examId }, language) => {
    const { examName } = await readRow(app.db, Exam, examScope, actor, examId);
    const { questions } = await analyse(app.db, actor, { examId });
    const book = writeWorkbook({
      sheet: {
        name: examName.slice(0, 31),
        columns: columns.map(([field, width, as]) => ({
          header: analysedFields[field][language],
          width,
          format: typeof as === "number" ? { decimals: as } : ("text" as const),
        })),
        rows: questions.map((question) => getRow(question, language)),
      },
    });
    return { name: `${examName}.xlsx`, body: Readable.from(book), action: "export", entity: Exam, ids: [examId] };
  },
);
