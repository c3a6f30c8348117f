import type { ErrorCode } from "./errors.ts";

type Reasons = Readonly<Record<string, readonly [zh: string, en: string]>>;

/**
 * Refusals whose code stands for several rules (its text in `errors` joins them, as the reference does): each rule with a sentence and figures of
 * its own. What is answered names one of them, never the sum.
 */
export const refusalReasons = {
  ORG_DUP: {
    creditCode: ["统一社会信用代码已存在", "Another institution has this credit code"],
    orgName: ["机构名称已存在", "Another institution has this name"],
  },
  LICENSE_EXPIRED: {
    expired: ["办学许可证已于{day}过期", "The licence expired on {day}"],
    beforeEnd: [
      "办学许可证{day}到期，早于结业日期{end}",
      "The licence expires on {day}, before the class ends on {end}",
    ],
  },
  TEACHER_NOT_HIRED: {
    noDuty: ["教师{name}在{date}没有经审核的聘任", "Teacher {name} has no confirmed engagement on {date}"],
    noHire: ["教师{name}在{date}不在聘期内", "Teacher {name} is not hired on {date}"],
  },
  CLASSROOM_CLASH: {
    taken: ["教室{room}在{date} {time}已被占用", "Classroom {room} is taken at {date} {time}"],
    small: ["教室{room}可容{n}人，班级有{students}人", "Classroom {room} holds {n}, the class has {students}"],
    unusable: ["教室{room}在{date}不可使用：{why}", "Classroom {room} cannot be used on {date}: {why}"],
  },
  CLASS_HOURS_SHORT: {
    hours: ["课时不足：要求{a}，实有{b}", "Not enough hours: {a} required, {b} there"],
    withPractice: [
      "课时不足：要求{a}，实排{b}（实操比例≥{r}）",
      "Not enough hours: {a} required, {b} scheduled (practice share ≥ {r})",
    ],
  },
  SCHEDULE_RANGE: {
    outside: ["{date}不在培训期{start}至{end}内", "{date} is outside the class period, {start} to {end}"],
    tooLong: ["{date}共排{hours}课时，每日最多{n}课时", "{hours} hours on {date}, at most {n} a day"],
  },
  SIGN_CLOSED: {
    notOffered: ["班级未开放报名", "The class is not open for sign-up"],
    early: ["报名{day}开始", "Sign-up begins on {day}"],
    late: ["报名已于{day}截止", "Sign-up ended on {day}"],
  },
  CLASS_IN_USE: {
    signUps: ["班级有待处理的报名", "The class has undecided sign-ups"],
    used: ["班级已有学员", "The class has students"],
  },
  CLASS_HAS_RESULT: {
    certified: ["班级已有证书，不能终止", "The class has certificates and cannot be terminated"],
    claimed: ["班级已有补贴申请，不能终止", "The class has a claim and cannot be terminated"],
  },
  STUDENT_HAS_RESULT: {
    certified: ["学员已有证书", "The student has a certificate"],
    claimed: ["学员已在补贴申请中", "The student is in a claim"],
  },
  CLIENT_BUILTIN: {
    web: [
      "系统自带的客户端不能停用、删除、更换密钥",
      "The built-in client cannot be switched off, removed or given a secret",
    ],
    inUse: ["您正在使用该客户端，不能停用、删除", "You are using this client; it cannot be switched off or removed"],
  },
} as const satisfies Partial<Record<ErrorCode, Reasons>>;

export type ReasonedCode = keyof typeof refusalReasons;
export type ReasonOf<C extends ReasonedCode> = keyof (typeof refusalReasons)[C] & string;

/** Codes whose text has «或», “or”, and is one rule all the same, with the reason. Every other text that joins rules needs `refusalReasons`. */
export const oneRule: Readonly<Partial<Record<ErrorCode, string>>> = {
  UNAUTHORIZED: "strangers learn no more of it",
  ENVELOPE_REPLAY: "strangers learn no more of it",
  NOT_FOUND: "strangers learn no more of it",
  TENANT_UNKNOWN: "strangers learn no more of it",
  CODE_INVALID: "strangers learn no more of it",
  SETUP_LINK: "strangers learn no more of it",
  ORG_IN_USE: "names what can be done instead",
  SUBSIDY_DUP: "one rule: the same level, and what is above it",
  TEACHER_IN_USE: "one rule: records refer to the teacher",
  ORG_HAS_BUSINESS: "one rule: business is under way",
  TENANT_PROTECTED: "lists what is not possible",
  STORAGE_BUILTIN: "lists what is not possible",
  DATASOURCE_BUILTIN: "lists what is not possible",
  RIGHTS_CHANGED_SINCE: "one rule: something came after it",
  ENT_BLACK: "one rule: the registers list the enterprise",
  EXAM_CLOSED: "no call answers it yet",
  PAPER_CLOSED: "no call answers it yet",
  CLASSIFICATION_IN_USE: "no call answers it yet",
};
