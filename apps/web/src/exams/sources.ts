import { classCalls } from "@jipei/contract/classes/training-class.calls.ts";
import { TrainingClass } from "@jipei/contract/classes/training-class.ts";
import { AssessorType, assessorTypeCalls } from "@jipei/contract/exams/assessor-type.ts";
import { Assessor, assessorCalls } from "@jipei/contract/exams/assessor.ts";
import { testApplicationCalls } from "@jipei/contract/exams/test-application.calls.ts";
import { TestApplication } from "@jipei/contract/exams/test-application.ts";
import type { RefSource } from "../core/ref-select.tsx";

/** Classes that an assessment of a kind may be applied for. */
export const assessableClasses = (testKind: string): RefSource => ({
  entity: TrainingClass,
  list: classCalls.usedByOrg,
  detail: classCalls.detail,
  params: { assessableFor: testKind },
  note: "classNo",
});
export const assessorTypes: RefSource = {
  entity: AssessorType,
  list: assessorTypeCalls.list,
  params: { isValid: "isValid" },
};
export const assessors: RefSource = {
  entity: Assessor,
  list: assessorCalls.list,
  params: { isValid: "isValid" },
  note: "workUnit",
};
export const applications: RefSource = {
  entity: TestApplication,
  list: testApplicationCalls.list,
  params: { confirmType: "Confirm" },
  note: "className",
};
