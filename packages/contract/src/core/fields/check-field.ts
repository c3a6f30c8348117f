import type { Issue } from "../issue.ts";
import { issue } from "../issue.ts";
import type { Field } from "./field.ts";
import { checkFormat, normaliseFormat } from "./formats.ts";
import { maxFiles } from "./upload-rules.ts";

/** A draft may leave out what is only needed at submission. */
export type Phase = "save" | "submit";

/**
 * The first issue of a value in its wire form, or null. API and forms use the same rules and texts, so that a form can show
 * at the field what the server would refuse.
 * @param phase fields needed at submission are only demanded in `submit`
 */
export function findIssue(field: Field, value: unknown, phase: Phase = "save"): Issue | null {
  if (field.need === "computed") return null;
  if (isEmpty(value)) return isNeeded(field, phase) ? missing(field) : null;
  switch (field.kind) {
    case "text":
    case "long":
      return typeof value === "string" ? findTextIssue(field, value) : wrongKind(field);
    case "int":
      return Number.isSafeInteger(value)
        ? findRangeIssue(field, String(value))
        : issue("NOT_INT", `${field.zh}须为整数`, `${field.en} must be a whole number`);
    case "decimal":
      return typeof value === "string" ? findDecimalIssue(field, value) : wrongKind(field);
    case "date":
      return typeof value === "string" && isDate(value)
        ? null
        : issue("NOT_DATE", `${field.zh}须为有效日期`, `${field.en} must be a real date`);
    case "datetime":
      return typeof value === "string" && isDateTime(value)
        ? null
        : issue("NOT_DATETIME", `${field.zh}须为有效时间`, `${field.en} must be a real date and time`);
    case "time":
      return typeof value === "string" && /^([01]\d|2[0-3]):[0-5]\d$/.test(value)
        ? null
        : issue("NOT_TIME", `${field.zh}须为有效时刻`, `${field.en} must be a time of day`);
    case "code":
      return isCode(field, value) ? null : notListed(field);
    case "codes":
      return Array.isArray(value) && value.every((one) => isCode(field, one)) ? null : notListed(field);
    case "id":
    case "ref":
      return isId(value) ? null : wrongKind(field);
    case "refs":
      return Array.isArray(value) && value.every(isId) ? null : wrongKind(field);
    case "texts":
      if (!Array.isArray(value)) return wrongKind(field);
      return (
        value
          .map((one) => (typeof one === "string" ? findTextIssue(field, one) : wrongKind(field)))
          .find((found) => found !== null) ?? null
      );
    case "files":
      if (!Array.isArray(value) || !value.every((item) => isId(idOfFile(item)))) return wrongKind(field);
      return value.length > maxFiles
        ? issue("FILE_TOO_MANY", `${field.zh}最多${maxFiles}个文件`, `${field.en}: at most ${maxFiles} files`)
        : null;
    case "data":
      return null;
  }
}

export const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === "string" && value.trim() === "") ||
  (Array.isArray(value) && value.length === 0);

export const isNeeded = (field: Field, phase: Phase): boolean =>
  field.need === "required" || (field.need === "submit" && phase === "submit");

const chosen: ReadonlySet<string> = new Set(["code", "codes", "ref", "refs", "date", "datetime", "time"]);

/** The issue of a missing value: 请输入… · 请选择… · 请上传…, or the text of the format. */
function missing(field: Field): Issue {
  if (field.format) {
    const own = checkFormat(field.format, "");
    if (own?.key.endsWith("_EMPTY")) return own;
  }
  if (field.kind === "files") return issue("REQUIRED", `请上传${field.zh}`, `${field.en}: please upload a file`);
  if (field.kind === "id") return brokenId;
  if (chosen.has(field.kind) || field.region || field.picked)
    return issue("REQUIRED", `请选择${field.zh}`, `${field.en}: please choose`);
  return issue("REQUIRED", `请输入${field.zh}`, `Please fill in: ${field.en}`);
}

/** Nobody types ids: an address was cut off, or a program is wrong. */
const brokenId: Issue = issue("WRONG_KIND", "找不到该数据，链接不完整", "No such record: the link is incomplete");
const wrongKind = (field: Field): Issue =>
  field.kind === "id" ? brokenId : issue("WRONG_KIND", `${field.zh}格式不正确`, `${field.en} has the wrong form`);
const notListed = (field: Field): Issue =>
  issue("NOT_LISTED", `${field.zh}不在可选范围内`, `${field.en} is not one of the choices`);

function findTextIssue(field: Field, value: string): Issue | null {
  // NUL cannot be stored; U+FFFD and lone surrogates are what is left of a text read in the wrong encoding.
  if (/[\0\uFFFD]/.test(value) || !value.isWellFormed())
    return issue("BAD_CHARACTER", `${field.zh}含无法保存的字符`, `${field.en} has characters that cannot be stored`);
  if (field.length !== undefined && [...value.trim()].length > field.length)
    return issue(
      "TOO_LONG",
      `${field.zh}不能超过${field.length}个字符`,
      `${field.en} may have at most ${field.length} characters`,
    );
  return field.format ? checkFormat(field.format, normaliseFormat(field.format, value)) : null;
}

function findDecimalIssue(field: Field, value: string): Issue | null {
  const scale = field.scale ?? 0;
  const whole = (field.precision ?? 18) - scale;
  const [, digits = "", fraction = ""] = /^[+-]?(\d+)(?:\.(\d+))?$/.exec(value.trim()) ?? [];
  if (digits === "") return issue("NOT_NUMBER", `${field.zh}须为数字`, `${field.en} must be a number`);
  if (fraction.length > scale)
    return scale === 0
      ? issue("NOT_INT", `${field.zh}须为整数`, `${field.en} must be a whole number`)
      : issue("TOO_PRECISE", `${field.zh}最多${scale}位小数`, `${field.en} may have at most ${scale} decimals`);
  if (digits.replace(/^0+(?=\d)/, "").length > whole)
    return issue(
      "TOO_LARGE",
      `${field.zh}整数部分最多${whole}位`,
      `${field.en} may have at most ${whole} digits before the point`,
    );
  return findRangeIssue(field, value);
}

function findRangeIssue(field: Field, value: string): Issue | null {
  // Bounds are small round numbers; a float is exact enough to compare with them.
  const number = Number(value);
  if (field.min !== undefined && number < field.min)
    return issue("TOO_SMALL", `${field.zh}不能小于${field.min}`, `${field.en} must be at least ${field.min}`);
  if (field.max !== undefined && number > field.max)
    return issue("TOO_LARGE", `${field.zh}不能大于${field.max}`, `${field.en} must be at most ${field.max}`);
  return null;
}

const isCode = (field: Field, value: unknown): boolean =>
  typeof value === "string" && (!field.codes || Object.hasOwn(field.codes.codes, value));
/** A 64-bit number as text, written in one way: ids are compared as texts. */
export const isId = (value: unknown): boolean =>
  typeof value === "string" && /^(0|[1-9]\d{0,18})$/.test(value) && BigInt(value) <= 9223372036854775807n;

/** yyyy-MM-dd that exists in the calendar, which has no year 0. */
export function isDate(value: string): boolean {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === value;
}

/** yyyy-MM-dd HH:mm:ss that exists. */
export const isDateTime = (value: string): boolean =>
  /^.{10} ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(value) && isDate(value.slice(0, 10));

/** A form holds files with name and size, the wire may name their ids alone. */
const idOfFile = (item: unknown): unknown =>
  typeof item === "object" && item !== null && "attId" in item ? item.attId : item;
