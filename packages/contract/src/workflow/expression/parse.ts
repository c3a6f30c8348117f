import { ExpressionError } from "./expression-error.ts";
import { isInternal } from "./names.ts";
import type { Binary, Node } from "./node.ts";
import { readTokens, type Token } from "./tokens.ts";
import { valueMethods } from "./value-methods.ts";
import { variableMethods } from "./variable-methods.ts";

/** An expression deeper or longer than that is no condition that somebody wrote. */
const deepest = 50;
const longest = 2000;

/** How tightly operators bind, loosest first. */
const levels: readonly (readonly Binary[])[] = [
  ["||"],
  ["&&"],
  ["==", "!="],
  ["<", "<=", ">", ">="],
  ["+", "-"],
  ["*", "/", "%"],
];

/** Functions that compare a variable with a value. */
const comparisons: ReadonlyMap<string, Binary> = new Map<string, Binary>([
  ["equals", "=="],
  ["notEquals", "!="],
  ["lowerThan", "<"],
  ["lowerThanOrEquals", "<="],
  ["greaterThan", ">"],
  ["greaterThanOrEquals", ">="],
]);

/** Parses what stands between the braces. @param methods names of the product that may be called */
export function parseExpression(source: string, methods: readonly string[]): Node {
  if (source.length > longest)
    throw new ExpressionError(`超过${longest}个字符`, `it is longer than ${longest} characters`);
  return new Parser(readTokens(source), methods).whole();
}

class Parser {
  private readonly tokens: readonly Token[];
  private readonly methods: readonly string[];
  private at = 0;
  private depth = 0;

  constructor(tokens: readonly Token[], methods: readonly string[]) {
    this.tokens = tokens;
    this.methods = methods;
  }

  whole(): Node {
    const node = this.choice();
    const rest = this.tokens[this.at];
    if (rest) throw unexpected(rest);
    return node;
  }

  private choice(): Node {
    if (++this.depth > deepest)
      throw new ExpressionError(`嵌套超过${deepest}层`, `it is nested deeper than ${deepest}`);
    const condition = this.binary(0);
    let node = condition;
    if (this.take("?")) {
      const yes = this.choice();
      this.expect(":");
      node = { kind: "choice", condition, yes, no: this.choice() };
    }
    this.depth--;
    return node;
  }

  private binary(level: number): Node {
    const operators = levels[level];
    if (!operators) return this.unary();
    let left = this.binary(level + 1);
    for (;;) {
      const operator = operators.find((sign) => this.take(sign));
      if (!operator) return left;
      left = { kind: "binary", operator, left, right: this.binary(level + 1) };
    }
  }

  private unary(): Node {
    const operator = (["!", "-", "empty"] as const).find((sign) => this.take(sign));
    if (!operator) return this.path();
    if (++this.depth > deepest)
      throw new ExpressionError(`嵌套超过${deepest}层`, `it is nested deeper than ${deepest}`);
    const node: Node = { kind: "unary", operator, of: this.unary() };
    this.depth--;
    return node;
  }

  /** A value and what is read of it: `a.b[0].size()`. */
  private path(): Node {
    let node = this.primary();
    for (;;) {
      if (this.take(".")) {
        const name = this.name();
        if (dotted(node) === "execution" && this.tokens[this.at]?.text !== "(") throw notListed(`execution.${name}`);
        node = this.take("(")
          ? this.call(node, name)
          : { kind: "member", of: node, key: { kind: "literal", value: name } };
      } else if (this.take("[")) {
        const key = this.choice();
        if (key.kind === "literal" && isInternal(String(key.value)))
          throw new ExpressionError(`名称“${key.value}”不允许使用`, `the name “${key.value}” is not allowed`);
        this.expect("]");
        node = { kind: "member", of: node, key };
      } else return node;
    }
  }

