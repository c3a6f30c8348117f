/** Formulas of a template: arithmetic and a few functions over cells of the same sheet, nothing that reaches elsewhere. */

export type Token =
  | { kind: "number" | "text" | "operator"; text: string }
  | { kind: "function"; text: string }
  | { kind: "cell"; text: string }
  | { kind: "range"; text: string };

/** Functions that compute on cells alone. All others are refused: some fetch addresses, start programs, or read files. */
export const allowedFunctions = ["SUM", "AVERAGE", "COUNT", "MIN", "MAX", "ROUND", "ABS", "IF"] as const;
export type AllowedFunction = (typeof allowedFunctions)[number];
const isAllowed = (name: string): boolean => (allowedFunctions as readonly string[]).includes(name);

const cell = "\\$?[A-Za-z]{1,3}\\$?[1-9][0-9]{0,6}";
const pattern = new RegExp(
  `\\s+|("(?:[^"]|"")*")|(\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?)|([A-Za-z][A-Za-z0-9.]*)(?=\\()|(${cell}:${cell})|(${cell})(?![A-Za-z0-9_.!(])|(<=|>=|<>|[-+*/^&=<>(),%])`,
  "y",
);

/** The tokens of a formula without the sign before it; null where it says anything else than what templates may. */
export function tokensOf(formula: string): Token[] | null {
  const tokens: Token[] = [];
  pattern.lastIndex = 0;
  while (pattern.lastIndex < formula.length) {
    const found = pattern.exec(formula);
    if (!found) return null;
    const [, text, number, name, range, single, operator] = found;
    if (text !== undefined) tokens.push({ kind: "text", text });
    else if (number !== undefined) tokens.push({ kind: "number", text: number });
    else if (name !== undefined) {
      if (!isAllowed(name.toUpperCase())) return null;
      tokens.push({ kind: "function", text: name.toUpperCase() });
    } else if (range !== undefined) tokens.push({ kind: "range", text: range });
    else if (single !== undefined) tokens.push({ kind: "cell", text: single });
    else if (operator !== undefined) tokens.push({ kind: "operator", text: operator });
  }
  return tokens;
}

export const formulaText = (tokens: readonly Token[]): string => tokens.map(({ text }) => text).join("");
