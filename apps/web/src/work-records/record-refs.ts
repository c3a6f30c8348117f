import { StartupType, startupTypeCalls } from "@jipei/contract/catalogue/startup-type.ts";
import { Organisation, organisationCalls } from "@jipei/contract/providers/organisation.ts";
import { enterpriseClassCalls } from "@jipei/contract/training/enterprise-class.calls.ts";
import { EnterpriseClass } from "@jipei/contract/training/enterprise-class.ts";
import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { TrainingClass } from "@jipei/contract/training/training-class.ts";
import { type RefSource, refSource } from "../core/form/ref-source.ts";

const classesOf = (list: typeof classCalls.usedByOrg) =>
  refSource({ entity: TrainingClass, list, detail: classCalls.detail, note: "classNo" });
const shared = {
  entrepreneurialTypeId: refSource({
    entity: StartupType,
    list: startupTypeCalls.list,
    detail: startupTypeCalls.detail,
    params: { isValid: "isValid" },
  }),
  undertakeOrg: refSource({
    entity: Organisation,
    list: organisationCalls.list,
    detail: organisationCalls.detail,
    note: "orgNo",
  }),
};

/** What records of any kind refer to, and where it is searched: by the bureau, and by the unit that reports. */
export const recordRefs: Readonly<Record<"bureau" | "unit", Readonly<Record<string, RefSource>>>> = {
  bureau: {
    ...shared,
    classIds: classesOf(classCalls.usedByManage),
    staffClassIds: refSource({
      entity: EnterpriseClass,
      list: enterpriseClassCalls.getClass,
      detail: enterpriseClassCalls.detail,
      note: "classNo",
    }),
  },
  unit: { ...shared, classIds: classesOf(classCalls.usedByOrg) },
};
