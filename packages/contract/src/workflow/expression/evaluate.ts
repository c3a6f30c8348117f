import type { FlowValue as Value } from "../flow-form.ts";
import { ExpressionError } from "./expression-error.ts";
import { isInternal } from "./names.ts";
import type { Node } from "./node.ts";
import { valueMethods } from "./value-methods.ts";
import { calculate, compare, isEqual, isList, isMap, isNothing, toText, toTruth } from "./values.ts";

/** Where an expression looks for its variables, and whom it asks. */
export interface Surroundings {
  /** The variable as seen from here; undefined where there is none. */
  read(name: string): Value | undefined;
  write(name: string, value: Value): void;
  remove(name: string): void;
  method(name: string, parameters: readonly Value[]): Promise<Value>;
}

/** The value of an expression. It is asynchronous because methods of the product are. */
export async function evaluate(node: Node, around: Surroundings): Promise<Value> {
  switch (node.kind) {
    case "literal":
      return node.value;
    case "variable":
      return readVariable(node.name, around);
    case "member":
      return member(await evaluate(node.of, around), await evaluate(node.key, around));
    case "unary": {
      const value = await evaluate(node.of, around);
      if (node.operator === "empty") return isNothing(value);
      return node.operator === "!" ? !toTruth(value) : calculate("-", 0, value);
    }
    case "binary":
      return binary(node, around);
    case "choice":
      return evaluate(toTruth(await evaluate(node.condition, around)) ? node.yes : node.no, around);
    case "call":
      return around.method(node.name, await all(node.parameters, around));
    case "variables":
      return variables(node.name, await all(node.parameters, around), around);
    case "method": {
      const of = await evaluate(node.of, around);
      return valueMethods.get(node.name)?.(of, await all(node.parameters, around)) ?? null;
    }
  }
}

async function binary(node: Node & { kind: "binary" }, around: Surroundings): Promise<Value> {
  const { operator } = node;
  const left = await evaluate(node.left, around);
  if (operator === "&&") return toTruth(left) && toTruth(await evaluate(node.right, around));
  if (operator === "||") return toTruth(left) || toTruth(await evaluate(node.right, around));
  const right = await evaluate(node.right, around);
  switch (operator) {
    case "==":
      return isEqual(left, right);
    case "!=":
      return !isEqual(left, right);
    case "<":
      return isOrdered(left, right) && compare(left, right) < 0;
    case "<=":
      return isEqual(left, right) || (isOrdered(left, right) && compare(left, right) <= 0);
    case ">":
      return isOrdered(left, right) && compare(left, right) > 0;
    case ">=":
      return isEqual(left, right) || (isOrdered(left, right) && compare(left, right) >= 0);
    default:
      return calculate(operator, left, right);
  }
}

/** Nothing is neither before nor after anything. */
const isOrdered = (left: Value, right: Value): boolean => left !== null && right !== null;

function readVariable(name: string, around: Surroundings): Value {
  const value = around.read(name);
  if (value === undefined) throw new ExpressionError(`没有变量“${name}”`, `there is no variable “${name}”`);
  return value;
}

/** A property of a map or an item of a list; of nothing it is nothing. */
function member(of: Value, key: Value): Value {
  if (of === null || key === null) return null;
  const name = toText(key);
  if (isInternal(name)) throw new ExpressionError(`名称“${name}”不允许使用`, `the name “${name}” is not allowed`);
  if (isList(of)) return /^\d+$/.test(name) ? (of[Number(name)] ?? null) : none(name);
  if (isMap(of)) return Object.hasOwn(of, name) ? (of[name] ?? null) : null;
  return none(name);
}

function none(name: string): never {
  throw new ExpressionError(`该值没有属性“${name}”`, `the value has no property “${name}”`);
}

async function all(nodes: readonly Node[], around: Surroundings): Promise<Value[]> {
  const values: Value[] = [];
  for (const node of nodes) values.push(await evaluate(node, around));
  return values;
}

function variables(method: string, [first = null, value = null]: readonly Value[], around: Surroundings): Value {
  const name = toText(first);
  if (method === "hasVariable") return around.read(name) !== undefined;
  if (method === "getVariable") return around.read(name) ?? null;
  if (method === "setVariable") around.write(name, value);
  else around.remove(name);
  return null;
}
