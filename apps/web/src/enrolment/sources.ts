import { classCalls } from "@jipei/contract/classes/training-class.calls.ts";
import { TrainingClass } from "@jipei/contract/classes/training-class.ts";
import { Student, studentCalls } from "@jipei/contract/enrolment/student.ts";
import type { RefSource } from "../core/ref-select.tsx";

/** Where the references of rosters, sign-ups and fees are searched. */

export const ownClasses: RefSource = {
  entity: TrainingClass,
  list: classCalls.usedByOrg,
  detail: classCalls.detail,
  note: "classNo",
};
export const allClasses: RefSource = {
  entity: TrainingClass,
  list: classCalls.usedByManage,
  detail: classCalls.detail,
  note: "classNo",
};
export const ownDrafts: RefSource = {
  entity: TrainingClass,
  list: classCalls.usedByOrg,
  detail: classCalls.detail,
  params: { status: "unCommit" },
  note: "startDate",
};
export const ownStudents: RefSource = {
  entity: Student,
  list: studentCalls.getStudentUsedByOrg,
  detail: studentCalls.detail,
  note: "className",
};
