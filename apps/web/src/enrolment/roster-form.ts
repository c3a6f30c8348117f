import { categoriesWithProof } from "@jipei/contract/enrolment/enrolment-codes.ts";
import type { Values } from "../core/form-values.ts";

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

export const otherDocument = (values: Values) => values["idType"] === "9";
export const needsProof = (values: Values) => categoriesWithProof.has(String(values["personCategory"] ?? ""));

/** Fields asked for under a condition only. */
export const rosterWhen = { sex: otherDocument, birthday: otherDocument, categoryAttId: needsProof };
export const rosterUploads = { photoAttId: "pic", categoryAttId: "any" } as const;
