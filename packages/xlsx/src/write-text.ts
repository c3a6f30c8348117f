/** Texts as XML of a workbook. */

const special = /[&<>"\r\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\ud800-\udfff]|_x[0-9A-Fa-f]{4}_/;
const parts =
  /_(?=x[0-9A-Fa-f]{4}_)|[&<>"\r\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]/g;
const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/**
 * A text as XML. What XML cannot hold is written as `_x000D_`, and so is the first mark of a text that reads like that, which programs would
 * otherwise turn into the character it names.
 */
export const escaped = (text: string): string => (special.test(text) ? text.replace(parts, replacement) : text);

function replacement(part: string): string {
  const entity = entities[part];
  if (entity !== undefined) return entity;
  // A pair of halves is one character, which XML holds as it is.
  return part.length === 2 ? part : `_x${part.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`;
}

/** Whether blanks at the ends, or lines, have to be kept by word of mouth: readers of XML drop them otherwise. */
const hasBlanks = /^\s|\s$|\n|\t/;

/** `<t>` with a text. */
export const textXml = (text: string): string =>
  hasBlanks.test(text) ? `<t xml:space="preserve">${escaped(text)}</t>` : `<t>${escaped(text)}</t>`;

/** Programs would read such a text as a formula, were it not marked as none. */
export function startsLikeFormula(text: string): boolean {
  switch (text.charCodeAt(0)) {
    case 0x3d: // =
    case 0x2b: // +
    case 0x2d: // -
    case 0x40: // @
      return true;
    default:
      return false;
  }
}
