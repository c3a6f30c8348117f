import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Visitor, parseSync } from "vite";
import { filesBelow } from "../files.mjs";
import { root } from "../paths.mjs";

/**
 * A text of SQL in a source.
 * @typedef {{ place: string, parts: string[], isTemplate: boolean }} SqlText
 * `place` is file:line:column, `parts` the text between its holes; `isTemplate`: tagged by `sql`
 */

/** Every text of SQL in the sources of the API. @returns {SqlText[]} */
export const sqlTexts = () =>
  ["apps/api/src", "apps/api/seed"]
    .flatMap(filesBelow)
    .filter((file) => file.endsWith(".ts") && !/\.(test|template)\.ts$/.test(file))
    .flatMap((file) => sqlTextsIn(file, readFileSync(join(root, file), "utf8")));

/** @param {string} file its name @param {string} source its text @returns {SqlText[]} */
export function sqlTextsIn(file, source) {
  const found = [];
  /** Templates of other tags, which are no SQL. */
  const tagged = new Set();
  const placeOf = placesOf(file, source);
  // A text without a word has no name to misspell.
  const add = (node, parts, isTemplate) =>
    /[a-z]/i.test(parts.join("")) && found.push({ place: placeOf(node.start), parts, isTemplate });
  const { program } = parseSync(file, source, { lang: "ts" });
  new Visitor({
    TaggedTemplateExpression({ tag, quasi }) {
      tagged.add(quasi);
      if (tag.type === "Identifier" && tag.name === "sql") add(quasi, partsOf(quasi), true);
    },
    TemplateLiteral(node) {
      if (!tagged.has(node) && isSql(partsOf(node).join("?"))) add(node, partsOf(node), false);
    },
    Literal(node) {
      if (typeof node.value === "string" && isSql(node.value)) add(node, [node.value], false);
    },
  }).visit(program);
  return found;
}

const partsOf = ({ quasis }) => quasis.map(({ value }) => value.cooked ?? value.raw);

/** Matches text that begins like a statement, or compares a column of a table with an alias; messages for users do neither. */
const isSql = (text) =>
  /^\s*\(?\s*(select ([^a-z]|from |.* from |\S*[(.])|(insert into|update \S+ set|delete from|copy|lock table|declare|with|case when) |((not )?exists|coalesce) ?\()/s.test(
    text,
  ) || /\b[a-z]\.[a-z]+_[a-z_]+ (=|<>|[<>]=?|is|in) /.test(text);

/** Offset in a text → its line and column, as in a stack. */
function placesOf(file, source) {
  const starts = [0];
  for (let at = source.indexOf("\n"); at >= 0; at = source.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    const line = starts.findLastIndex((start) => start <= offset);
    return `${file}:${line + 1}:${offset - starts[line] + 1}`;
  };
}
