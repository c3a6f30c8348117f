import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { type Letter, Question, letters } from "@jipei/contract/exams/question.ts";
import { type Issue, issue } from "@jipei/contract/core/issue.ts";
import { writeWorkbook } from "@jipei/xlsx/write-workbook.ts";
import { openZip } from "@jipei/xlsx/zip.ts";
import type { ImportSource, RowFile, RowIssue } from "../../../core/excel/import/import-definition.ts";
import { asUnreadable } from "../../../core/excel/read-sheet.ts";
import type { FileInMemory } from "../../../core/http/multipart.ts";
import { Refusal } from "../../../core/foundation/refusal.ts";
import { type WordObject, findMarks, withoutMarks } from "./objects.ts";
import { readParagraphs } from "./paragraphs.ts";
import { type WrittenQuestion, parseQuestions } from "./parse-questions.ts";
import { Pictures } from "./pictures.ts";

const { fields } = Question;
const optionOf = (letter: Letter) => `option${letter}` as const;
const columns = [
  fields.courseId,
  fields.classificationId,
  fields.questionType,
  fields.difficulty,
  fields.stem,
  ...letters.map((letter) => fields[optionOf(letter)]),
  fields.answer,
  fields.analysis,
];
/** The header stands above the questions. */
const rowOf = (index: number): number => index + 2;

/**
 * A Word document as the sheet that the import reads: a question in each row, with its picture. Whatever is no Word document stays as it is.
 * @throws WORKBOOK_UNREADABLE, FIELD_INVALID without any question
 */
export async function wordToWorkbook({ name, bytes }: Pick<FileInMemory, "name" | "bytes">): Promise<ImportSource> {
  if (!/\.docx$/i.test(name)) return { bytes };
  try {
    return await convert(bytes);
  } catch (error) {
    throw asUnreadable(error);
  }
}

async function convert(bytes: Buffer): Promise<ImportSource> {
  const archive = openZip(bytes);
  const { paragraphs, objects } = await readParagraphs(bytes, archive);
  const questions = parseQuestions(paragraphs);
  if (questions.length === 0)
    throw new Refusal("FIELD_INVALID", {
      field: { zh: "文件", en: "File" },
      reason: {
        zh: "没有找到试题：每题以题号开头，选项以A.、B.开头，并写明“答案：”",
        en: "no question found: each begins with its number, options with A., B., and the answer with “答案：”",
      },
    });
  const pictures = new Pictures(bytes, archive);
  const seen = new Set<number>();
  const issues: RowIssue[] = [];
  const files: RowFile[] = [];
  for (const [index, question] of questions.entries()) {
    const row = rowOf(index);
    const found = await readObjects(question, objects, pictures, seen);
    for (const { field, reason } of found.faults)
      issues.push({
        row,
        field,
        // Pictures have no column that could say something.
        ...(field === "attId" && { text: "" }),
        issue: issue(reason.key, `第${question.number}题：${reason.zh}`, `Question ${question.number}: ${reason.en}`),
      });
    if (found.picture) {
      const { extension, bytes: content } = found.picture;
      files.push({ row, field: "attId", kind: "pic", name: `第${question.number}题.${extension}`, bytes: content });
    }
  }
  return { bytes: await toSheet(questions), files, issues: [...lost(objects.length - seen.size), ...issues] };
}

/** Where something may stand in a question, as the fields of its form. */
const placesOf = ({ stem, options, answer, analysis }: WrittenQuestion): [field: string, text: string][] => [
  ["stem", stem],
  ...letters.map((letter): [string, string] => [optionOf(letter), options[letter] ?? ""]),
  ["answer", answer],
  ["analysis", analysis],
];

interface Found {
  picture: { extension: string; bytes: Buffer } | null;
  faults: { field: string; reason: Issue }[];
}

/** The picture of a question, and whatever else stands in it that is no text. @param seen is told of the objects that belong to a question */
async function readObjects(
  question: WrittenQuestion,
  objects: readonly WordObject[],
  pictures: Pictures,
  seen: Set<number>,
): Promise<Found> {
  const found: Found = { picture: null, faults: [] };
  for (const [field, text] of placesOf(question))
    for (const place of findMarks(text)) {
      const object = objects[place];
      if (!object) continue;
      seen.add(place);
      if (object.kind === "formula") {
        found.faults.push({ field, reason: unknownFormula(object.unknown) });
        continue;
      }
      const taken = isShown(field) ? await pictures.take(object) : misplaced;
      if ("key" in taken) found.faults.push({ field: "attId", reason: taken });
      else if (found.picture) found.faults.push({ field: "attId", reason: second });
      else found.picture = taken;
    }
  return found;
}

/** What candidates see while they answer: a picture of the explanation would tell them the answer. */
const isShown = (field: string): boolean => field !== "answer" && field !== "analysis";

const misplaced = issue(
  "PICTURE_PLACE",
  "图片在答案之后，请移到题干中",
  "The picture stands behind the answer: move it into the question",
);
const second = issue(
  "PICTURE_SECOND",
  "每题只能有一张图片，请合并为一张",
  "A question has one picture: make one of them",
);
const unknownFormula = (what: string): Issue =>
  issue(
    "FORMULA_UNKNOWN",
    `公式中有无法识别的内容（${what}），请更正为$…$之间的LaTeX`,
    `Something of the formula is not known (${what}): write it as LaTeX between $…$`,
  );

/** What stands in no question, such as a sign above the first one. */
const lost = (count: number): RowIssue[] =>
  count === 0
    ? []
    : [
        {
          row: 1,
          isNotice: true,
          issue: issue(
            "OBJECTS_LOST",
            `${count}处图片、公式不在任何试题中，不会导入`,
            `${count} pictures and formulas stand in no question and are not imported`,
          ),
        },
      ];

function toSheet(questions: readonly WrittenQuestion[]): Promise<Buffer> {
  const rows = questions.map((one) => [
    one.course,
    one.course && one.point ? `${one.course}/${one.point}` : one.point,
    one.kind,
    one.difficulty || "中",
    one.stem,
    ...letters.map((letter) => one.options[letter] ?? ""),
    one.answer,
    one.analysis,
  ]);
  const header = columns.map(({ zh }) => ({ header: zh, width: 20, format: "text" as const }));
  const sheet = {
    name: Question.zh,
    columns: header,
    rows: rows.map((row) => row.map((text) => withoutMarks(text).trim())),
  };
  return buffer(Readable.from(writeWorkbook({ sheet })));
}
