import { type CodeOf, codeList } from "./field.ts";

/** The code lists of the product: stored code, Chinese, English, tone of its tag. National standards are named beside the list. */

export const confirmStatus = codeList("ConfirmStatusEnum", "审核状态", "Review status", {
  Invalidate: ["作废", "Void", "bad"],
  unSubmit: ["未提交", "Not submitted", "neutral"],
  back: ["已退回", "Returned", "bad"],
  unConfirm: ["待审核", "Pending review", "waiting"],
  Confirm: ["审核通过", "Approved", "good"],
});

export const classStatus = codeList("ClassEnum", "班级状态", "Class status", {
  deleted: ["删除", "Deleted", "bad"],
  unConfirm: ["未确认", "Pending confirmation", "waiting"],
  Confirm: ["确认", "Confirmed", "good"],
  unCommit: ["未提交", "Not submitted", "neutral"],
});

export const subsidyStatus = codeList("SubsidyEnum", "补贴申请状态", "Claim status", {
  unSubmit: ["未提交", "Not submitted", "neutral"],
  back: ["退回", "Returned", "bad"],
  firstTrial: ["初审", "First review", "busy"],
  reTrial: ["复审", "Second review", "busy"],
  compile: ["完成", "Completed", "good"],
});

export const fillStatus = codeList("FillEnum", "填报状态(工作台账)", "Report status", {
  unSubmit: ["未提交", "Not submitted", "neutral"],
  back: ["退回", "Returned", "bad"],
  firstTrial: ["初审", "First review", "busy"],
  reTrial: ["复审", "Second review", "busy"],
  compile: ["完成", "Completed", "good"],
});

/** Which of two reviews sent something back. */
export const reviewNode = codeList("REVIEW_NODE", "退回环节", "Returned at", {
  first: ["初审", "First review"],
  re: ["复审", "Second review"],
});

export const level = codeList("LEVEL", "等级", "Level", {
  "1": ["一级/高级技师", "Level 1 senior technician"],
  "2": ["二级/技师", "Level 2 technician"],
  "3": ["三级/高级工", "Level 3 advanced worker"],
  "4": ["四级/中级工", "Level 4 intermediate worker"],
  "5": ["五级/初级工", "Level 5 junior worker"],
  "0": ["合格", "Qualified (no level)"],
});

export const classRun = codeList("CLASS_RUN", "运行状态", "Class progress", {
  draft: ["未确认", "Not confirmed", "neutral"],
  notStarted: ["待开班", "Waiting to start", "waiting"],
  running: ["培训中", "Running", "busy"],
  ended: ["待考核", "Ended, to be assessed", "waiting"],
  testing: ["考核中", "In assessment", "busy"],
  graded: ["已出成绩", "Graded", "busy"],
  certified: ["已发证", "Certified", "good"],
  closed: ["已办结", "Closed", "good"],
  terminated: ["已终止", "Terminated", "bad"],
});

export const orgState = codeList("ORG_STATE", "机构状态", "Institution state", {
  unConfirm: ["待审核", "Pending approval", "waiting"],
  isUser: ["启用", "Active", "good"],
  back: ["已退回", "Returned", "bad"],
  unUser: ["停用", "Suspended", "bad"],
  Invalidate: ["注销", "Cancelled", "bad"],
});

export const orgType = codeList("ORG_TYPE", "机构类型", "Institution type", {
  "1": ["民办职业培训学校", "Private vocational training school"],
  "2": ["技工院校", "Technician school"],
  "3": ["职业院校", "Vocational college"],
  "4": ["高等院校", "University"],
  "5": ["公共实训基地", "Public training base"],
  "6": ["企业培训中心", "Enterprise training centre"],
  "7": ["行业协会/社会组织", "Association"],
  "8": ["其他", "Other"],
});

export const orgAttachType = codeList("ORG_ATTACH_TYPE", "机构材料类型", "Filing document", {
  "01": ["办学许可证", "Education licence"],
  "02": ["营业执照/法人登记证", "Registration certificate"],
  "03": ["法定代表人身份证", "ID of the legal representative"],
  "04": ["场地证明(产权/租赁)", "Site deed or lease"],
  "05": ["消防验收证明", "Fire-safety certificate"],
  "06": ["师资名册", "Teacher list"],
  "07": ["设备清单", "Equipment list"],
  "08": ["开户许可证", "Bank account certificate"],
  "09": ["收费备案表", "Fee filing"],
  "10": ["评价机构备案公告", "Evaluation-body filing"],
  "99": ["其他", "Other"],
});

export const classroomType = codeList("CLASSROOM_TYPE", "教室类型", "Classroom type", {
  "1": ["理论教室", "Theory room"],
  "2": ["实操车间", "Practice workshop"],
  "3": ["机房", "Computer room"],
  "9": ["其他", "Other"],
});

