import type { FormField } from "@jipei/contract/workflow/flow-form.ts";
import type { Language } from "../../core/i18n/language.ts";
import type { People, Signing } from "../model/people.ts";

/** A process as a list of steps, for people who do not draw. */
export interface StepModel {
  key: string;
  name: string;
  /** What who starts it fills in. */
  fields: readonly StepField[];
  steps: readonly Step[];
  /** What a refusal does: the process ends, or its starter changes it and hands it in again. */
  refusal: "end" | "return";
  /** Of the names that come with it, such as that of its end. */
  language: Language;
}
/** What only some kinds of fields have is left out by all others: a list that was written before stays as it was. */
export type StepField = Pick<FormField, "name" | "label" | "kind" | "required" | "choices"> &
  Partial<Pick<FormField, "calculation" | "columns" | "inLists" | "leastRows" | "mostRows">>;

export interface Step {
  name: string;
  people: People;
  signing: Signing;
  /** Days until it is due; null for as long as it takes. */
  days: number | null;
  /** Rights to the fields of the start; what is not named may be read. */
  rights: Readonly<Record<string, FormField["right"]>>;
}

export const newStep = (name: string): Step => ({
  name,
  people: { kind: "roles", aliases: [] },
  signing: { kind: "one" },
  days: null,
  rights: {},
});

export const newModel = (key: string, language: Language): StepModel => ({
  key,
  name: "",
  fields: [],
  steps: [newStep("")],
  refusal: "return",
  language,
});
