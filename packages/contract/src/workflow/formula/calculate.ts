import { Decimal } from "decimal.js";
import { isDate } from "../../core/fields/check-field.ts";
import { ExpressionError } from "../expression/expression-error.ts";
import type { Binary, Node } from "../expression/node.ts";
import { calculate, compare, isEqual, isNothing, toText, toTruth } from "../expression/values.ts";
import { type FlowValue, rowsOf } from "../flow-form.ts";
import { columnOf } from "./formula.ts";

/** The value of a field that a formula names. */
export type Read = (name: string) => FlowValue;

/** The value of a formula. What is not filled in counts as 0. @throws ExpressionError */
export function calculateFormula(node: Node, read: Read): FlowValue {
  switch (node.kind) {
    case "literal":
      return node.value;
    case "variable":
      return read(node.name);
    case "unary": {
      const value = calculateFormula(node.of, read);
      if (node.operator === "empty") return isNothing(value);
      return node.operator === "!" ? !toTruth(value) : calculate("-", 0, value);
    }
    case "binary":
      return binary(node.operator, node.left, node.right, read);
    case "choice":
      return calculateFormula(toTruth(calculateFormula(node.condition, read)) ? node.yes : node.no, read);
    case "call":
      return call(node.name, node.parameters, read);
    default:
      throw new ExpressionError("公式有误", "the formula is wrong");
  }
}

function binary(operator: Binary, leftNode: Node, rightNode: Node, read: Read): FlowValue {
  const left = calculateFormula(leftNode, read);
  if (operator === "&&") return toTruth(left) && toTruth(calculateFormula(rightNode, read));
  if (operator === "||") return toTruth(left) || toTruth(calculateFormula(rightNode, read));
  const right = calculateFormula(rightNode, read);
  const isOrdered = left !== null && right !== null;
  switch (operator) {
    case "==":
      return isEqual(left, right);
    case "!=":
      return !isEqual(left, right);
    case "<":
      return isOrdered && compare(left, right) < 0;
    case "<=":
      return isOrdered && compare(left, right) <= 0;
    case ">":
      return isOrdered && compare(left, right) > 0;
    case ">=":
      return isOrdered && compare(left, right) >= 0;
    default:
      return calculate(operator, left, right);
  }
}

function call(name: string, parameters: readonly Node[], read: Read): FlowValue {
  const values = parameters.flatMap((parameter) => valuesOf(parameter, read));
  const filled = values.filter((value) => !isNothing(value));
  switch (name) {
    case "sum":
      return filled.reduce<number>((sum, value) => calculate("+", sum, value), 0);
    case "count":
      return filled.length;
    case "min":
    case "max":
      return filled.reduce<FlowValue>(
        (best, value) => (isFirst(name, value, best) ? calculate("+", 0, value) : best),
        null,
      );
    case "round":
      return round(values);
    case "daysBetween":
      return daysBetween(values);
    default:
      throw new ExpressionError("公式有误", "the formula is wrong");
  }
}

const isFirst = (name: "min" | "max", value: FlowValue, best: FlowValue): boolean =>
  best === null || (name === "min" ? compare(value, best) < 0 : compare(value, best) > 0);

/** All cells of a column, or the one value of anything else. */
function valuesOf(node: Node, read: Read): readonly FlowValue[] {
  const use = columnOf(node);
  if (use) return rowsOf(read(use.name)).map((row) => (use.column === null ? null : (row[use.column] ?? null)));
  return [calculateFormula(node, read)];
}

function round([value = null, places = 0]: readonly FlowValue[]): number {
  if (typeof places !== "number" || !Number.isInteger(places) || places < 0 || places > 6)
    throw new ExpressionError("小数位数须为0到6", "decimals have to be from 0 to 6");
  return new Decimal(calculate("+", 0, value)).toDecimalPlaces(places).toNumber();
}

/** Days from one to the other: 0 where they are the same, nothing while one of them is missing. */
function daysBetween([from = null, to = null]: readonly FlowValue[]): FlowValue {
  if (isNothing(from) || isNothing(to)) return null;
  const [start, end] = [toText(from), toText(to)];
  const wrong = [start, end].find((day) => !isDate(day));
  if (wrong !== undefined) throw new ExpressionError(`“${wrong}”不是日期`, `${wrong} is no day`);
  return (Date.parse(end) - Date.parse(start)) / 86_400_000;
}