export const trainKind = codeList("TRAIN_KIND", "培训类别", "Training kind", {
  "01": ["就业技能培训", "Employment skill training"],
  "02": ["岗位技能提升培训", "On-the-job upgrading"],
  "03": ["岗前培训", "Pre-job training"],
  "04": ["转岗培训", "Job-transfer training"],
  "05": ["创业培训", "Start-up training"],
  "06": ["安全技能培训", "Safety-skill training"],
  "07": ["企业新型学徒制", "Enterprise apprenticeship"],
  "08": ["高技能人才培训(技师研修)", "High-skilled training"],
  "09": ["项目制培训", "Project-based training"],
  "10": ["专项职业能力培训", "Single-skill training"],
  "99": ["其他(市场化)", "Other (market)"],
});

export const classMode = codeList("CLASS_MODE", "培训方式", "Training mode", {
  "1": ["线下", "Offline"],
  "2": ["线上", "Online"],
  "3": ["线上线下结合", "Blended"],
});

export const certKind = codeList("CERT_KIND", "证书种类", "Certificate kind", {
  "1": ["职业技能等级证书", "Skill-level certificate"],
  "2": ["职业资格证书", "Occupational qualification certificate"],
  "3": ["专项职业能力证书", "Single-skill certificate"],
  "4": ["培训合格证书", "Training certificate"],
  "5": ["创业培训合格证书", "Start-up training certificate"],
  "6": ["特种作业操作证", "Special-operation permit"],
});

export const subsidyKind = codeList("SUBSIDY_KIND", "补贴种类", "Subsidy kind", {
  "01": ["职业培训补贴", "Training subsidy"],
  "02": ["企业职工培训补贴", "Enterprise staff training subsidy"],
  "03": ["岗前培训补贴", "Pre-job training subsidy"],
  "04": ["创业培训补贴", "Start-up training subsidy"],
  "05": ["职业技能鉴定(评价)补贴", "Assessment subsidy"],
  "06": ["安全技能培训补贴", "Safety training subsidy"],
  "07": ["企业新型学徒制补贴", "Apprenticeship subsidy"],
  "08": ["项目制培训补贴", "Project training subsidy"],
  "09": ["技能提升补贴(个人)", "Skill-up subsidy (person; recorded, paid by the unemployment-insurance office)"],
  "10": ["生活费补贴", "Living allowance"],
});

export const signSource = codeList("SIGN_SOURCE", "报名来源", "Sign-up source", {
  "1": ["个人网上报名", "Person online"],
  "2": ["机构代报", "By institution"],
  "3": ["企业代报", "By enterprise"],
  "4": ["窗口", "Counter"],
});

export const lessonType = codeList("LESSON_TYPE", "课型", "Lesson type", {
  "1": ["理论", "Theory"],
  "2": ["实操", "Practice"],
  "3": ["线上", "Online"],
});

export const attendStatus = codeList("ATTEND_STATUS", "考勤状态", "Attendance status", {
  "1": ["出勤", "Present", "good"],
  "2": ["迟到", "Late", "waiting"],
  "3": ["早退", "Left early", "waiting"],
  "4": ["请假", "Leave", "neutral"],
  "5": ["缺勤", "Absent", "bad"],
  "6": ["补卡", "Late entry", "waiting"],
});

export const attendMethod = codeList("ATTEND_METHOD", "考勤方式", "Attendance method", {
  "1": ["人脸", "Face"],
  "2": ["指纹", "Fingerprint"],
  "3": ["扫码", "QR code"],
  "4": ["手工", "Manual"],
});

export const gradeStatus = codeList("GRADE_STATUS", "成绩状态", "Grade status", {
  "0": ["录入中", "Entering", "neutral"],
  "1": ["已复核", "Checked", "waiting"],
  "2": ["已发布", "Published", "good"],
});

export const examStatus = codeList("EXAM_STATUS", "考试状态", "Exam status", {
  "0": ["未发布", "Draft", "neutral"],
  "1": ["已发布", "Published", "busy"],
  "2": ["进行中", "Running", "busy"],
  "3": ["已结束", "Ended", "waiting"],
  "4": ["已阅卷", "Graded", "good"],
  "9": ["作废", "Void", "bad"],
});

export const paperStatus = codeList("PAPER_STATUS", "答卷状态", "Paper status", {
  "0": ["未开始", "Not started", "neutral"],
  "1": ["答题中", "Answering", "busy"],
  "2": ["已交卷", "Submitted", "waiting"],
  "3": ["已评分", "Graded", "good"],
  "9": ["作废", "Void", "bad"],
});

export const questionType = codeList("QUESTION_TYPE", "题型", "Question type", {
  "1": ["单选题", "Single choice"],
  "2": ["多选题", "Multiple choice"],
  "3": ["判断题", "True/false"],
});

export const difficulty = codeList("DIFFICULTY", "难度", "Difficulty", {
  "1": ["易", "Easy"],
  "2": ["中", "Medium"],
  "3": ["难", "Hard"],
});

