import type { FileItem } from "@jipei/contract/core/fields/field.ts";
import type { FilledField, FlowValue, FormField } from "@jipei/contract/workflow/flow-form.ts";
import type { ProcessModel } from "../engine/model.ts";
import type { Variables } from "../engine/state.ts";
import { formOf } from "./form-fields.ts";

/**
 * The form of a step with what stands in it. What is hidden there is left out.
 * @param step the step that is being done, or those whose forms somebody has seen, which are read only
 * @param files items of the files that were handed in
 */
export function fillForm(
  model: ProcessModel,
  step: string | readonly string[],
  variables: Variables,
  files: readonly FileItem[],
): FilledField[] {
  const items = new Map(files.map((item) => [item.attId, item]));
  return getFields(model, step)
    .filter(({ right }) => right !== "hidden")
    .map((field) => ({ ...field, value: show(field, variables[field.name] ?? null, items) }));
}

function getFields(model: ProcessModel, step: string | readonly string[]): FormField[] {
  const formAt = (id: string): FormField[] => {
    const element = model.elements.get(id);
    return element ? formOf(element) : [];
  };
  if (typeof step === "string") return formAt(step);
  const shown = new Map<string, FormField>();
  for (const id of step)
    for (const field of formAt(id))
      if (field.right !== "hidden" && !shown.has(field.name)) shown.set(field.name, { ...field, right: "read" });
  return [...shown.values()];
}

/** Of files their items, of all else the value as it is stored. */
function show(field: FormField, value: FlowValue, items: ReadonlyMap<string, FileItem>): FlowValue {
  if (field.kind !== "file" || !Array.isArray(value)) return value;
  return value.flatMap((id) => {
    const item = items.get(String(id));
    return item ? [{ ...item }] : [];
  });
}
