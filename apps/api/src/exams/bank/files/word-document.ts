import { difficulty, questionType } from "@jipei/contract/core/fields/codes.ts";
import { strToU8, zipSync } from "fflate";
import type { BankQuestion } from "./bank-question.ts";
import { escaped } from "./xml.ts";

const space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const parts = {
  "[Content_Types].xml": `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
  "_rels/.rels": `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
};

/** Questions as a Word document in the layout that the import reads, so that a bank can be written on there and imported again. */
export function toWordDocument(questions: readonly BankQuestion[]): Buffer {
  const lines: string[] = [];
  let last: BankQuestion | null = null;
  for (const [index, question] of questions.entries()) {
    lines.push(...getHeadings(question, last), ...getLines(question, index + 1));
    last = question;
  }
  const body = lines.map((line) => `<w:p>${getRuns(line)}</w:p>`).join("");
  const document = `${head}<w:document ${space}><w:body>${body}</w:body></w:document>`;
  const files = { ...parts, "word/document.xml": document };
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))));
}

/** What holds for this question and no longer for the one before. */
function getHeadings({ courseName, place, questionType: kind }: BankQuestion, last: BankQuestion | null): string[] {
  return [
    ...(courseName === last?.courseName ? [] : [`课程：${courseName}`]),
    ...(place === last?.place && courseName === last.courseName ? [] : [`知识点：${place}`]),
    ...(kind === last?.questionType ? [] : [`${"一二三"[Number(kind) - 1]}、${questionType.codes[kind][0]}`]),
  ];
}

function getLines(
  { questionType: kind, stem, options, answer, analysis, difficulty: level }: BankQuestion,
  number: number,
): string[] {
  const isJudge = kind === "3";
  return [
    `${number}. ${stem}`,
    ...(isJudge ? [] : options.map(({ letter, text }) => `${letter}. ${text}`)),
    `答案：${isJudge ? judged(answer) : answer}`,
    `难度：${difficulty.codes[level][0]}`,
    ...(analysis ? [`解析：${analysis}`] : []),
  ];
}
const judged = (answer: string): string => (answer === "A" ? "对" : "错");

/** A line of the text, with breaks where it has some. */
const getRuns = (line: string): string =>
  line
    .split("\n")
    .map((part) => `<w:r><w:t xml:space="preserve">${escaped(part)}</w:t></w:r>`)
    .join("<w:r><w:br/></w:r>");