export const payStatus = codeList("PAY_STATUS", "拨付状态", "Payment status", {
  "0": ["未拨付", "Unpaid", "neutral"],
  "1": ["公示中", "Public notice", "waiting"],
  "2": ["拨付中", "Paying", "busy"],
  "3": ["已拨付", "Paid", "good"],
  "4": ["拨付失败", "Failed", "bad"],
  "5": ["已追回", "Recovered", "bad"],
});

export const investigateStatus = codeList("INVESTIGATE_STATUS", "调查状态", "Investigation status", {
  "0": ["未填报", "Not filled"],
  "1": ["已填报", "Filled", "waiting"],
  "2": ["已核实", "Verified", "good"],
});

/** GB 6441 / GB/T 15499 (105 lost days = serious) */
export const injuryGrade = codeList("INJURY_GRADE", "伤害程度", "Injury grade", {
  "1": ["轻伤", "Minor"],
  "2": ["重伤", "Serious"],
  "3": ["死亡", "Death"],
  "4": ["职业病", "Occupational disease"],
});

export const employmentKind = codeList("EMPLOYMENT_KIND", "就业形式", "Employment kind", {
  "1": ["单位就业", "Employed"],
  "2": ["灵活就业", "Flexible"],
  "3": ["自主创业", "Self-employed"],
  "4": ["公益性岗位", "Public-welfare post"],
  "5": ["未就业", "Not employed"],
});

export const compLevel = codeList("COMP_LEVEL", "竞赛级别", "Competition level", {
  "1": ["国家级一类", "National class 1"],
  "2": ["国家级二类", "National class 2"],
  "3": ["省级", "Provincial"],
  "4": ["市级", "Municipal"],
  "5": ["县(市)级", "County"],
  "6": ["企业/院校", "Enterprise/school"],
});

export const taskStatus = codeList("TASK_STATUS", "任务状态", "Task status", {
  "0": ["待签收", "Unclaimed"],
  "1": ["待办", "To do"],
  "2": ["已办", "Done"],
});

export const flowCategory = codeList("FLOW_CATEGORY", "流程分类", "Flow category", {
  "1": ["人事", "Personnel"],
  "2": ["培训", "Training"],
  "3": ["补贴", "Subsidy"],
  "9": ["其他", "Other"],
});

export const loginType = codeList("LOGIN_TYPE", "登录类型", "Login type", {
  "0": ["业务(局端)", "Business / bureau"],
  "1": ["机构", "Organisation (shared user U012)"],
  "2": ["学员", "Student (shared user U010)"],
  "3": ["企业", "Enterprise (business login of an enterprise)"],
  "4": ["第三方", "Third party"],
  "5": ["手机", "Phone"],
});

/** GB/T 4658-2006, first level used */
export const education = codeList("education", "学历", "Education", {
  "10": ["研究生", "Postgraduate"],
  "20": ["大学本科", "Bachelor"],
  "30": ["大学专科", "Junior college"],
  "40": ["中等职业(含技工)", "Secondary vocational"],
  "60": ["普通高中", "Senior high school"],
  "70": ["初中", "Junior high school"],
  "80": ["小学", "Primary school"],
  "90": ["其他", "Other"],
});

export const occupClass = codeList("OCCUP_CLASS", "目录类别", "Catalogue class", {
  A: ["A 生产制造", "A Manufacturing"],
  B: ["B 生产服务", "B Producer services"],
  C: ["C 生活服务", "C Consumer services"],
});
export const trialResult = codeList("TRIAL_RESULT", "自动初审结论", "Check result", {
  "0": ["未审", "Not run"],
  "1": ["通过", "Passed", "good"],
  "2": ["有警告", "Warnings", "waiting"],
  "3": ["有不符合项", "Blocked", "bad"],
});
export const testKind = codeList("TEST_KIND", "考核类型", "Kind of assessment", {
  "1": ["首考", "First"],
  "2": ["补考", "Make-up"],
});
export const gradeResult = codeList("GRADE_RESULT", "考核结果", "Result", {
  "0": ["未考", "Not assessed", "neutral"],
  "1": ["合格", "Passed", "good"],
  "2": ["不合格", "Failed", "bad"],
  "3": ["缺考", "Absent", "bad"],
});

export type ClassStatus = CodeOf<typeof classStatus>;
export type ConfirmStatus = CodeOf<typeof confirmStatus>;
export type RunState = CodeOf<typeof classRun>;
export type Level = CodeOf<typeof level>;
export type TrainKind = CodeOf<typeof trainKind>;
export type SubsidyKind = CodeOf<typeof subsidyKind>;
export type Education = CodeOf<typeof education>;

/** The two sides of the chain. */
export const unitSide = codeList("UNIT_SIDE", "单位类型", "Kind of unit", {
  "1": ["培训机构", "Institution"],
  "2": ["企业", "Enterprise"],
});
