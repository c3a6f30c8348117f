import { ExpressionError } from "./expression-error.ts";
import { isInternal } from "./names.ts";

/** A word of the language, with its meaning already told apart. */
export interface Token {
  readonly kind: "number" | "text" | "name" | "sign";
  readonly text: string;
}

const pattern =
  /\s+|(?<number>\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\.\d+)|(?<name>[\p{L}_$][\p{L}\p{N}_$]*)|(?<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<sign>&&|\|\||[=!<>]=|[-+*/%<>!?:.,()[\]])/uy;

/** Words that stand for signs. */
const words: ReadonlyMap<string, string> = new Map([
  ["eq", "=="],
  ["ne", "!="],
  ["lt", "<"],
  ["le", "<="],
  ["gt", ">"],
  ["ge", ">="],
  ["and", "&&"],
  ["or", "||"],
  ["not", "!"],
  ["div", "/"],
  ["mod", "%"],
  ["empty", "empty"],
]);

/** The words of an expression, without the braces around it. A word after a dot is a name whatever it means elsewhere. */
export function readTokens(source: string): Token[] {
  const tokens: Token[] = [];
  pattern.lastIndex = 0;
  while (pattern.lastIndex < source.length) {
    const at = pattern.lastIndex;
    const groups = pattern.exec(source)?.groups;
    if (!groups) {
      const sign = source.slice(at, at + 1);
      throw new ExpressionError(`“${sign}”不能用在这里`, `“${sign}” is not part of the language`);
    }
    const { number, name, text, sign } = groups;
    if (number) tokens.push({ kind: "number", text: number });
    else if (text) tokens.push({ kind: "text", text: unquote(text) });
    else if (sign) tokens.push({ kind: "sign", text: sign });
    else if (name) {
      if (isInternal(name)) throw new ExpressionError(`名称“${name}”不允许使用`, `the name “${name}” is not allowed`);
      const word = tokens.at(-1)?.text === "." && tokens.at(-1)?.kind === "sign" ? undefined : words.get(name);
      tokens.push(word ? { kind: "sign", text: word } : { kind: "name", text: name });
    }
  }
  return tokens;
}

const unquote = (text: string): string => text.slice(1, -1).replace(/\\(.)/gs, "$1");
