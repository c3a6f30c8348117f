import { Decimal } from "decimal.js";
import type { FlowValue as Value } from "../flow-form.ts";
import { DivisionByZero, ExpressionError } from "./expression-error.ts";
import type { Binary } from "./node.ts";

/** A list, told apart in a way that keeps its type. */
export const isList = (value: Value): value is readonly Value[] => Array.isArray(value);
export const isMap = (value: Value): value is { readonly [key: string]: Value } =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** How a value stands in a text; null is nothing. */
export function toText(value: Value): string {
  if (value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** As a condition within `&&`, `||` and `!`: texts say it in words, nothing is false. */
export function toTruth(value: Value): boolean {
  if (typeof value === "boolean") return value;
  if (value === null || value === "") return false;
  if (typeof value === "string") return value.toLowerCase() === "true";
  throw new ExpressionError(`“${toText(value)}”不是“是/否”`, `${toText(value)} is neither true nor false`);
}

export const isNothing = (value: Value): boolean =>
  value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);

/** Whether a value is a number, or a text that says one of a size that can be kept. */
const isNumber = (value: Value): boolean =>
  typeof value === "number" ||
  (typeof value === "string" &&
    /^\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*$/.test(value) &&
    Number.isFinite(Number(value)) &&
    value.length <= 400);

/** Texts with numbers in them count as numbers, nothing as 0. */
function toNumber(value: Value): Decimal {
  if (value === null || value === "") return new Decimal(0);
  if ((typeof value === "number" || typeof value === "string") && isNumber(value))
    return new Decimal(typeof value === "string" ? value.trim() : value);
  throw new ExpressionError(`“${toText(value)}”不是数字`, `${toText(value)} is not a number`);
}

type Operation = (a: Decimal, b: Decimal) => Decimal;
const remainder: Operation = (a, b) => a.mod(b);
const operations: Partial<Record<Binary, Operation>> = {
  "+": (a, b) => a.plus(b),
  "*": (a, b) => a.times(b),
  "/": (a, b) => a.div(b),
  "-": (a, b) => a.minus(b),
};

/** Calculates in decimals, so that 0.1 + 0.2 is 0.3. */
export function calculate(operator: Binary, left: Value, right: Value): number {
  const [a, b] = [toNumber(left), toNumber(right)];
  if ((operator === "/" || operator === "%") && b.isZero()) throw new DivisionByZero();
  const result = (operations[operator] ?? remainder)(a, b);
  const number = result.toNumber();
  // Whole numbers beyond these would be kept as their neighbours.
  if (!Number.isFinite(number) || (result.isInteger() && !Number.isSafeInteger(number)))
    throw new ExpressionError("数值过大", "the number is too large");
  return number;
}

/** Whether two values are the same; a number and a text with a number in it are. */
export function isEqual(left: Value, right: Value): boolean {
  if (left === right) return true;
  if (left === null || right === null) return false;
  if (typeof left === "object" || typeof right === "object")
    return typeof left === "object" && typeof right === "object" && isSame(left, right);
  // A text is the same as a number or a truth when it says it.
  if (typeof left === typeof right) return false;
  if (typeof left === "boolean" || typeof right === "boolean")
    return String(left).toLowerCase() === String(right).toLowerCase();
  return isNumber(left) && isNumber(right) && toNumber(left).equals(toNumber(right));
}

function isSame(left: object & Value, right: object & Value): boolean {
  if (isList(left) && isList(right))
    return left.length === right.length && left.every((item, index) => isEqual(item, right[index] ?? null));
  if (!isMap(left) || !isMap(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && isEqual(left[key] ?? null, right[key] ?? null))
  );
}

/** Which of two values comes first: numbers by size, texts by their characters (so days and times by time). */
export function compare(left: Value, right: Value): number {
  if (typeof left === "string" && typeof right === "string") return Number(left > right) - Number(left < right);
  return toNumber(left).comparedTo(toNumber(right));
}
