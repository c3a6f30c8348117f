import { columnLetters } from "../sheet.ts";
import { type Token, tokensOf } from "./formula-tokens.ts";
import { areaOf } from "./references.ts";

/** What a formula comes to, for paper: programs compute it themselves when they open the workbook. */

export type Value = number | string | boolean | null;
/** Finds what stands in a cell. */
export type Look = (reference: string) => Value;

class NoValue extends Error {}

/** @returns null where it cannot be computed: a division by nothing, a text where a number is needed */
export function valueOf(formula: string, look: Look): Value {
  const tokens = tokensOf(formula);
  if (!tokens) return null;
  try {
    const parser = new Parser(tokens, look);
    return parser.whole();
  } catch (error) {
    if (error instanceof NoValue) return null;
    throw error;
  }
}

function number(value: Value): number {
  if (value === null) return 0;
  if (typeof value === "boolean") return Number(value);
  const found = typeof value === "number" ? value : Number(value.trim() === "" ? Number.NaN : value);
  if (!Number.isFinite(found)) throw new NoValue();
  return found;
}
const text = (value: Value): string => (value === null ? "" : String(value));

/** Binary operators by how strongly they bind. */
const levels: readonly (readonly string[])[] = [
  ["=", "<>", "<", ">", "<=", ">="],
  ["&"],
  ["+", "-"],
  ["*", "/"],
  ["^"],
];

class Parser {
  readonly #tokens: readonly Token[];
  readonly #look: Look;
  #at = 0;

  constructor(tokens: readonly Token[], look: Look) {
    this.#tokens = tokens;
    this.#look = look;
  }

  whole(): Value {
    const value = this.#binary(0);
    if (this.#at < this.#tokens.length) throw new NoValue();
    return value;
  }

  #takes(sign: string): boolean {
    const token = this.#tokens[this.#at];
    if (token?.kind !== "operator" || token.text !== sign) return false;
    this.#at++;
    return true;
  }

  #binary(level: number): Value {
    const signs = levels[level];
    if (!signs) return this.#unary();
    let left = this.#binary(level + 1);
    for (;;) {
      const sign = signs.find((one) => this.#takes(one));
      if (!sign) return left;
      left = applied(sign, left, this.#binary(level + 1));
    }
  }

  #unary(): Value {
    if (this.#takes("-")) return -number(this.#unary());
    if (this.#takes("+")) return this.#unary();
    let value = this.#primary();
    while (this.#takes("%")) value = number(value) / 100;
    return value;
  }

  #primary(): Value {
    if (this.#takes("(")) {
      const value = this.#binary(0);
      if (!this.#takes(")")) throw new NoValue();
      return value;
    }
    const token = this.#tokens[this.#at++];
    switch (token?.kind) {
      case "number":
        return Number(token.text);
      case "text":
        return token.text.slice(1, -1).replaceAll('""', '"');
      case "cell":
        return this.#look(token.text.replaceAll("$", ""));
      case "function":
        return this.#call(token.text);
      default:
        throw new NoValue();
    }
  }

  #call(name: string): Value {
    if (!this.#takes("(")) throw new NoValue();
    const parts: Value[][] = [];
    while (!this.#takes(")")) {
      parts.push(this.#argument());
      if (!this.#takes(",") && !this.#isClosed()) throw new NoValue();
    }
    return called(name, parts);
  }

  #isClosed(): boolean {
    const token = this.#tokens[this.#at];
    return token?.kind === "operator" && token.text === ")";
  }

  /** The values of a range, or the one of an expression. */
  #argument(): Value[] {
    const token = this.#tokens[this.#at];
    if (token?.kind !== "range") return [this.#binary(0)];
    this.#at++;
    const area = areaOf(token.text);
    if (!area) throw new NoValue();
    const values: Value[] = [];
    for (let row = area.from.row; row <= area.to.row; row++)
      for (let column = area.from.column; column <= area.to.column; column++)
        values.push(this.#look(`${columnLetters(column - 1)}${row}`));
    return values;
  }
}

function applied(sign: string, left: Value, right: Value): Value {
  switch (sign) {
    case "&":
      return text(left) + text(right);
    case "+":
      return number(left) + number(right);
    case "-":
      return number(left) - number(right);
    case "*":
      return number(left) * number(right);
    case "/":
      if (number(right) === 0) throw new NoValue();
      return number(left) / number(right);
    case "^":
      return number(left) ** number(right);
    default:
      return compared(sign, left, right);
  }
}

function compared(sign: string, left: Value, right: Value): boolean {
  const isNumeric = typeof left !== "string" && typeof right !== "string";
  const [a, b] = isNumeric ? [number(left), number(right)] : [text(left).toLowerCase(), text(right).toLowerCase()];
  switch (sign) {
    case "=":
      return a === b;
    case "<>":
      return a !== b;
    case "<":
      return a < b;
    case ">":
      return a > b;
    case "<=":
      return a <= b;
    default:
      return a >= b;
  }
}

function called(name: string, parts: readonly Value[][]): Value {
  const numbers = parts.flat().filter((value) => typeof value === "number");
  const [first = null, second = null] = parts.map(([value = null]) => value);
  switch (name) {
    case "SUM":
      return numbers.reduce((sum, value) => sum + value, 0);
    case "COUNT":
      return numbers.length;
    case "AVERAGE":
      if (numbers.length === 0) throw new NoValue();
      return numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
    case "MIN":
      return numbers.length === 0 ? 0 : Math.min(...numbers);
    case "MAX":
      return numbers.length === 0 ? 0 : Math.max(...numbers);
    case "ABS":
      return Math.abs(number(first));
    case "ROUND":
      return rounded(number(first), number(second));
    case "IF":
      return number(first) !== 0 ? second : (parts[2]?.[0] ?? false);
    default:
      throw new NoValue();
  }
}

/** Half away from nothing, as spreadsheet programs do. */
function rounded(value: number, digits: number): number {
  const scaled = Number(`${Math.abs(value).toPrecision(15)}e${digits}`);
  if (!Number.isFinite(scaled)) return value;
  return (Math.sign(value) * Math.round(scaled)) / 10 ** digits;
}
