import { buffer } from "node:stream/consumers";
import { Readable } from "node:stream";
import { Question, letters } from "@jipei/contract/exams/question.ts";
import { writeWorkbook } from "@jipei/xlsx/write-workbook.ts";
import { asUnreadable } from "../../../core/excel/read-sheet.ts";
import type { FileInMemory } from "../../../core/http/multipart.ts";
import { Refusal } from "../../../core/foundation/refusal.ts";
import { parseQuestions } from "./parse-questions.ts";
import { readParagraphs } from "./paragraphs.ts";

const { fields } = Question;
const columns = [
  fields.courseId,
  fields.classificationId,
  fields.questionType,
  fields.difficulty,
  fields.stem,
  ...letters.map((letter) => fields[`option${letter}` as const]),
  fields.answer,
  fields.analysis,
  fields.remark,
];

/** A Word document as the sheet that the import reads: a question in each row. Whatever is no Word document stays as it is. @throws WORKBOOK_UNREADABLE, FIELD_INVALID without any question */
export async function wordToWorkbook({ name, bytes }: Pick<FileInMemory, "name" | "bytes">): Promise<Buffer> {
  if (!/\.docx$/i.test(name)) return bytes;
  const paragraphs = await readParagraphs(bytes).catch((error: unknown) => {
    throw asUnreadable(error);
  });
  const questions = parseQuestions(paragraphs);
  if (questions.length === 0)
    throw new Refusal("FIELD_INVALID", {
      field: { zh: "文件", en: "File" },
      reason: {
        zh: "没有找到试题：每题以题号开头，选项以A.、B.开头，并写明“答案：”",
        en: "no question found: each begins with its number, options with A., B., and the answer with “答案：”",
      },
    });
  const rows = questions.map((one) => [
    one.course,
    one.course && one.point ? `${one.course}/${one.point}` : one.point,
    one.kind,
    one.difficulty || "中",
    one.stem,
    ...letters.map((letter) => one.options[letter] ?? ""),
    one.answer,
    one.analysis,
    one.hasPicture ? "Word中有图片或公式，请补充" : "",
  ]);
  const header = columns.map(({ zh }) => ({ header: zh, width: 20, format: "text" as const }));
  return buffer(Readable.from(writeWorkbook({ sheet: { name: Question.zh, columns: header, rows } })));
}
