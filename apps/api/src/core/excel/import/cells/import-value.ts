import { findIssue } from "@jipei/contract/core/fields/check-field.ts";
import { type Issue, issue } from "@jipei/contract/core/issue.ts";
import { type CodeList, type Field, orderedCodes } from "@jipei/contract/core/fields/field.ts";
import { cellText } from "@jipei/xlsx/cell-text.ts";
import { looksLikeFormula, normalised } from "./typed-text.ts";
import type { SheetValue } from "@jipei/xlsx/sheet.ts";

export interface ReadValue {
  value: unknown;
  /** What the cell says, for the report. */
  text: string;
  issue: Issue | null;
  suggestion?: string;
}

/**
 * Reads a cell into a field: codes by code or by either label, dates as people write them.
 * @param needed whether the field must be there
 */
export function readValue(field: Field, raw: SheetValue, needed: boolean): ReadValue {
  const { text, lostDigits } = cellText(raw);
  const clean = normalised(field, text);
  if (clean === "")
    return { value: null, text, issue: needed ? findIssue({ ...field, need: "required" }, null) : null };
  if (clean.startsWith("#") && /^#(VALUE|REF|NAME|DIV\/0|NUM|NULL|N\/A)[!?]?$/.test(clean))
    return {
      value: null,
      text,
      issue: issue(
        "CELL_ERROR",
        `${field.zh}的公式出错（${clean}）`,
        `The formula of ${field.en} has an error (${clean})`,
      ),
    };
  if (isText(field)) {
    if (lostDigits)
      return {
        value: null,
        text,
        issue: issue(
          "LOST_DIGITS",
          `${field.zh}以数字格式保存，末尾数字已丢失；请将该列设为文本格式后重新填写`,
          `${field.en} was kept as a number and lost its last digits; format the column as text and enter it again`,
        ),
      };
    if (looksLikeFormula(clean))
      return {
        value: null,
        text,
        issue: issue(
          "FORMULA",
          `${field.zh}不能以公式符号（= + - @）开头`,
          `${field.en} must not begin like a formula (= + - @)`,
        ),
      };
  }
  const { value, suggestion } = getValue(field, clean);
  const found = findIssue(optionalField(field), value);
  return { value, text, issue: found, ...(found && suggestion !== undefined ? { suggestion } : {}) };
}

const optionals = new WeakMap<Field, Field>();
/** The field as one that may be empty: what a sheet must fill says the import, and computed fields are checked too. */
function optionalField(field: Field): Field {
  let optional = optionals.get(field);
  if (!optional) optionals.set(field, (optional = { ...field, need: "optional" }));
  return optional;
}

const isText = (field: Field) => field.kind === "text" || field.kind === "long" || field.kind === "texts";

function getValue(field: Field, text: string): { value: unknown; suggestion?: string } {
  switch (field.kind) {
    case "int":
      return { value: /^-?\d{1,15}(\.0+)?$/.test(text) ? Number(text) : text };
    case "code":
      return findCode(field.codes as CodeList, text);
    case "codes":
      return { value: parts(text).map((part) => findCode(field.codes as CodeList, part).value) };
    case "texts":
      return { value: parts(text) };
    case "datetime":
      return { value: wholeTime(text) };
    case "time":
      return { value: text.slice(0, 5) };
    default:
      return { value: text };
  }
}

/** A day or a time without seconds as a whole time. */
function wholeTime(text: string): string {
  if (text.length === 10) return `${text} 00:00:00`;
  return text.length === 16 ? `${text}:00` : text;
}

const parts = (text: string) =>
  text
    .split(/[、,，;；\n]/)
    .map((part) => part.trim())
    .filter(Boolean);

const wordsOfLists = new WeakMap<CodeList, Map<string, string>>();
/** Everything a code may be called: itself (also without leading zeros), its labels, and the words of a label with a stroke («三级/高级工»). */
function getLabels(list: CodeList): Map<string, string> {
  let words = wordsOfLists.get(list);
  if (words) return words;
  wordsOfLists.set(list, (words = new Map<string, string>()));
  const entries = orderedCodes(list);
  for (const [code] of entries) words.set(plain(code), code);
  for (const [code, [zh, en]] of entries)
    for (const word of [zh, en, ...zh.split("/"), ...(/^\d+$/.test(code) ? [String(Number(code))] : [])])
      if (!words.has(plain(word))) words.set(plain(word), code);
  return words;
}

/** Codes are found without regard to case, blanks and brackets; otherwise the label that comes closest is suggested. */
function findCode(list: CodeList, text: string): { value: unknown; suggestion?: string } {
  const words = getLabels(list);
  const wanted = words.has(text) ? text : plain(text);
  const code = words.get(wanted);
  if (code !== undefined) return { value: code };
  const close =
    wanted.length < 2
      ? undefined
      : orderedCodes(list).find(([, [zh]]) => plain(zh).includes(wanted) || wanted.includes(plain(zh)));
  return { value: text, ...(close ? { suggestion: close[1][0] } : {}) };
}
const plain = (text: string) =>
  text
    .normalize("NFKC")
    .replace(/[\s()（）·]/g, "")
    .toLowerCase();
