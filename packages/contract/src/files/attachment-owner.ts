import { codeList } from "../core/fields/field.ts";

/** The entities whose rows have files, by the name that is stored with an attachment. */
export const attachmentOwner = codeList("ATTACHMENT_OWNER", "所属业务", "Belongs to", {
  Certificate: ["证书", "Certificate"],
  Classroom: ["教室档案", "Classroom"],
  CourseSubsidyFile: ["课程补贴文件", "Subsidy document"],
  EnterpriseClass: ["企业培训班", "Enterprise class"],
  InspectedPerson: ["抽查对象", "Person of the sample"],
  Investigation: ["企业调查", "Investigation"],
  Notice: ["通知公告", "Notice"],
  Organisation: ["培训机构", "Institution"],
  OrganisationDocument: ["机构附件", "Filing document"],
  PaymentEntry: ["拨付台账", "Payment ledger"],
  Plan: ["培训计划", "Training plan"],
  SignUp: ["学员报名", "Sign-up"],
  Student: ["学员", "Student"],
  StudentFee: ["学员收费", "Student fee"],
  SubsidyApplication: ["补贴申请(机构)", "Subsidy claim"],
  Teacher: ["教师", "Teacher"],
  TeacherHire: ["教师聘用", "Hire"],
  TestApplication: ["考核申请(机构)", "Test application"],
  TestCandidate: ["考核学员明细", "Test candidate"],
  TrainingClass: ["培训班级", "Training class"],
  User: ["用户", "User"],
});