  private primary(): Node {
    const token = this.tokens[this.at++];
    if (!token) throw new ExpressionError("表达式不完整", "it ends too early");
    if (token.kind === "number") {
      const value = Number(token.text);
      if (!Number.isFinite(value)) throw new ExpressionError("数值过大", "the number is too large");
      return { kind: "literal", value };
    }
    if (token.kind === "text") return { kind: "literal", value: token.text };
    if (token.kind === "sign") {
      if (token.text !== "(") throw unexpected(token);
      const node = this.choice();
      this.expect(")");
      return node;
    }
    if (token.text === "true" || token.text === "false") return { kind: "literal", value: token.text === "true" };
    if (token.text === "null") return { kind: "literal", value: null };
    if (this.take("(")) return this.productCall(token.text);
    if (/^(variables|vars|var)$/.test(token.text) && this.isFunction()) return this.variableFunction();
    if (token.text === "execution" && this.tokens[this.at]?.text !== ".")
      throw new ExpressionError("“execution”只能用来读写变量", "“execution” serves to read and write variables alone");
    return { kind: "variable", name: token.text };
  }

  /** `execution.getVariable(…)`, a method of the product with dots in its name, or a method of a value. */
  private call(of: Node, name: string): Node {
    const path = dotted(of);
    if (path === "execution") {
      if (!variableMethods.has(name)) throw notListed(`execution.${name}`);
      return { kind: "variables", name, parameters: this.parameters() };
    }
    const full = path && `${path}.${name}`;
    if (full && this.methods.includes(full)) return { kind: "call", name: full, parameters: this.parameters() };
    if (!valueMethods.has(name)) throw notListed(full ?? name);
    return { kind: "method", of, name, parameters: this.parameters() };
  }

  private productCall(name: string): Node {
    if (!this.methods.includes(name)) throw notListed(name);
    return { kind: "call", name, parameters: this.parameters() };
  }

  /** Whether `:name(` comes next, which no choice between two values looks like after one of these words. */
  private isFunction(): boolean {
    const [colon, name, bracket] = this.tokens.slice(this.at, this.at + 3);
    return colon?.text === ":" && name?.kind === "name" && bracket?.text === "(";
  }

  /** Flowable's functions of variables that may be missing: `variables:equals(decision, 'yes')`. */
  private variableFunction(): Node {
    this.expect(":");
    const name = this.name();
    this.expect("(");
    const [first, second = { kind: "literal", value: null }] = this.parameters();
    const literal = first?.kind === "literal" ? first.value : null;
    const variable = first?.kind === "variable" ? first.name : literal;
    if (typeof variable !== "string") throw notListed(`variables:${name}`);
    const parameters: Node[] = [{ kind: "literal", value: variable }];
    const value: Node = { kind: "variables", name: "getVariable", parameters };
    const exists: Node = { kind: "variables", name: "hasVariable", parameters };
    const empty: Node = { kind: "unary", operator: "empty", of: value };
    const operator = comparisons.get(name);
    if (operator) return { kind: "binary", operator, left: value, right: second };
    if (name === "get") return value;
    if (name === "getOrDefault") return { kind: "choice", condition: exists, yes: value, no: second };
    if (name === "exists") return exists;
    if (name === "isEmpty") return empty;
    if (name === "isNotEmpty") return { kind: "unary", operator: "!", of: empty };
    throw notListed(`variables:${name}`);
  }

  private parameters(): Node[] {
    const parameters: Node[] = [];
    if (this.take(")")) return parameters;
    do parameters.push(this.choice());
    while (this.take(","));
    this.expect(")");
    return parameters;
  }

  private name(): string {
    const token = this.tokens[this.at++];
    if (token?.kind === "name") return token.text;
    throw token ? unexpected(token) : new ExpressionError("表达式不完整", "it ends too early");
  }

  private take(sign: string): boolean {
    const token = this.tokens[this.at];
    if (token?.kind !== "sign" || token.text !== sign) return false;
    this.at++;
    return true;
  }

  private expect(sign: string): void {
    if (this.take(sign)) return;
    const token = this.tokens[this.at];
    if (token) throw unexpected(token);
    throw new ExpressionError(`缺少“${sign}”`, `“${sign}” is missing`);
  }
}

/** The path as it was written, when it consists of names alone. */
function dotted(node: Node): string | null {
  if (node.kind === "variable") return node.name;
  if (node.kind !== "member" || node.key.kind !== "literal" || typeof node.key.value !== "string") return null;
  const of = dotted(node.of);
  return of && `${of}.${node.key.value}`;
}

const unexpected = (token: Token) =>
  new ExpressionError(`“${token.text}”不能用在这里`, `“${token.text}” is out of place`);
const notListed = (name: string) =>
  new ExpressionError(`方法“${name}”不在允许的列表中`, `method “${name}” is not on the list of those allowed`);
