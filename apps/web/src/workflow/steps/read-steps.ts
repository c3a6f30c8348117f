import { withoutAtLeast } from "../model/people.ts";
import type { StepModel } from "./step-model.ts";
import { writeSteps } from "./write-steps.ts";

/** The same as it was written before a step said how many people it needs. */
const asBefore = (xml: string): string =>
  xml.replaceAll(/(?<=flowable:collection=")[^"]*/g, (collection) => withoutAtLeast(collection));

/**
 * The list of steps that a model was written from. Whoever draws in it makes it more than a list: it is read back only as long as it is
 * exactly what was written. @returns null where it is not
 */
export function readSteps(xml: string): StepModel | null {
  const [, json] = /<!-- steps (.*) -->/.exec(xml) ?? [];
  if (!json) return null;
  try {
    const model = JSON.parse(json) as StepModel;
    const written = writeSteps(model).trim();
    return [written, asBefore(written)].includes(xml.trim()) ? model : null;
  } catch {
    return null;
  }
}
