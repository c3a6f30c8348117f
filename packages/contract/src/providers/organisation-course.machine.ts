import { machine } from "../core/machine.ts";
import { approvalStatus } from "./organisation-course.ts";

/** Approval of an institution's courses. */
export const organisationCourseMachine = machine({
  name: "OrganisationCourse",
  zh: "机构课程",
  en: "Institution course",
  entity: "OrganisationCourse",
  field: "confirmStatus",
  resource: "org_course",
  states: approvalStatus,
  initial: "unConfirm",
  actions: {
    resubmit: {
      zh: "重新提交",
      en: "Submit again",
      from: ["back"],
      to: "unConfirm",
      by: ["orgAdmin"],
      permission: "org_course_edit",
    },
    confirm: { zh: "审核通过", en: "Approve", from: ["unConfirm"], to: "Confirm", by: ["clerk"], notOwn: true },
    back: { zh: "退回", en: "Return", from: ["unConfirm"], to: "back", by: ["clerk"], reason: true },
  },
});
