import { Question } from "@jipei/contract/exams/question.ts";
import { findFormulaIssue, formulaSettings, splitFormulas } from "@jipei/contract/exams/formulas.ts";
import type { FieldName } from "@jipei/contract/core/entity.ts";
import temml from "temml";
import { invalidValue } from "../../core/foundation/refusal.ts";

/** A formula as MathML. @throws what the library says of LaTeX that it cannot read */
export const toMathMl = (tex: string): string => temml.renderToString(tex, { ...formulaSettings, xml: true });

const canRead = (tex: string): boolean => {
  try {
    toMathMl(tex);
    return true;
  } catch {
    return false;
  }
};

/** Longest part of a formula that a refusal repeats. */
const repeated = 60;

/** @throws FIELD_INVALID for a formula within the text that no browser and no printer could show */
export function assertFormulas(field: FieldName<typeof Question>, text: string | null | undefined): void {
  for (const part of splitFormulas(text ?? "")) {
    if (part.kind === "text") continue;
    const { tex } = part;
    const found = findFormulaIssue(tex);
    if (found) throw invalidValue(Question, field, found.zh, found.en);
    const shown = tex.slice(0, repeated);
    if (!canRead(tex))
      throw invalidValue(Question, field, `公式“${shown}”无法识别`, `the formula “${shown}” cannot be read`);
  }
}
