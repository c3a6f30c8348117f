import type { Student } from "@jipei/contract/training/student.ts";
import type { ByField, FormValues } from "../../core/form/fields.ts";
import { categoriesWithProof } from "@jipei/contract/training/enrolment-codes.ts";

/** The form of a roster row: what follows from the ID number is not asked for. */
export const rosterSections = [
  {
    title: ["身份", "Identity"],
    fields: ["classId", "name", "idType", "idNumber", "sex", "birthday", "phone", "education", "nation", "photoAttId"],
  },
  {
    title: ["户籍与类别", "Household and category"],
    fields: ["regionCode", "hukouType", "address", "personCategory", "categoryAttId", "politics", "health"],
  },
  {
    title: ["工作与技能", "Work and skills"],
    fields: ["workUnit", "workUnitCode", "workYears", "currentCertNo", "currentLevel"],
  },
  { title: ["账户", "Account"], fields: ["bankName", "bankAccount", "remark"] },
] as const;

export const otherDocument = ({ idType }: Pick<FormValues<typeof Student>, "idType">) => idType === "9";
export const needsProof = ({ personCategory }: Pick<FormValues<typeof Student>, "personCategory">) =>
  categoriesWithProof.has(personCategory ?? "");

/** Fields asked for under a condition only. */
export const rosterWhen = { sex: otherDocument, birthday: otherDocument, categoryAttId: needsProof } satisfies ByField<
  typeof Student,
  unknown
>;
