import { findIssue } from "@jipei/contract/core/fields/check-field.ts";
import { date } from "@jipei/contract/core/fields/field.ts";
import type { FlowValue, FormColumn } from "@jipei/contract/workflow/flow-form.ts";

/** What is wrong, in both languages. */
export type Words = readonly [zh: string, en: string];

/** Yes and no are no texts to a process. */
const truths: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["false", false],
]);
const longestText = 2000;
const mostFiles = 20;

/** What is wrong with one value for a field or column, or null. @param longest characters of a text */
export function findValueIssue(
  field: Pick<FormColumn, "kind" | "choices"> | undefined,
  value: unknown,
  longest = longestText,
): Words | null {
  if (isBlank(value)) return null;
  switch (field?.kind) {
    case "number":
      return Number.isFinite(toNumber(value)) ? null : ["须为数字", "has to be a number"];
    case "money":
      return /^[+-]?\d{1,12}(\.\d{1,2})?$/.test(toPlain(value))
        ? null
        : ["须为金额，最多两位小数", "has to be an amount with at most two decimals"];
    case "date":
      return findIssue(date("", ""), value) ? ["须为有效日期", "has to be a real date"] : null;
    case "choice":
    case "yesNo":
      return field.choices.some((choice) => choice.value === String(value)) ? null : ["不是可选项", "is no choice"];
    case "file":
      return toFileIds(value).length > 0 && toFileIds(value).length <= mostFiles
        ? null
        : ["须为附件", "have to be files"];
    case "text":
      return typeof value === "string" && isShort(value, longest)
        ? null
        : [`须为不超过${longest}字的文本`, `has to be a text of at most ${longest} characters`];
    case "table":
      return ["须为表格", "has to be a table"];
    case undefined:
      return isScalar(value) ? null : ["须为文本、数字或真假", "has to be a text, a number, true or false"];
  }
}

/** As the process calculates with it. */
export function toStored(field: Pick<FormColumn, "kind"> | undefined, value: unknown): FlowValue {
  if (isBlank(value)) return null;
  switch (field?.kind) {
    case "number":
    case "money":
      return toNumber(value);
    case "file":
      return toFileIds(value);
    case "choice":
    case "yesNo":
      return truths.get(String(value)) ?? String(value);
    default:
      return isScalar(value) ? value : null;
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === "string" && value.trim() === "");

const isShort = (text: string, longest: number): boolean => text.length <= longest && !/[\0\ud800-\udfff]/u.test(text);
const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === "string" ? isShort(value, longestText) : typeof value === "boolean" || Number.isFinite(value);
const toPlain = (value: unknown): string =>
  typeof value === "number" || typeof value === "string" ? String(value).trim() : "";
const toNumber = (value: unknown): number => (typeof value === "number" ? value : Number(String(value).trim()));

/** Ids of files, which are named by themselves or as items. */
export function toFileIds(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value : [];
  const ids = items.map((item) => (isObject(item) ? item.attId : item));
  return ids.every((id): id is string => typeof id === "string" && /^\d{1,18}$/.test(id)) ? ids : [];
}
