import { letters } from "@jipei/contract/exams/question.ts";
import type { ImportPreview } from "@jipei/contract/core/import.ts";
import { questionType } from "@jipei/contract/core/fields/codes.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import { readContent } from "./question-content.ts";

type Values = ImportPreview["values"];

/** A question of a sheet as it will be saved: options and answer as they are stored, where they can be read. */
export function previewQuestion(values: Values): Values {
  const { questionType: kind, stem = "", answer = "", analysis } = values;
  const known = Object.keys(questionType.codes).find((one): one is keyof typeof questionType.codes => one === kind);
  if (!known) return values;
  const options = letters.map((letter) => [`option${letter}`, values[`option${letter}`] ?? null] as const);
  try {
    const content = readContent({
      questionType: known,
      stem,
      answer,
      analysis: analysis ?? null,
      ...Object.fromEntries(options),
    });
    const filled = Object.entries(content).filter((entry): entry is [string, string] => entry[1] !== null);
    return { ...values, ...Object.fromEntries(filled) };
  } catch (error) {
    if (error instanceof Refusal) return values;
    throw error;
  }
}
