import { type Letter, letters } from "@jipei/contract/exams/question.ts";
import { withoutMarks } from "./objects.ts";
import type { Paragraph } from "./paragraphs.ts";

/** A question as it stands in a document; what is missing is found when its row is checked. */
export interface WrittenQuestion {
  /** As it is written, or else counted. */
  number: string;
  course: string;
  point: string;
  kind: string;
  difficulty: string;
  stem: string;
  options: Partial<Record<Letter, string>>;
  answer: string;
  analysis: string;
}

/** Headings that hold for all questions below them. */
const headings = {
  course: /^课程(?:名称)?[：:]\s*(.+)$/,
  point: /^(?:知识点|试题分类|分类)[：:]\s*(.+)$/,
} as const;
/** 一、单项选择题（每题1分） */
const section = /^(?:[一二三四五六七八九十]+[、.．]|[（(][一二三四五六七八九十]+[）)])\s*(.*题.*)$/;
const kinds: readonly (readonly [RegExp, string])[] = [
  [/多(?:项)?选/, "多选题"],
  [/判断|是非|对错/, "判断题"],
  [/单(?:项)?选|选择/, "单选题"],
];
const start = /^(\d{1,4})\s*[.．、:：)）]\s*(.*)$/s;
const option = /^[（(]?([A-F])\s*[)）.．、:：]\s*(.*)$/s;
/** Options that stand in one line. */
const nextOption = /\s+(?=[（(]?[A-F]\s*[)）.．、:：])/;
const answer = /^[【[]?\s*(?:参考|标准|正确)?答案\s*[】\]]?\s*[:：]?\s*(.*)$/s;
const analysis = /^[【[]?\s*(?:答案|试题)?解析\s*[】\]]?\s*[:：]?\s*(.*)$/s;
const difficulty = /^[【[]?\s*难度\s*[】\]]?\s*[:：]?\s*([易中难])/;
/** An answer within the stem: 触电时首先应（ B ）。 */
const within = /[（(]\s*([A-F]{1,6}|√|×|对|错|正确|错误)\s*[）)]/;

/**
 * The questions of a document in the plain layout that teachers write: number, stem, options A to F, answer, explanation, each in a paragraph of its own
 * or numbered by Word. Headings name course, knowledge point and kind for what stands below them; without one the answer tells the kind.
 */
export function parseQuestions(paragraphs: readonly Paragraph[]): WrittenQuestion[] {
  const found: WrittenQuestion[] = [];
  const above = { course: "", point: "", kind: "" };
  /** Where a line that begins nothing goes on. */
  let last: "stem" | "answer" | "analysis" | Letter = "stem";
  const begin = (stem: string, number = String(found.length + 1)) => {
    found.push({ ...above, number, difficulty: "", stem, options: {}, answer: "", analysis: "" });
    last = "stem";
  };
  const add = (question: WrittenQuestion, letter: Letter, text: string) => {
    question.options[letter] = text.trim();
    last = letter;
  };
  const goOn = (question: WrittenQuestion, text: string) => {
    if (last === "stem" || last === "answer" || last === "analysis")
      question[last] = `${question[last]}\n${text}`.trim();
    else question.options[last] = `${question.options[last] ?? ""} ${text}`.trim();
  };
  const take = (text: string, numbered: string | null): void => {
    const open = found.at(-1);
    const heading = (Object.keys(headings) as (keyof typeof headings)[]).find((name) => headings[name].test(text));
    const begun = start.exec(text);
    const answered = answer.exec(text);
    const explained = analysis.exec(text);
    const rated = difficulty.exec(text);
    if (heading) above[heading] = withoutMarks(headings[heading].exec(text)?.[1] ?? "").trim();
    else if (section.test(text)) above.kind = kinds.find(([words]) => words.test(text))?.[1] ?? "";
    else if (begun) begin(begun[2] ?? "", begun[1]);
    else if (numbered === "decimal" && !option.test(text)) begin(text);
    else if (!open) return;
    else if (explained) {
      open.analysis = explained[1] ?? "";
      last = "analysis";
    } else if (answered) {
      open.answer = answered[1] ?? "";
      last = "answer";
    } else if (rated) open.difficulty = rated[1] ?? "";
    else if (numbered === "upperLetter") add(open, nextLetter(open), text);
    else if (option.test(text))
      for (const part of text.split(nextOption)) {
        const [, letter, words] = option.exec(part) ?? [];
        if (letter) add(open, letter as Letter, words ?? "");
      }
    else goOn(open, text);
  };
  for (const { text, numbered } of paragraphs) if (text.trim() !== "") take(text.trim(), numbered);
  return found.map(finished);
}

const nextLetter = ({ options }: WrittenQuestion): Letter =>
  letters.find((letter) => options[letter] === undefined) ?? "F";

/** The answer taken out of the stem where it stands there, and the kind told by the answer where no heading tells it. */
function finished(question: WrittenQuestion): WrittenQuestion {
  const inStem = question.answer === "" ? within.exec(question.stem) : null;
  const given = inStem ? (inStem[1] ?? "") : question.answer.trim();
  const stem = inStem ? question.stem.replace(within, "（　）") : question.stem;
  const count = given.replace(/[^A-Fa-f]/g, "").length;
  const hasOptions = Object.keys(question.options).length > 0;
  const told = count > 1 ? "多选题" : "单选题";
  return { ...question, stem: stem.trim(), answer: given, kind: question.kind || (hasOptions ? told : "判断题") };
}
