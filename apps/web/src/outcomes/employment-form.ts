import { employed, selfEmployed } from "@jipei/contract/outcomes/train-employment.ts";
import { Student, studentCalls } from "@jipei/contract/training/student.ts";
import { refSource } from "../core/form/ref-source.ts";

/** The form of a follow-up, from the list and from the queue of those due. */

export const employmentForm = [
  { title: ["学员", "Student"], fields: ["studentId", "followDate", "employmentKind"] },
  {
    title: ["就业情况", "Employment"],
    fields: ["entName", "creditCode", "businessLicenseNo", "postName", "contractDate", "salary", "isMatch", "remark"],
  },
] as const;

export const employmentRefs = {
  studentId: refSource({
    entity: Student,
    list: studentCalls.list,
    detail: studentCalls.detail,
    params: { confirmStatus: "Confirm" },
    note: "className",
  }),
};

interface Kind {
  employmentKind?: string | null;
}
const isEmployed = ({ employmentKind: kind }: Kind) => kind === employed;

/** Which fields go with which kind of employment. */
export const employmentWhen = {
  entName: isEmployed,
  creditCode: isEmployed,
  contractDate: isEmployed,
  businessLicenseNo: ({ employmentKind: kind }: Kind) => kind === selfEmployed,
};
