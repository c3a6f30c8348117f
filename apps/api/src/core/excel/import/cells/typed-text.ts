import type { Field } from "@jipei/contract/core/fields/field.ts";

/** What a field would take, from what people write into spreadsheets: full-width digits, 2026/1/5 or 2026年1月5日, thousands separators. */
export function normalised(field: Field, text: string): string {
  if (text === "") return text;
  switch (field.kind) {
    case "date":
      return isPlainDate.test(text) ? text : wholeDate(text);
    case "int":
    case "decimal":
      return isPlainNumber.test(text) ? text : halfWidth(text).replace(/[,\s元￥¥]/g, "");
    case "text":
      return digitFormats.has(field.format ?? "") && !isPlainNumber.test(text)
        ? halfWidth(text)
            .replace(/[\s'’-]/g, "")
            .replace(/^\+?86(?=1\d{10}$)/, "")
        : text;
    default:
      return text;
  }
}

const digitFormats: ReadonlySet<string> = new Set(["idNumber", "mobile", "creditCode", "digits"]);
// Most cells need no repair; looking is cheaper than repairing.
const isPlainDate = /^\d{4}-\d\d-\d\d$/;
const isPlainNumber = /^\d+(?:\.\d+)?X?$/;

const halfWidth = (text: string) => text.normalize("NFKC");

function wholeDate(text: string): string {
  const match =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?( 00:00:00)?$/.exec(halfWidth(text)) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(halfWidth(text));
  if (!match) return text;
  return `${match[1]}-${match[2]?.padStart(2, "0")}-${match[3]?.padStart(2, "0")}`;
}

/** Text that a spreadsheet could take for a formula when it is opened again. */
export const looksLikeFormula = (text: string): boolean =>
  /^[=@\t\r|]/.test(text) || (/^[+-]/.test(text) && !/^[+-]?[\d.,\s]*$/.test(text));
