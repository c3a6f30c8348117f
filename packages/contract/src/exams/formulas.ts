import { type Issue, issue } from "../core/issue.ts";

/**
 * Formulas in the texts of a question. A formula is LaTeX between two `$` on one line: no space behind the first, none before the last, and no
 * digit behind the last. Any other `$` is a dollar sign, so «$5 or $6» is a text; `\$` is one wherever it stands.
 */
export type TextPart = { kind: "text"; text: string } | { kind: "formula"; tex: string };

/** Longest formula, in characters. */
const longest = 500;
/** Groups within groups. */
const deepest = 20;
/** Commands that define others, or reach out of the formula. */
const forbidden =
  /\\(?:[gex]?def|let|futurelet|global|long|(?:new|renew|provide)command|DeclareMathOperator|href|url|includegraphics|class|id|cssId|style|data|html\w*|require|label|ref|eqref|tag|csname|input|include|verb)(?![a-zA-Z])/;

/** How the library that reads formulas is used, by server and browser alike: nothing trusted, nothing huge. */
export const formulaSettings: {
  trust: false;
  throwOnError: true;
  maxSize: [number, number];
  maxExpand: number;
} = { trust: false, throwOnError: true, maxSize: [10, 10], maxExpand: 200 };

/** The parts of a text in their order; neighbours differ in kind unless both are formulas. */
export function splitFormulas(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let plain = "";
  const endText = () => {
    if (plain !== "") parts.push({ kind: "text", text: plain });
    plain = "";
  };
  for (let at = 0; at < text.length; at++) {
    const end = text[at] === "$" ? findEnd(text, at) : null;
    if (end !== null) {
      endText();
      parts.push({ kind: "formula", tex: text.slice(at + 1, end) });
      at = end;
      continue;
    }
    if (text[at] === "\\" && text[at + 1] === "$") at++;
    plain += text[at];
  }
  endText();
  return parts;
}

/** Where the formula that begins at a `$` ends; null where none begins. */
function findEnd(text: string, start: number): number | null {
  if (!/\S/.test(text[start + 1] ?? "")) return null;
  for (let at = start + 1; at < text.length && text[at] !== "\n"; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "$") {
      const isEnd = at > start + 1 && !/\s/.test(text[at - 1] ?? "") && !/\d/.test(text[at + 1] ?? "");
      return isEnd ? at : null;
    }
  }
  return null;
}

/** Why a formula is refused before it is read at all, or null. */
export function findFormulaIssue(tex: string): Issue | null {
  if (tex.length > longest)
    return issue("FORMULA_LONG", `公式超过${longest}个字符`, `The formula has more than ${longest} characters`);
  const command = forbidden.exec(tex)?.[0];
  if (command) return issue("FORMULA_COMMAND", `公式中不能使用${command}`, `${command} cannot be used in a formula`);
  if (getDepth(tex) > deepest)
    return issue("FORMULA_DEEP", `公式嵌套超过${deepest}层`, `The formula has more than ${deepest} levels`);
  return null;
}

/** Groups that are open at once, at most. */
function getDepth(tex: string): number {
  let open = 0;
  let most = 0;
  for (const [mark] of tex.matchAll(/\\left(?![a-z])|\\right(?![a-z])|\\begin(?![a-z])|\\end(?![a-z])|\\.|[{}]/gs)) {
    if (mark === "{" || mark === "\\left" || mark === "\\begin") most = Math.max(most, ++open);
    if (mark === "}" || mark === "\\right" || mark === "\\end") open--;
  }
  return most;
}
