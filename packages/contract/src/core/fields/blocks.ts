import { level, education } from "./codes.ts";
import { idType, nation, sex } from "./person-codes.ts";
import { code, date, datetime, ref, text } from "./field.ts";

/** Fields that many entities share, spread into theirs. */

/** What a class, claim or certificate was about, copied when it was made; later changes of the catalogue do not reach it. */
export const courseSnapshot = {
  courseId: ref("Course", "课程", "Course", "computed"),
  courseName: text(100, "课程名称", "Course name", "computed"),
  occupationCode: text(14, "职业编码", "Occupation code", "computed"),
  occupationName: text(100, "职业(工种)", "Occupation", "computed"),
  level: code(level, "等级", "Level", "computed"),
};

/** Submission and decision of anything the bureau confirms. */
export const reviewFields = {
  commitTime: datetime("提交时间", "Submitted", "computed"),
  confirmUser: ref("User", "审核人", "Decided by", "computed"),
  confirmTime: datetime("审核时间", "Decided", "computed"),
  confirmOpinion: text(500, "审核意见", "Opinion"),
  backReason: text(500, "退回原因", "Reason for return", "computed"),
};

/** A natural person. Sex and birthday follow from the ID number of a resident (ID_TYPE 1–4) and are entered for other documents. */
export const personFields = {
  name: text(50, "姓名", "Name", "required", { person: true }),
  idType: code(idType, "证件类型", "Kind of ID", "required", { default: "1" }),
  idNumber: text(18, "证件号码", "ID number", "required", { masked: "idNumber", encrypted: true }),
  sex: code(sex, "性别", "Sex"),
  birthday: date("出生日期", "Date of birth", "optional", { masked: "birthday" }),
  nation: code(nation, "民族", "Ethnic group"),
  education: code(education, "学历", "Education", "required"),
  phone: text(11, "手机号码", "Mobile phone", "required", { masked: "phone", encrypted: true, format: "mobile" }),
};
