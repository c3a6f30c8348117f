import { computeForm } from "@jipei/contract/workflow/formula/compute-form.ts";
import { InvalidFields } from "../../core/foundation/refusal.ts";
import type { ProcessModel } from "../engine/model.ts";
import type { Variables } from "../engine/state.ts";
import { failure } from "./check-values.ts";
import { formulaFields } from "./form-fields.ts";

/**
 * What the formulas of a process make of its variables. All of them are computed with each step, wherever their fields stand: a number that
 * changes later changes what was computed of it.
 * @throws FIELD_INVALID naming each field whose formula has no result
 */
export function computeValues(model: ProcessModel, variables: Variables): Variables {
  const fields = formulaFields(model);
  const { values, failures } = computeForm(fields, variables);
  if (failures.length === 0) return values;
  throw new InvalidFields(
    failures.map(({ name, zh, en }) => failure(name, zh, en, fields.find((field) => field.name === name)?.label)),
  );
}
