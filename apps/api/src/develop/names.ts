/** Names in programs, made from words with hyphens or underscores between them. */

/** `visitor-book` → visitorBook */
export const camel = (name: string): string =>
  name.replace(/[-_]+([a-zA-Z0-9])/g, (_mark, letter: string) => letter.toUpperCase()).replace(/[-_]+$/, "");
/** `visitor-book` → VisitorBook */
export const pascal = (name: string): string => camel(name).replace(/^[a-z]/, (letter) => letter.toUpperCase());
/** `visitor_book` → visitor-book */
export const kebab = (name: string): string => name.replace(/_+/g, "-").replace(/^-+|-+$/g, "");

/**
 * A text as a literal of a program. Every quote, backslash and line end is escaped and nothing is left to be evaluated,
 * so that no text ends its literal.
 */
export const literal = (text: string): string =>
  JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff]|\p{Bidi_Control}/gu, escaped);
const escaped = (mark: string) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Reserved words of TypeScript, which cannot name a value. */
export const reserved: ReadonlySet<string> = new Set(
  "abstract any arguments as async await boolean break case catch class const constructor continue debugger declare default delete do else enum eval export extends false finally for from function get if implements import in instanceof interface let new null number object of package private protected public return set static string super switch symbol this throw true try type typeof undefined var void while with yield".split(
    " ",
  ),
);
