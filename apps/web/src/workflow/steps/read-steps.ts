import type { StepModel } from "./step-model.ts";
import { writeSteps } from "./write-steps.ts";

/**
 * The list of steps that a model was written from. Whoever draws in it makes it more than a list: it is read back only as long as it is
 * exactly what was written. @returns null where it is not
 */
export function readSteps(xml: string): StepModel | null {
  const [, json] = /<!-- steps (.*) -->/.exec(xml) ?? [];
  if (!json) return null;
  try {
    const model = JSON.parse(json) as StepModel;
    return writeSteps(model).trim() === xml.trim() ? model : null;
  } catch {
    return null;
  }
}
