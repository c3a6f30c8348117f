/** Places of `sql` templates in the sources; the index is the number in the comment that marks their text. */
const places: string[] = [];
const markedTexts = new WeakMap<TemplateStringsArray, TemplateStringsArray>();

const source = /apps\/api\/(?:src|seed)\/[^()?]+:\d+:\d+/;
const mark = /\/\*@(\d+)\*\//g;

/**
 * The text of a template with a comment in front that says where it stands, so that it is recognized in any statement that contains it.
 * @param caller the function that the template was the argument of
 */
export function marked(texts: TemplateStringsArray, caller: (...args: never[]) => unknown): TemplateStringsArray {
  let known = markedTexts.get(texts);
  if (!known) {
    const number = places.push(placeOfCall(caller)) - 1;
    const [first, ...rest] = texts;
    known = Object.assign([`/*@${number}*/${first}`, ...rest], { raw: texts.raw });
    markedTexts.set(texts, known);
  }
  return known;
}

/** `apps/api/src/x.ts:1:2`, right because stripping types moves nothing. Empty for a caller outside the product's sources. */
function placeOfCall(caller: (...args: never[]) => unknown): string {
  const at: { stack?: string } = {};
  Error.captureStackTrace(at, caller);
  const [, line = ""] = at.stack?.split("\n") ?? [];
  return source.exec(line.replaceAll("\\", "/"))?.[0] ?? "";
}

/** The places of the parts of a statement. */
export const placesIn = (statement: string): string[] =>
  [...statement.matchAll(mark)].flatMap(([, number]) => places[Number(number)] || []);

/** A statement without the marks. */
export const unmarked = (statement: string): string => statement.replaceAll(mark, "");
