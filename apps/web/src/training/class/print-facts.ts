import { TrainingClass } from "@jipei/contract/training/training-class.ts";
import { getField } from "../../core/form/fields.ts";
import { useFieldText } from "../../core/form/field-value.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import type { WholeClass } from "@jipei/contract/training/training-class.calls.ts";

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
  const getText = useFieldText();
  return names.map((name) => {
    const field = getField(TrainingClass, name);
    return { label: label(field), value: getText(field, row[name]) };
  });
}
