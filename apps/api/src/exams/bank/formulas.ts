import { Question } from "@jipei/contract/exams/question.ts";
import { findFormulaIssue, formulaSettings, splitFormulas } from "@jipei/contract/exams/formulas.ts";
import type { FieldName } from "@jipei/contract/core/entity.ts";
import temml from "temml";
import { invalidValue } from "../../core/foundation/refusal.ts";

/** A formula as MathML; null for LaTeX that the library cannot read. */
export function findMathMl(tex: string): string | null {
  try {
    return temml.renderToString(tex, { ...formulaSettings, xml: true });
  } catch {
    return null;
  }
}

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
    if (findMathMl(tex) === null)
      throw invalidValue(Question, field, `公式“${shown}”无法识别`, `the formula “${shown}” cannot be read`);
  }
}
