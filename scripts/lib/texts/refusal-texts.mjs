import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Visitor, parseSync } from "vite";
import { filesBelow } from "../files.mjs";
import { root } from "../paths.mjs";

/**
 * A sentence by which something is refused, in both languages; holes of templates are `{}`.
 * @typedef {{ file: string, zh: string, en: string }} RefusalText
 */

/** Modules of the contract that state nothing but refusals. */
const stated = ["errors.ts", "refusal-reasons.ts", "workbook-faults.ts"];
/** What makes a refusal, or an issue of a value, of the sentences that it is given; functions that only pass them on are named as they are called. */
const makers =
  /^(issue|worded|notPossible|illegalState|runIllegal|stateIllegal|Refusal|InvalidFields|ExpressionError|invalid\w*|wrong\w*|bad|broken\w*|refuse|refused|fail|frozen|denied|unfit|unusable|unreadable|report|missing|assertDraft|assertByHand|assertRegion)$/;

/** Every sentence of a refusal in the contract and the API. @returns {RefusalText[]} */
export const refusalTexts = () =>
  ["packages/contract/src", "apps/api/src"]
    .flatMap(filesBelow)
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .flatMap((file) => refusalTextsIn(file, readFileSync(join(root, file), "utf8")));

/** @param {string} file its name @param {string} source its text @returns {RefusalText[]} */
export function refusalTextsIn(file, source) {
  const { program } = parseSync(file, source, { lang: "ts" });
  const pairs = [];
  /** Two texts beside each other, of which the first is Chinese. */
  const add = (node, texts) =>
    texts.forEach((zh, i) => {
      const en = texts[i + 1];
      if (zh && en && /[\u4E00-\u9FFF]/.test(zh) && !/[\u4E00-\u9FFF]/.test(en)) pairs.push({ node, zh, en });
    });
  const makes = [];
  const ranges = (node) => makes.push([node.start, node.end]);
  new Visitor({
    ArrayExpression(node) {
      add(node, node.elements.map(textOf));
    },
    ObjectExpression(node) {
      const named = (name) => node.properties.find(({ key }) => key?.name === name)?.value;
      // A name in the place of a pair is said in both languages.
      const name = named("reason") && textOf(named("field"));
      if (name) pairs.push({ node, zh: name, en: name });
      add(node, [textOf(named("zh")), textOf(named("en"))]);
      add(node, [textOf(named("msg")), textOf(named("msgEn"))]);
    },
    CallExpression(node) {
      add(node, node.arguments.map(textOf));
      if (makers.test(node.callee.name ?? "")) ranges(node);
    },
    NewExpression(node) {
      add(node, node.arguments.map(textOf));
      if (makers.test(node.callee.name ?? "")) ranges(node);
    },
  }).visit(program);
  const isStated = stated.some((name) => file.endsWith(`/${name}`));
  return pairs
    .filter(({ node }) => isStated || makes.some(([start, end]) => start <= node.start && node.end <= end))
    .map(({ zh, en }) => ({ file, zh, en }));
}

/** The text of a literal or a template. */
function textOf(node) {
  if (node?.type === "Literal" && typeof node.value === "string") return node.value;
  if (node?.type === "TemplateLiteral") return node.quasis.map(({ value }) => value.cooked).join("{}");
  return null;
}
