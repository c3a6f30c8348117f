import { difficulty, questionType } from "@jipei/contract/core/fields/codes.ts";
import { type Zippable, strToU8, zipSync } from "fflate";
import type { BankPicture } from "./bank-pictures.ts";
import type { BankQuestion } from "./bank-question.ts";
import { getPictureRun } from "./word-picture.ts";
import { escaped } from "./xml.ts";

const office = "http://schemas.openxmlformats.org";
const spaces =
  `xmlns:w="${office}/wordprocessingml/2006/main" xmlns:r="${office}/officeDocument/2006/relationships" ` +
  `xmlns:wp="${office}/drawingml/2006/wordprocessingDrawing" xmlns:a="${office}/drawingml/2006/main" xmlns:pic="${office}/drawingml/2006/picture"`;
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const pictureTypes = ["png", "jpg", "jpeg"].map(
  (extension) => `<Default Extension="${extension}" ContentType="image/${extension === "png" ? "png" : "jpeg"}"/>`,
);
const parts = {
  "[Content_Types].xml": `${head}<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${pictureTypes.join("")}<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
  "_rels/.rels": `${head}<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="r1" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
};

/**
 * Questions as a Word document in the layout that the import reads, so that a bank can be written on there and imported again. Formulas stay LaTeX
 * between dollar signs, which the import takes as they are.
 */
export function toWordDocument(questions: readonly BankQuestion[]): Buffer {
  const paragraphs: string[] = [];
  const pictures: BankPicture[] = [];
  let last: BankQuestion | null = null;
  for (const [index, question] of questions.entries()) {
    paragraphs.push(...getHeadings(question, last).map(getRuns));
    const [stem = "", ...others] = getLines(question, index + 1).map(getRuns);
    paragraphs.push(stem);
    if (question.picture) {
      const place = pictures.push(question.picture);
      paragraphs.push(getPictureRun(question.picture, place, `p${place}`));
    }
    paragraphs.push(...others);
    last = question;
  }
  const body = paragraphs.map((runs) => `<w:p>${runs}</w:p>`).join("");
  const files = {
    ...parts,
    "word/document.xml": `${head}<w:document ${spaces}><w:body>${body}</w:body></w:document>`,
    "word/_rels/document.xml.rels": getRelations(pictures),
  };
  const zip: Zippable = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]));
  // Pictures are packed already.
  for (const { name, bytes } of pictures) zip[`word/media/${name}`] = [bytes, { level: 0 }];
  return Buffer.from(zipSync(zip));
}

function getRelations(pictures: readonly BankPicture[]): string {
  const relations = pictures.map(
    ({ name }, index) =>
      `<Relationship Id="p${index + 1}" Type="${office}/officeDocument/2006/relationships/image" Target="media/${name}"/>`,
  );
  return `${head}<Relationships xmlns="${office}/package/2006/relationships">${relations.join("")}</Relationships>`;
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
