import { ExpressionError } from "../expression/expression-error.ts";
import type { Node } from "../expression/node.ts";
import { parseExpression } from "../expression/parse.ts";

/** What formulas may call. `round(value, 2)` has the number of decimals as its second parameter, `daysBetween` two days. */
export const functions = ["sum", "count", "min", "max", "round", "daysBetween"] as const;

/** Those that take the columns of a table. */
const ofColumns: ReadonlySet<string> = new Set(["sum", "count", "min", "max"]);

/** A field that a formula names, or a column of a table. */
export interface Use {
  readonly name: string;
  readonly column: string | null;
}

/** A formula that was read, with the fields that it needs. */
export interface Formula {
  readonly node: Node;
  readonly uses: readonly Use[];
}

/** Reads a formula of a form: the language of conditions, without what reads or writes variables. @throws ExpressionError */
export function readFormula(source: string): Formula {
  const bare = /^\s*[$#]\{([\s\S]*)\}\s*$/.exec(source)?.[1] ?? source;
  const node = parseExpression(bare, functions);
  return { node, uses: usesOf(node) };
}

/** `items.amount`: a column of a table. */
export function columnOf(node: Node): Use | null {
  if (node.kind !== "member" || node.of.kind !== "variable" || node.key.kind !== "literal") return null;
  return typeof node.key.value === "string" ? { name: node.of.name, column: node.key.value } : null;
}

function usesOf(node: Node): Use[] {
  switch (node.kind) {
    case "literal":
      return [];
    case "variable":
      return [{ name: node.name, column: null }];
    case "unary":
      return usesOf(node.of);
    case "binary":
      return [node.left, node.right].flatMap(usesOf);
    case "choice":
      return [node.condition, node.yes, node.no].flatMap(usesOf);
    case "call":
      return node.parameters.flatMap((parameter) => {
        const column = ofColumns.has(node.name) ? columnOf(parameter) : null;
        return column ? [column] : usesOf(parameter);
      });
    case "member": {
      const { name } = columnOf(node) ?? { name: "…" };
      throw new ExpressionError(
        `“${name}”的列只能用于 sum、count、min、max`,
        `columns of “${name}” go only into these: sum, count, min, max`,
      );
    }
    case "method":
    case "variables":
      throw new ExpressionError(`公式不能使用“${node.name}()”`, `a formula cannot use “${node.name}()”`);
  }
}
