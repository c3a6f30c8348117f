import { ExpressionError } from "@jipei/contract/workflow/expression/expression-error.ts";
import type { FlowValue, FormField } from "@jipei/contract/workflow/flow-form.ts";
import { computeForm } from "@jipei/contract/workflow/formula/compute-form.ts";
import { readFormula } from "@jipei/contract/workflow/formula/formula.ts";
import type { Values } from "../../core/form/form-values.ts";
import { fieldKey, toControl } from "./form-entity.ts";

/**
 * Computed fields that change while a form is filled in: their formulas lead to something that is written at this step, and to nothing that is
 * hidden from the reader. The server computes all of them again.
 */
export function findLive(fields: readonly FormField[]): FormField[] {
  const shown = new Map(fields.filter(({ right }) => right !== "hidden").map((field) => [field.name, field]));
  const leaves = (field: FormField, seen: ReadonlySet<string>): (FormField | null)[] => {
    if (!field.calculation) return [field];
    if (seen.has(field.name)) return [null];
    const further = new Set([...seen, field.name]);
    return needsOf(field.calculation).flatMap((name) => {
      const needed = shown.get(name);
      return needed ? leaves(needed, further) : [null];
    });
  };
  return [...shown.values()].filter((field) => {
    if (!field.calculation) return false;
    const found = leaves(field, new Set());
    return found.every((leaf) => leaf !== null) && found.some((leaf) => leaf?.right === "write");
  });
}

function needsOf(calculation: string): string[] {
  try {
    return readFormula(calculation).uses.map(({ name }) => name);
  } catch (error) {
    if (error instanceof ExpressionError) return [];
    throw error;
  }
}

/** What the formulas make of what stands in a form, as its controls take it. */
export function computeLive(fields: readonly FormField[], live: readonly FormField[], values: Values): Values {
  const given = Object.fromEntries(fields.map(({ name }) => [name, (values[fieldKey(name)] ?? null) as FlowValue]));
  const computed = computeForm(fields, given).values;
  return Object.fromEntries(
    live.map((field) => [fieldKey(field.name), toControl(field, computed[field.name] ?? null)]),
  );
}
