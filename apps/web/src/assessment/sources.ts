import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { enterpriseClassCalls } from "@jipei/contract/training/enterprise-class.calls.ts";
import { EnterpriseClass } from "@jipei/contract/training/enterprise-class.ts";
import { TrainingClass } from "@jipei/contract/training/training-class.ts";
import { AssessorType, assessorTypeCalls } from "@jipei/contract/assessment/assessors/assessor-type.ts";
import { Assessor, assessorCalls } from "@jipei/contract/assessment/assessors/assessor.ts";
import { testApplicationCalls } from "@jipei/contract/assessment/test-application.calls.ts";
import { TestApplication } from "@jipei/contract/assessment/test-application.ts";
import { refSource } from "../core/form/ref-source.ts";

/** Classes that an assessment of a kind may be applied for. */
export const assessableClasses = (testKind: "1" | "2") =>
  refSource({
    entity: TrainingClass,
    list: classCalls.usedByOrg,
    detail: classCalls.detail,
    params: { assessableFor: testKind },
    note: "classNo",
  });
/** Approved classes of the own enterprise that an assessment of a kind may be applied for: the first one once they are over. */
export const assessableStaffClasses = (testKind: "1" | "2") =>
  refSource({
    entity: EnterpriseClass,
    list: enterpriseClassCalls.getClass,
    detail: enterpriseClassCalls.detail,
    params: { confirmStatus: "Confirm", ...(testKind === "1" && { runState: "ended" }) },
    note: "classNo",
  });
export const assessorTypes = refSource({
  entity: AssessorType,
  list: assessorTypeCalls.list,
  detail: assessorTypeCalls.detail,
  params: { isValid: "isValid" },
});
export const assessors = refSource({
  entity: Assessor,
  list: assessorCalls.list,
  detail: assessorCalls.detail,
  params: { isValid: "isValid" },
  note: "workUnit",
});
export const applications = refSource({
  entity: TestApplication,
  list: testApplicationCalls.list,
  detail: testApplicationCalls.detail,
  params: { confirmType: "Confirm" },
  note: "className",
});
