import { TrainingClass } from "@jipei/contract/classes/training-class.ts";
import { fieldOf } from "../core/fields.ts";
import { useFieldText } from "../core/field-value.tsx";
import { useLabel } from "../core/i18n/language.ts";
import type { WholeClass } from "./class-stations.ts";

const names = [
  "className",
  "classNo",
  "orgName",
  "courseName",
  "level",
  "headTeacherName",
  "startDate",
  "endDate",
  "trainPlace",
  "studentCount",
] as const;

/** The head of every paper form of a class. */
export function useClassFacts(row: WholeClass): { label: string; value: string }[] {
  const label = useLabel();
  const textOf = useFieldText();
  return names.map((name) => {
    const field = fieldOf(TrainingClass, name);
    return { label: label(field), value: textOf(field, row[name]) };
  });
}
