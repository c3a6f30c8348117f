import { ExpressionError } from "../expression/expression-error.ts";
import { computedKinds } from "../form-types.ts";
import type { FormulaField } from "./compute-form.ts";
import { type Use, readFormula } from "./formula.ts";

/** A formula that cannot be used, and why. */
export interface FormulaIssue {
  /** Name of the field, also where it is a column of it. */
  readonly name: string;
  /** The field, or the table and the column. */
  readonly label: string;
  readonly text: string;
  readonly zh: string;
  readonly en: string;
}

/** Finds formulas that are none, that name what is not there, or that need each other; those of columns as well. */
export function findFormulaIssues(fields: readonly FormulaField[]): FormulaIssue[] {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const needs = new Map<string, readonly string[]>();
  const issues = fields.flatMap((field) => {
    const columns = findFormulaIssues(field.columns ?? []).map((one) => ({
      ...one,
      name: field.name,
      label: `${field.label} · ${one.label}`,
    }));
    if (!field.calculation) return columns;
    try {
      if (!computedKinds.includes(field.kind))
        throw new ExpressionError("只有数字和金额可以计算", "only numbers and amounts are computed");
      const { uses } = readFormula(field.calculation);
      for (const use of uses) checkUse(use, byName.get(use.name));
      needs.set(
        field.name,
        uses.map(({ name }) => name),
      );
      return columns;
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      return [
        ...columns,
        { name: field.name, label: field.label, text: field.calculation, zh: error.zh, en: error.en },
      ];
    }
  });
  return [...issues, ...findCircles(fields, needs)];
}

function checkUse({ name, column }: Use, field: FormulaField | undefined): void {
  if (!field) throw new ExpressionError(`表单没有“${name}”`, `the form has no “${name}”`);
  if (field.kind === "file")
    throw new ExpressionError(`附件“${name}”不能计算`, `nothing is computed of file “${name}”`);
  if (column === null && field.kind === "table")
    throw new ExpressionError(
      `请写出表格“${name}”的列，如 sum(${name}.列)`,
      `say which column of table “${name}” is meant`,
    );
  if (column === null) return;
  if (field.kind !== "table") throw new ExpressionError(`“${name}”不是表格`, `“${name}” is no table`);
  if (!field.columns?.some((one) => one.name === column))
    throw new ExpressionError(`表格“${name}”没有列“${column}”`, `table “${name}” has no column “${column}”`);
}

/** Fields that lead back to themselves by what their formulas need. */
function findCircles(fields: readonly FormulaField[], needs: ReadonlyMap<string, readonly string[]>): FormulaIssue[] {
  const leadsTo = (from: string, target: string, seen: Set<string>): boolean =>
    (needs.get(from) ?? []).some((next) => {
      if (next === target) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return leadsTo(next, target, seen);
    });
  return fields
    .filter(({ name }) => leadsTo(name, name, new Set()))
    .map(({ name, label, calculation }) => ({
      name,
      label,
      text: calculation ?? "",
      zh: "公式循环引用",
      en: "it needs itself, by what it needs",
    }));
}
