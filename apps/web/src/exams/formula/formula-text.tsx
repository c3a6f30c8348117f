import { splitFormulas } from "@jipei/contract/exams/formulas.ts";
import { Formula } from "./formula.tsx";

/** A text of a question with its formulas. */
export const FormulaText = ({ text }: { text: string }) =>
  splitFormulas(text).map((part, place) => (part.kind === "text" ? part.text : <Formula key={place} tex={part.tex} />));
