import type { Entity, FieldName, Row } from "@jipei/contract/core/entity.ts";
import { EnterpriseClass } from "@jipei/contract/training/enterprise-class.ts";
import { TrainingClass } from "@jipei/contract/training/training-class.ts";
import { getField } from "../../core/form/fields.ts";
import { useFieldText } from "../../core/form/field-value.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import type { WholeEnterpriseClass } from "@jipei/contract/training/enterprise-class.calls.ts";
import type { WholeClass } from "@jipei/contract/training/training-class.calls.ts";

/** What a paper form says of its class at its head. */
export interface PrintFact {
  label: string;
  value: string;
}

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

const staffNames = [
  "className",
  "classNo",
  "entName",
  "orgName",
  "courseName",
  "level",
  "teacherNames",
  "startDate",
  "endDate",
  "trainPlace",
  "studentCount",
] as const;

/** The head of every paper form of a class. */
export const useClassFacts = (row: WholeClass): PrintFact[] => useFacts(TrainingClass, names, row);

/** The same of a class of an enterprise. */
export const useStaffClassFacts = (row: WholeEnterpriseClass): PrintFact[] =>
  useFacts(EnterpriseClass, staffNames, row);

function useFacts<E extends Entity, N extends FieldName<E>>(
  entity: E,
  fields: readonly N[],
  row: Pick<Row<E>, N>,
): PrintFact[] {
  const label = useLabel();
  const getText = useFieldText();
  return fields.flatMap((name) => {
    const field = getField(entity, name);
    const value = getText(field, row[name]);
    return value === "" ? [] : [{ label: label(field), value }];
  });
}
