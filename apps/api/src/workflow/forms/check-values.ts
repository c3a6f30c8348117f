import { findIssue } from "@jipei/contract/core/fields/check-field.ts";
import { date } from "@jipei/contract/core/fields/field.ts";
import type { FlowValue, FormField } from "@jipei/contract/workflow/flow-form.ts";
import { type Failure, InvalidFields } from "../../core/foundation/refusal.ts";
import { isFree } from "@jipei/contract/workflow/expression/names.ts";
import type { Variables } from "../engine/state.ts";

/** What was filled in: the values as they are stored, and the files among them. */
export interface Filled {
  values: Variables;
  fileIds: readonly string[];
}

/** Names whose values the product sets itself. */
const reserved: ReadonlySet<string> = new Set(["pass", "starter", "businessId", "businessType"]);

const longestText = 2000;
const mostValues = 200;
const mostFiles = 20;

/**
 * Checks what was filled in against the form of a step. Where the step has a form, nothing else is taken; where it has none, only names that
 * the process does not know yet, so that nobody changes what others decided or who decides next.
 * @param known the variables of the process as they are
 * @param mayLack whether fields that have to be filled in may be missing, as where somebody refuses
 * @throws FIELD_INVALID naming every wrong value
 */
export function checkValues(form: readonly FormField[], sent: unknown, known: Variables, mayLack: boolean): Filled {
  if (sent !== null && sent !== undefined && !isObject(sent))
    throw new InvalidFields([failure("variables", "须为对象", "has to be an object")]);
  const entries = Object.entries(sent ?? {});
  if (entries.length > mostValues)
    throw new InvalidFields([failure("variables", `最多${mostValues}个`, `at most ${mostValues}`)]);
  const fields = new Map(form.map((field) => [field.name, field]));
  const failures: Failure[] = [];
  const values: Record<string, FlowValue> = {};
  const fileIds: string[] = [];
  for (const [name, value] of entries) {
    const field = fields.get(name);
    const issue = findNameIssue(name, field, form.length > 0, known) ?? findValueIssue(field, value);
    if (issue) failures.push(failure(name, ...issue));
    else {
      values[name] = toStored(field, value);
      if (field?.kind === "file") fileIds.push(...toFileIds(value));
    }
  }
  for (const { name, label, right, required } of mayLack ? [] : form)
    if (required && right === "write" && isBlank(values[name] ?? known[name]) && !isWrong(failures, name))
      failures.push(failure(name, `请填写${label}`, `${label} has to be filled in`));
  if (failures.length > 0) throw new InvalidFields(failures);
  return { values, fileIds };
}

type Words = readonly [zh: string, en: string];

function findNameIssue(name: string, field: FormField | undefined, hasForm: boolean, known: Variables): Words | null {
  if (!isFree(name) || reserved.has(name)) return ["变量名不可用", "a variable cannot have this name"];
  if (field) return field.right === "write" ? null : ["本环节不能填写", "cannot be filled in at this step"];
  if (hasForm) return ["表单没有该字段", "the form has no such field"];
  return Object.hasOwn(known, name) ? ["流程已有该变量", "the process has this variable already"] : null;
}

function findValueIssue(field: FormField | undefined, value: unknown): Words | null {
  if (isBlank(value)) return null;
  switch (field?.kind) {
    case "number":
      return Number.isFinite(toNumber(value)) ? null : ["须为数字", "has to be a number"];
    case "date":
      return findIssue(date("", ""), value) ? ["须为有效日期", "has to be a real date"] : null;
    case "choice":
      return field.choices.some((choice) => choice.value === String(value)) ? null : ["不是可选项", "is no choice"];
    case "file":
      return toFileIds(value).length > 0 && toFileIds(value).length <= mostFiles
        ? null
        : ["须为附件", "have to be files"];
    case "text":
      return typeof value === "string" && isShort(value) ? null : tooLong;
    case undefined:
      return isScalar(value) ? null : ["须为文本、数字或真假", "has to be a text, a number, true or false"];
  }
}
const tooLong: Words = [`须为不超过${longestText}字的文本`, `has to be a text of at most ${longestText} characters`];

/** As the process calculates with it. */
function toStored(field: FormField | undefined, value: unknown): FlowValue {
  if (isBlank(value)) return null;
  if (field?.kind === "number") return toNumber(value);
  if (field?.kind === "file") return toFileIds(value);
  if (field?.kind === "choice")
    return value === "true" || value === true ? true : value === "false" || value === false ? false : String(value);
  return isScalar(value) ? value : null;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === "string" && value.trim() === "");
const isShort = (text: string): boolean => text.length <= longestText && !/[\0\ud800-\udfff]/u.test(text);
const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === "string" ? isShort(value) : typeof value === "boolean" || Number.isFinite(value);
const toNumber = (value: unknown): number => (typeof value === "number" ? value : Number(String(value).trim()));

/** Ids of files, which are named by themselves or as items. */
function toFileIds(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value : [];
  const ids = items.map((item) => (isObject(item) ? item.attId : item));
  return ids.every((id): id is string => typeof id === "string" && /^\d{1,18}$/.test(id)) ? ids : [];
}

const isWrong = (failures: readonly Failure[], name: string): boolean =>
  failures.some(({ field }) => field === `variables.${name}`);
const failure = (field: string, msg: string, msgEn: string): Failure => ({
  errorCode: "FIELD_INVALID",
  id: null,
  field: `variables.${field.slice(0, 60)}`,
  msg: `${field.slice(0, 60)}：${msg}`,
  msgEn: `${field.slice(0, 60)}: ${msgEn}`,
});
