import type { FlowValue as Value } from "../flow-form.ts";
import { evaluate, type Surroundings } from "./evaluate.ts";
import { ExpressionError } from "./expression-error.ts";
import type { Node } from "./node.ts";
import { parseExpression } from "./parse.ts";
import { toText } from "./values.ts";

/** A text of the model that may hold expressions: `${days > 3}`, `Leave of ${name}`, or no expression at all. */
export interface Template {
  readonly source: string;
  readonly parts: readonly (string | Node)[];
}

/** A script that doubles a text in a loop ends here, before the memory does. */
const longest = 100_000;

/** Parses `${…}` and `#{…}` in a text. A backslash before them keeps them as they are. */
export function parseTemplate(source: string, methods: readonly string[]): Template {
  const parts: (string | Node)[] = [];
  let text = "";
  for (let at = 0; at < source.length;) {
    if (/^\\[$#]\{/.test(source.slice(at, at + 3))) {
      text += source.slice(at + 1, at + 3);
      at += 3;
    } else if (/^[$#]\{/.test(source.slice(at, at + 2))) {
      const end = endOf(source, at + 2);
      if (text) parts.push(text);
      text = "";
      parts.push(parseExpression(source.slice(at + 2, end), methods));
      at = end + 1;
    } else text += source.charAt(at++);
  }
  if (text || parts.length === 0) parts.push(text);
  return { source, parts };
}

/** A template of this text, whatever it looks like. */
export const plain = (text: string): Template => ({ source: text, parts: [text] });

/** Whether a text is the same whenever it is asked. */
export const isPlain = (template: Template): boolean => template.parts.every((part) => typeof part === "string");

/** The variable that a template says and nothing else; null where it says more, or none. */
export function variableOf({ parts }: Template): string | null {
  const [only] = parts;
  return parts.length === 1 && typeof only === "object" && only.kind === "variable" ? only.name : null;
}

/** The text of a template without expressions. */
export const textOf = (template: Template): string =>
  template.parts.filter((part) => typeof part === "string").join("");

/** The value of a template: of its expression where it is nothing else, otherwise a text. */
export async function evaluateTemplate({ parts }: Template, around: Surroundings): Promise<Value> {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return typeof only === "string" ? only : evaluate(only, around);
  let text = "";
  for (const part of parts) {
    text += typeof part === "string" ? part : toText(await evaluate(part, around));
    if (text.length > longest)
      throw new ExpressionError(`结果超过${longest}个字符`, `the result is longer than ${longest} characters`);
  }
  return text;
}

/** Where the brace is that closes an expression; those in quotes are not. */
function endOf(source: string, start: number): number {
  let quote = "";
  for (let at = start; at < source.length; at++) {
    const sign = source.charAt(at);
    if (quote) {
      if (sign === "\\") at++;
      else if (sign === quote) quote = "";
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === "}") return at;
  }
  throw new ExpressionError("缺少“}”", "“}” is missing");
}
