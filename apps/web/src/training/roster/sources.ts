import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { TrainingClass } from "@jipei/contract/training/training-class.ts";
import { Student, studentCalls } from "@jipei/contract/training/student.ts";
import { refSource } from "../../core/form/ref-source.ts";

/** Where the references of rosters, sign-ups and fees are searched. */

export const ownClasses = refSource({
  entity: TrainingClass,
  list: classCalls.usedByOrg,
  detail: classCalls.detail,
  note: "classNo",
});
export const allClasses = refSource({
  entity: TrainingClass,
  list: classCalls.usedByManage,
  detail: classCalls.detail,
  note: "classNo",
});
export const ownDrafts = refSource({
  entity: TrainingClass,
  list: classCalls.usedByOrg,
  detail: classCalls.detail,
  params: { status: "unCommit" },
  note: "startDate",
});
export const ownStudents = refSource({
  entity: Student,
  list: studentCalls.getStudentUsedByOrg,
  detail: studentCalls.detail,
  note: "className",
});
