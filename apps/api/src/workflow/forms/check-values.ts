import { type FlowValue, type FormField, ownNames, rowsInEnglish } from "@jipei/contract/workflow/flow-form.ts";
import { isFree } from "@jipei/contract/workflow/expression/names.ts";
import { type Failure, InvalidFields } from "../../core/foundation/refusal.ts";
import type { Variables } from "../engine/state.ts";
import { checkRows } from "./check-rows.ts";
import { type Words, findValueIssue, isBlank, isObject, toStored } from "./check-value.ts";

const mostValues = 200;

/**
 * Checks what was filled in against the form of a step. Where the step has a form, nothing else is taken; where it has none, only names that
 * the process does not know yet, so that nobody changes what others decided or who decides next.
 * @param known the variables that the step sees, those of the sub-processes around it too
 * @param mayLack whether fields that have to be filled in may be missing, as where somebody refuses
 * @returns the values as they are stored
 * @throws FIELD_INVALID naming every wrong value
 */
export function checkValues(form: readonly FormField[], sent: unknown, known: Variables, mayLack: boolean): Variables {
  if (sent !== null && sent !== undefined && !isObject(sent))
    throw new InvalidFields([failure("variables", "须为对象", "has to be an object")]);
  const entries = Object.entries(sent ?? {});
  if (entries.length > mostValues)
    throw new InvalidFields([failure("variables", `最多${mostValues}个`, `at most ${mostValues}`)]);
  const fields = new Map(form.map((field) => [field.name, field]));
  const failures: Failure[] = [];
  const values: Record<string, FlowValue> = {};
  for (const [name, value] of entries) {
    const field = fields.get(name);
    const unnamed = findNameIssue(name, field, form.length > 0, known);
    if (!unnamed && field?.kind === "table") {
      const { rows, issues } = checkRows(field, value, mayLack);
      values[name] = rows;
      failures.push(...issues.map((issue) => failure(name, ...issue, field.label)));
      continue;
    }
    const issue = unnamed ?? findValueIssue(field, value);
    if (issue) failures.push(failure(name, ...issue));
    else values[name] = toStored(field, value);
  }
  for (const { name, label, right, required, leastRows } of mayLack ? [] : form) {
    if (right !== "write" || isWrong(failures, name)) continue;
    const value = (Object.hasOwn(values, name) ? values[name] : known[name]) ?? null;
    const rows = Array.isArray(value) ? value.length : 0;
    if (leastRows && rows < leastRows)
      failures.push(failure(name, `至少填写${leastRows}行`, `needs at least ${rowsInEnglish(leastRows)}`, label));
    else if (required && isBlank(value)) failures.push(failure(name, `请填写${label}`, `${label} has to be filled in`));
  }
  if (failures.length > 0) throw new InvalidFields(failures);
  return values;
}

/** @throws FIELD_INVALID naming every value that was sent by who answers for somebody else */
export function refuseValues(sent: unknown): void {
  const names = Object.keys(sent ?? {}).slice(0, mostValues);
  if (names.length === 0) return;
  throw new InvalidFields(names.map((name) => failure(name, "由委派人填写", "is filled in by who delegated the task")));
}

function findNameIssue(name: string, field: FormField | undefined, hasForm: boolean, known: Variables): Words | null {
  if (!isFree(name) || ownNames.has(name)) return ["变量名不可用", "a variable cannot have this name"];
  if (field) return field.right === "write" ? null : ["本环节不能填写", "cannot be filled in at this step"];
  if (hasForm) return ["表单没有该字段", "the form has no such field"];
  return Object.hasOwn(known, name) ? ["流程已有该变量", "the process has this variable already"] : null;
}

const isWrong = (failures: readonly Failure[], name: string): boolean =>
  failures.some(({ field }) => field === `variables.${name}`);
/** What is wrong with a field, under the name that a client gave it. */
export const failure = (field: string, msg: string, msgEn: string, label = field): Failure => ({
  errorCode: "FIELD_INVALID",
  id: null,
  field: `variables.${field.slice(0, 60)}`,
  msg: `${label.slice(0, 60)}：${msg}`,
  msgEn: `${label.slice(0, 60)}: ${msgEn}`,
});
