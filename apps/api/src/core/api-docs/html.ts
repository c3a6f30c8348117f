/** A piece of markup that is safe to write into a page. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
type Part = Html | string | number | null | undefined | readonly Part[];

/** Template of markup: whatever is filled in is escaped, unless it is markup itself; line breaks of the template are blanks. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.map((string, index) => string.replace(/\s*\n\s*/g, " ") + written(parts[index])).join(""));

function written(part: Part): string {
  if (part === null || part === undefined) return "";
  if (part instanceof Html) return part.text;
  if (typeof part === "object") return part.map(written).join("");
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
