import { createHash } from "node:crypto";
import { type Letter, Question, type QuestionRow, letters } from "@jipei/contract/exams/question.ts";
import { splitFormulas } from "@jipei/contract/exams/formulas.ts";
import type { FieldName } from "@jipei/contract/core/entity.ts";
import { invalidValue } from "../../core/foundation/refusal.ts";
import { assertFormulas } from "./formulas.ts";

/** The field of an option. */
const optionField = (letter: Letter) => `option${letter}` as const;
type Options = Record<`option${Letter}`, string | null>;
/** What is judged of a question: kind, words, options and answer. */
export type Content = Pick<QuestionRow, "questionType" | "stem" | "answer"> &
  Partial<Pick<QuestionRow, "analysis">> &
  Partial<Options>;

const trueOrFalse = { A: "正确", B: "错误" } as const;
/** Words for true and false, as teachers write them. */
const words: Readonly<Record<string, Letter>> = {
  正确: "A",
  对: "A",
  是: "A",
  "√": "A",
  "✓": "A",
  T: "A",
  TRUE: "A",
  错误: "B",
  错: "B",
  否: "B",
  "×": "B",
  X: "B",
  F: "B",
  FALSE: "B",
};

const wrong = (field: FieldName<typeof Question>, zh: string, en: string) => invalidValue(Question, field, zh, en);

/** The fields of options that are given by their letters. */
export const fromLetters = (options: Partial<Record<Letter, string | null>>): Options =>
  Object.fromEntries(letters.map((letter) => [optionField(letter), options[letter] ?? null])) as Options;

/**
 * Options and answer as they are stored: options without gaps, the letters of the answer in their order. True or false has options of its own.
 * @throws FIELD_INVALID for options that are missing or the same, for an answer that is none of them (rules.md §3.4), and for a formula that cannot be read
 */
export function readContent(content: Content): Options & { answer: string } {
  assertFormulas("stem", content.stem);
  assertFormulas("analysis", content.analysis);
  const options = content.questionType === "3" ? fromLetters(trueOrFalse) : readOptions(content);
  const offered = letters.filter((letter) => options[optionField(letter)] !== null);
  return { ...options, answer: readAnswer(content, offered) };
}

function readOptions(content: Content): Options {
  const texts = letters.map((letter) => content[optionField(letter)]?.trim() || null);
  const count = texts.findIndex((text) => text === null);
  const last = count < 0 ? letters.length : count;
  if (last < 2) throw wrong(last === 0 ? "optionA" : "optionB", "至少两个选项", "at least two options");
  const gap = texts.findIndex((text, place) => place > last && text !== null);
  if (gap >= 0) throw wrong(optionField(letters[last] as Letter), "选项不能空缺", "no option may be left out");
  const seen = new Map<string, Letter>();
  for (const [place, letter] of letters.entries()) {
    const text = texts[place];
    if (!text) continue;
    assertFormulas(optionField(letter), text);
    const same = seen.get(plain(text));
    if (same) throw wrong(optionField(letter), `与选项${same}相同`, `the same as option ${same}`);
    seen.set(plain(text), letter);
  }
  return Object.fromEntries(letters.map((letter, place) => [optionField(letter), texts[place] ?? null])) as Options;
}

function readAnswer({ questionType, answer }: Content, offered: readonly Letter[]): string {
  const written = answer.normalize("NFKC").trim().toUpperCase();
  const word = questionType === "3" ? words[written] : undefined;
  const given = word ? [word] : [...written.replace(/[\s,;、，；/]/g, "")];
  const unknown = given.find((letter) => !offered.some((one) => one === letter));
  if (given.length === 0 || unknown !== undefined)
    throw wrong("answer", `须为选项字母${offered.join("、")}`, `letters of the options: ${offered.join(", ")}`);
  const chosen = offered.filter((letter) => given.includes(letter));
  if (chosen.length !== given.length) throw wrong("answer", "选项字母重复", "a letter stands twice");
  if (questionType === "2" && chosen.length < 2)
    throw wrong("answer", "多选题至少两个答案", "at least two of a multiple choice");
  if (questionType !== "2" && chosen.length > 1) throw wrong("answer", "只能有一个答案", "one answer only");
  return chosen.join("");
}

/** Words without what typing differs in: width, case, spaces and punctuation. In a formula each sign counts. */
export const plain = (text: string): string =>
  splitFormulas(text)
    .map((part) => (part.kind === "formula" ? part.tex.replace(/\s/g, "") : plainWords(part.text)))
    .join("");

const plainWords = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s\p{P}]/gu, "");

/** What two questions with the same words share, however they were typed. A stem of signs alone is taken as it stands. */
export const hashStem = (stem: string): string =>
  createHash("sha256")
    .update(plain(stem) || stem.trim())
    .digest("base64url");
