import { machine } from "../core/machine.ts";
import { approvalStatus } from "./organisation-course.ts";

/** Approval of an institution's teachers. */
export const organisationTeacherMachine = machine({
  name: "OrganisationTeacher",
  zh: "机构教师",
  en: "Institution teacher",
  entity: "OrganisationTeacher",
  field: "confirmStatus",
  resource: "train_org_teacher",
  states: approvalStatus,
  initial: "unConfirm",
  actions: {
    resubmit: {
      zh: "重新提交",
      en: "Submit again",
      from: ["back"],
      to: "unConfirm",
      by: ["orgAdmin"],
      permission: "train_org_teacher_edit",
    },
    confirm: { zh: "审核通过", en: "Approve", from: ["unConfirm"], to: "Confirm", by: ["clerk"], notOwn: true },
    back: { zh: "退回", en: "Return", from: ["unConfirm"], to: "back", by: ["clerk"], reason: true },
  },
});
