import { Decimal } from "decimal.js";
import { DivisionByZero, ExpressionError } from "../expression/expression-error.ts";
import { isNothing } from "../expression/values.ts";
import { type FlowValue, type FormKind, type FormRow, rowsOf } from "../flow-form.ts";
import { calculateFormula } from "./calculate.ts";
import { type Formula, readFormula } from "./formula.ts";

/** What formulas need to know of a field, or of a column. */
export interface FormulaField {
  readonly name: string;
  readonly label: string;
  readonly kind: FormKind;
  readonly calculation?: string | null;
  readonly columns?: readonly FormulaField[];
}

/** What was computed, and what could not be. */
export interface Computed {
  /** Computed fields, and tables that have computed columns. A value is nothing while nothing that it needs is filled in. */
  readonly values: Record<string, FlowValue>;
  readonly failures: readonly { readonly name: string; readonly zh: string; readonly en: string }[];
}

const decimals: Partial<Record<FormKind, number>> = { money: 2, number: 6 };
const most = 1e12;

/**
 * Computes the formulas of a form, those of tables in each row first. The server does it with what it stores, the page with what is being
 * typed, where a number is still a text.
 */
export function computeForm(fields: readonly FormulaField[], given: FormRow): Computed {
  const failures: { name: string; zh: string; en: string }[] = [];
  const byName = new Map(fields.map((field) => [field.name, field]));
  const values: Record<string, FlowValue> = {};
  const known = new Map<string, FlowValue>();
  const open = new Set<string>();
  const read = (name: string): FlowValue => {
    const field = byName.get(name);
    if (!field) throw new ExpressionError(`没有“${name}”`, `there is no “${name}”`);
    const before = known.get(name);
    if (before !== undefined) return before;
    if (open.has(name)) throw new ExpressionError("公式循环引用", "formulas need each other");
    open.add(name);
    const value = find(field);
    known.set(name, value);
    open.delete(name);
    return value;
  };
  const find = (field: FormulaField): FlowValue => {
    if (field.calculation) return toResult(field, readFormula(field.calculation), read);
    const value = given[field.name] ?? null;
    return field.kind === "table" ? computeRows(field, value, failures) : toInput(field, value);
  };
  for (const field of fields) {
    if (!field.calculation && !field.columns?.some(({ calculation }) => calculation)) continue;
    try {
      values[field.name] = read(field.name);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      open.clear();
      values[field.name] = null;
      if (!(error instanceof DivisionByZero)) failures.push({ name: field.name, zh: error.zh, en: error.en });
    }
  }
  return { values, failures };
}

function computeRows(
  { name, columns = [] }: FormulaField,
  value: FlowValue,
  failures: { name: string; zh: string; en: string }[],
): FlowValue {
  const rows = rowsOf(value);
  if (rows.length === 0) return null;
  return rows.map((row, at) => {
    const computed = computeForm(columns, row);
    for (const { name: column, zh, en } of computed.failures) {
      const label = columns.find((one) => one.name === column)?.label ?? column;
      failures.push({ name, zh: `第${at + 1}行“${label}”：${zh}`, en: `row ${at + 1}, “${label}”: ${en}` });
    }
    return { ...row, ...computed.values };
  });
}

function toResult(field: FormulaField, { node, uses }: Formula, read: (name: string) => FlowValue): FlowValue {
  if (uses.length > 0 && uses.every(({ name }) => isNothing(read(name)))) return null;
  const value = calculateFormula(node, read);
  if (value === null) return null;
  if (typeof value !== "number") throw new ExpressionError("结果不是数字", "the result is no number");
  const rounded = new Decimal(value).toDecimalPlaces(decimals[field.kind] ?? 6);
  if (rounded.abs().greaterThanOrEqualTo(most)) throw new ExpressionError("数值过大", "the number is too large");
  return rounded.toNumber();
}

/** A number that is being typed counts once it is one. */
function toInput({ kind }: FormulaField, value: FlowValue): FlowValue {
  if (typeof value !== "string" || (kind !== "number" && kind !== "money")) return value;
  const text = value.trim();
  return /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : null;
}
