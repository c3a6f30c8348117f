import type { QuestionType } from "@jipei/contract/exams/question.ts";
import { questionType } from "@jipei/contract/core/fields/codes.ts";
import type { Body } from "../../core/foundation/streams.ts";
import { type Layout, writeLines } from "./formula-lines.ts";
import { type Paper, drawn, ink, newPaper, soft } from "../../core/print/pdf.ts";

export interface PrintedQuestion {
  questionType: QuestionType;
  points: string;
  stem: string;
  options: readonly { letter: string; text: string }[];
  /** Reads its picture when it is drawn; null without one. */
  picture: (() => Promise<Buffer | null>) | null;
  key: string;
}
export interface PrintedPaper {
  /** A or B. */
  name: string;
  questions: readonly PrintedQuestion[];
}
export interface PrintedHead {
  examName: string;
  examNo: string;
  duration: number;
  totalScore: string;
}

const margin = 56;
const numerals = ["一", "二", "三"];

/** Papers, then an answer sheet and the key of each (A4). @param layOut lays out the formulas of the questions */
export function drawPapers(head: PrintedHead, papers: readonly PrintedPaper[], layOut: Layout): Body {
  const document = newPaper(head.examName, "portrait", margin);
  const steps = papers.flatMap((paper) => [
    () => drawHead(document, head, `试卷（${paper.name}卷）`),
    ...paper.questions.map((question, index) => () => drawQuestion(document, paper, question, index, layOut)),
    () => drawSheet(document, head, paper),
    () => drawKey(document, head, paper),
  ]);
  return drawn(document, steps);
}

function drawHead(document: Paper, { examName, examNo, duration, totalScore }: PrintedHead, what: string): void {
  document.addPage();
  document.font("bold").fontSize(17).fillColor(ink).text(`${examName}${what}`, { align: "center" });
  document
    .font("regular")
    .fontSize(10)
    .fillColor(soft)
    .text(`编号 ${examNo}　时长 ${duration} 分钟　满分 ${Number(totalScore)} 分`, { align: "center" })
    .moveDown(0.6)
    .fillColor(ink)
    .text("姓名：________________　准考证号：______________________　得分：__________", { align: "center" })
    .moveDown(1);
}

/** The kinds of a paper in their order, with how many questions each has. */
const kindsOf = ({ questions }: PrintedPaper): QuestionType[] => [...new Set(questions.map((one) => one.questionType))];

/** Points that a picture has room in. */
const pictureWidth = 320;
const pictureHeight = 160;

async function drawQuestion(
  document: Paper,
  paper: PrintedPaper,
  question: PrintedQuestion,
  index: number,
  layOut: Layout,
): Promise<void> {
  const isFirst = paper.questions[index - 1]?.questionType !== question.questionType;
  const picture = (await question.picture?.()) ?? null;
  // A question is not parted from its options.
  const room = 40 + question.options.length * 18 + (picture ? pictureHeight : 0);
  if (document.y > document.page.height - margin - room) document.addPage();
  if (isFirst) {
    const count = paper.questions.filter((one) => one.questionType === question.questionType).length;
    const numeral = numerals[kindsOf(paper).indexOf(question.questionType)] ?? "";
    document
      .font("bold")
      .fontSize(12)
      .text(
        `${numeral}、${questionType.codes[question.questionType][0]}（共${count}题，每题${Number(question.points)}分）`,
      )
      .moveDown(0.4);
  }
  writeLines(document, `${index + 1}. ${question.stem}`, 11, layOut, { lineGap: 2 });
  if (question.picture) drawPicture(document, picture);
  for (const { letter, text } of question.options)
    writeLines(document, `${letter}. ${text}`, 11, layOut, { indent: 20, lineGap: 1 });
  document.moveDown(0.6);
}

/** A picture below its question; candidates are told of one that cannot be drawn. */
function drawPicture(document: Paper, picture: Buffer | null): void {
  try {
    if (!picture) throw new Error("no picture");
    document.moveDown(0.3).image(picture, { fit: [pictureWidth, pictureHeight] });
  } catch {
    document.fillColor(soft).text("（图片无法打印）").fillColor(ink);
  }
  document.moveDown(0.3);
}

const columns = 5;
const cell = { width: 96, height: 26 };

/** A grid with a box for each answer; filled in it is the key. */
function drawGrid(document: Paper, paper: PrintedPaper, getText: (question: PrintedQuestion) => string): void {
  const top = document.y;
  const perPage = Math.floor((document.page.height - margin - top) / cell.height) * columns;
  for (const [index, question] of paper.questions.slice(0, perPage).entries()) {
    const x = margin + (index % columns) * cell.width;
    const y = top + Math.floor(index / columns) * cell.height;
    document.lineWidth(0.5).strokeColor(soft).rect(x, y, cell.width, cell.height).stroke();
    document
      .font("regular")
      .fontSize(10)
      .fillColor(ink)
      .text(`${index + 1}. ${getText(question)}`, x + 6, y + 8, { lineBreak: false });
  }
  document.x = margin;
}

function drawSheet(document: Paper, head: PrintedHead, paper: PrintedPaper): void {
  drawHead(document, head, `答题卡（${paper.name}卷）`);
  drawGrid(document, paper, () => "");
}

function drawKey(document: Paper, head: PrintedHead, paper: PrintedPaper): void {
  drawHead(document, head, `参考答案（${paper.name}卷）`);
  drawGrid(document, paper, ({ key }) => key);
}
