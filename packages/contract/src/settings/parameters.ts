/**
 * The built-in parameters: every number that may differ between regions. The table `parameter` holds the value in force; a key without a
 * row has its default. Built-in keys cannot be removed.
 */
export type ParameterType = "int" | "decimal" | "flag" | "text" | "choice" | "roles";

export interface ParameterDefinition<T extends ParameterType = ParameterType, C extends string = string> {
  type: T;
  value: string;
  zh: string;
  en: string;
  /** Choices of a `choice`, or the pattern of a `text`, with what it says in words. */
  choices?: readonly C[];
  pattern?: string;
  form?: { zh: string; en: string };
  /** Shares of one whole, with / between them. */
  shares?: true;
  min?: number;
  max?: number;
  /** Settings of sign-in, visibility and logging: changed by system administrators only, and recorded as a change of rights. */
  security?: true;
}

/** The value of a parameter of roles that names none. */
export const noRoles = "none";

const int = (value: number, zh: string, en: string, min = 0, max = 1_000_000): ParameterDefinition<"int"> => ({
  type: "int",
  value: String(value),
  zh,
  en,
  min,
  max,
});
/** Share or amount as text, never a binary fraction. */
const decimal = (value: string, zh: string, en: string, min = 0, max = 1_000_000): ParameterDefinition<"decimal"> => ({
  type: "decimal",
  value,
  zh,
  en,
  min,
  max,
});
const flag = (value: "0" | "1", zh: string, en: string): ParameterDefinition<"flag"> => ({
  type: "flag",
  value,
  zh,
  en,
});
const text = (
  value: string,
  pattern: string,
  form: { zh: string; en: string },
  zh: string,
  en: string,
): ParameterDefinition<"text"> => ({ type: "text", value, pattern, form, zh, en });
const shares = (...of: Parameters<typeof text>): ParameterDefinition<"text"> => ({ ...text(...of), shares: true });
const choice = <const C extends string>(
  value: NoInfer<C>,
  choices: readonly C[],
  zh: string,
  en: string,
): ParameterDefinition<"choice", C> => ({ type: "choice", value, choices, zh, en });
/** Aliases of roles with commas between them, or `none`. */
const forRoles = (zh: string, en: string): ParameterDefinition<"roles"> => ({
  type: "roles",
  value: noRoles,
  zh,
  en,
  pattern: "^(none|[A-Za-z]\\w*(,[A-Za-z]\\w*)*)$",
});
/** Key of a process, or `none`. */
const processKey = (zh: string, en: string): ParameterDefinition<"text"> =>
  text("none", "^[A-Za-z_][\\w.-]{0,59}$", { zh: "流程标识或none", en: "the key of a process, or none" }, zh, en);
const security = <D extends ParameterDefinition>(definition: D): D & { security: true } => ({
  ...definition,
  security: true,
});

export const parameters = {
  "hour.minutes": int(45, "一课时的分钟数", "Minutes of one lesson hour", 1, 240),
  "course.minHours.level5": decimal("40", "五级和合格课程的最低课时", "Minimum hours of a course, levels 5 and 0"),
  "course.minHours.level1to4": decimal("56", "一至四级课程的最低课时", "Minimum hours of a course, levels 4–1"),
  "course.practice.minRatio": decimal("0.60", "实操课时最低占比", "Minimum share of practice hours", 0, 1),
  "schedule.day.maxHours": decimal("8", "班级每日最多课时", "Most hours per class and day", 1, 24),
  "schedule.change.leadDays": int(1, "调课提前天数", "Days in advance for moving a lesson", 0, 365),
  "class.size.min": int(1, "提交班级的最少学员数", "Minimum students to submit a class", 1, 1000),
  "class.size.max": int(50, "班级最多学员数", "Maximum students in a class", 1, 1000),
  "class.size.max.startup": int(30, "创业班最多学员数", "Maximum students in a start-up class", 1, 1000),
  "class.practice.perTeacher": int(
    30,
    "实操课每名教师的学员数",
    "Practice students per teacher before an assistant is needed",
    1,
    1000,
  ),
  "class.commit.leadWorkdays": int(
    5,
    "提交班级须早于开班的工作日数",
    "Working days between submission and start of a class",
    0,
    60,
  ),
  "class.maxMonths": int(12, "班级最长月数", "Maximum length of a class in months", 1, 60),
  "org.site.minArea": decimal(
    "300",
    "机构场地最低面积（平方米）",
    "Square metres of teaching site needed for approval",
  ),
  "student.age.min": int(16, "学员最低年龄", "Minimum age of students", 0, 120),
  "student.age.max.male": int(63, "男学员须小于的年龄", "Men must be younger than", 1, 150),
  "student.age.max.female": int(58, "女学员须小于的年龄", "Women must be younger than", 1, 150),
  "student.overlap.mode": choice(
    "lesson",
    ["lesson", "period"],
    "学员时间冲突的判定方式",
    "How overlapping classes of a student are determined",
  ),
  "attendance.min": decimal(
    "80",
    "考核和补贴所需出勤率（%）",
    "Attendance needed for assessment and subsidy (%)",
    0,
    100,
  ),
  "attendance.lateFullMinutes": int(
    15,
    "迟到早退仍计全课时的分钟数",
    "Minutes late or early still counted in full",
    0,
    240,
  ),
  "attendance.edit.days": int(3, "考勤可修改天数", "Days attendance stays editable", 0, 365),
  "attendance.makeup.maxRate": decimal(
    "10",
    "补卡最多占比（%）",
    "Share of lessons that may be entered late (%)",
    0,
    100,
  ),
  "sign.resign.max": int(2, "最多重新报名次数", "Maximum number of repeated sign-ups", 0, 100),
  "test.apply.leadDays": int(7, "考核申请提前天数", "Days between test application and assessment", 0, 365),
  "test.assessor.min": int(3, "考评员最少人数", "Minimum number of assessors", 1, 99),
  "test.assessor.min.high": int(5, "一、二级考评员最少人数", "Minimum number of assessors, levels 2 and 1", 1, 99),
  "test.keepPart.months": int(24, "合格科目保留月数", "Months a passed part stays valid", 0, 240),
  "test.makeup.months": int(12, "补考期限（月）", "Months for the make-up", 0, 240),
  "grade.pass": decimal("60", "各科合格分数", "Pass mark of each part", 0, 100),
  "grade.good": decimal("80", "良好分数线", "Every part at least: good", 0, 100),
  "grade.excellent": decimal("95", "优秀分数线", "Every part at least: excellent", 0, 100),
  "exam.multi.partial": decimal(
    "0",
    "多选题漏选得分比例",
    "Share of the points of an incomplete but faultless multiple choice",
    0,
    1,
  ),
  "exam.shuffle.questions": flag("1", "试题顺序随机", "Questions in random order"),
  "exam.shuffle.options": flag("0", "选项顺序随机", "Options in random order"),
  "exam.grace.minutes": int(
    10,
    "断网作答补传时限（分钟）",
    "Minutes after the deadline in which signed answers of a time without a network count",
    0,
    60,
  ),
  "exam.identity.check": flag("0", "新建考试默认核验考生身份", "New exams ask for an identity check"),
  "exam.identity.keep.days": int(
    180,
    "身份核验照片保存天数（自考试结束）",
    "Days that photos of identity checks are kept after the exam",
    30,
    3650,
  ),
  "exam.objection.days": int(3, "试题异议期限（天）", "Days in which a candidate may object to a question", 0, 60),
  "grade.weight.theory": decimal("0.40", "理论权重（五至三级、合格）", "Weight of theory, levels 5–3 and 0", 0, 1),
  "grade.weight.practice": decimal("0.60", "实操权重（五至三级、合格）", "Weight of practice, levels 5–3 and 0", 0, 1),
  "grade.weight.high": shares(
    "0.30/0.40/0.30",
    "^(0(\\.\\d{1,2})?|1(\\.00?)?)(/(0(\\.\\d{1,2})?|1(\\.00?)?)){2}$",
    {
      zh: "三个权重，以/分隔，合计为1，如0.30/0.40/0.30",
      en: "three weights with / between them that add up to 1, like 0.30/0.40/0.30",
    },
    "理论/实操/综合评审权重（二、一级）",
    "Weights of theory/practice/review, levels 2 and 1",
  ),
  "subsidy.annual.limit": int(3, "每人每年补贴培训次数", "Subsidised trainings per person and calendar year", 0, 99),
  "subsidy.deadline.months": int(12, "发证后申领期限（月）", "Months to claim after the certificate is issued", 0, 240),
  "subsidy.shortage.rate": decimal(
    "0.20",
    "紧缺职业上浮比例（一至三级）",
    "Uplift for shortage occupations, levels 1–3",
    0,
    1,
  ),
  "subsidy.keyGroup.rate": decimal("0.00", "重点群体上浮比例", "Uplift for key groups", 0, 1),
  "subsidy.uplift.max": decimal("0.30", "上浮合计上限", "Cap of the sum of uplifts", 0, 1),
  "subsidy.cap.fee": flag("1", "补贴不高于收费标准", "Payable never above the filed fee"),
  "subsidy.mode.rate.2": decimal("0.70", "线上班补贴系数", "Factor for purely online classes", 0, 1),
  "subsidy.mode.rate.3": decimal("1.00", "线上线下结合班补贴系数", "Factor for blended classes", 0, 1),
  "subsidy.round.unit": decimal("1", "金额取整单位（元）", "Yuan to which an amount is rounded", 0.01, 1000),
  "subsidy.noCert.rate": decimal("0", "无证书补贴比例", "Share paid without certificate", 0, 1),
  "subsidy.apprentice.advance.max": decimal(
    "0.5",
    "学徒预拨最高比例",
    "Largest share of an apprenticeship paid in advance",
    0,
    1,
  ),
  "subsidy.living.perDay": decimal("30", "生活费每日标准（元）", "Living allowance in yuan per training day"),
  "subsidy.living.maxDays": int(30, "生活费最多天数", "Maximum days of living allowance", 0, 366),
  "subsidy.living.minHours": decimal("4", "计为培训日的最低课时", "Counted hours that make a training day", 0, 24),
  "subsidy.publicity.workdays": int(5, "公示工作日数", "Working days of public notice", 0, 60),
  "subsidy.reReturn.target": choice(
    "firstTrial",
    ["firstTrial", "back"],
    "复审退回去向",
    "Where a return from second review goes",
  ),
  "standard.max.increase": decimal(
    "0.30",
    "补贴标准较前一标准最高上浮比例",
    "Most that a standard may exceed the one before it, as a share",
    0,
    10,
  ),
  "standard.max.first": decimal(
    "10000",
    "首个补贴标准的最高金额（元/人）",
    "Highest first standard of a course and kind, in yuan per person",
    1,
  ),
  "trial.max.age.days": int(30, "自动初审有效天数", "Days an automatic check stays valid", 1, 365),
  "review.deadline.workdays": int(10, "审核时限（工作日）", "Review limit in working days", 1, 120),
  "cert.region": text(
    "329999",
    "^\\d{6}$",
    { zh: "6位区划代码", en: "a region code of 6 digits" },
    "证书编号中的县级区划",
    "County code used in certificate numbers",
  ),
  "cert.query.perHour": security(
    int(10, "证书公开查询每小时次数", "Public certificate queries per address and hour", 1, 10_000),
  ),
  "ext.cache.hours": int(24, "外部数据缓存小时数", "Hours an external look-up is kept", 0, 8760),
  "sms.limit.minuteGap": security(int(60, "两次验证码间隔秒数", "Seconds between two codes", 0, 3600)),
  "sms.limit.hour": security(int(5, "每小时验证码次数", "Codes per number and hour", 1, 1000)),
  "sms.limit.day": security(int(10, "每日验证码次数", "Codes per number and day", 1, 10_000)),
  "sms.code.minutes": security(int(10, "验证码有效分钟数", "Minutes a code is valid", 1, 120)),
  "scope.region.enabled": security(flag("0", "局端用户按区划限制数据", "Restrict bureau users to their region")),
  "signIn.factor.roles": security(
    forRoles(
      "必须使用两步验证的角色（生产环境中系统管理员、初审、复审、财务始终须使用）",
      "Roles that must use a second factor (in production administrators, reviewers and finance always must)",
    ),
  ),
  "signIn.trustedNetworks": security(
    text(
      "none",
      "^(none|[0-9A-Fa-f.:]+(/\\d{1,3})?(,[0-9A-Fa-f.:]+(/\\d{1,3})?){0,49})$",
      {
        zh: "网络或地址，以半角逗号分隔，如10.1.0.0/16，或none",
        en: "networks or addresses with commas between them, like 10.1.0.0/16, or none",
      },
      "登录失败容许次数放宽十倍的办公网络",
      "Office networks allowed ten times as many failed sign-ins",
    ),
  ),
  "log.keep.months": security(int(6, "日志最少保留月数", "Minimum months logs are kept", 6, 240)),
  "log.api.enabled": security(flag("1", "记录接口日志", "Write the API log")),
  "log.api.sample": security(
    int(
      100,
      "接口日志记录成功调用的比例（%），被拒绝和失败的调用总是记录",
      "Share of successful calls in the API log (%); refused and failed ones are always written",
      0,
      100,
    ),
  ),
  "log.data.length": security(
    int(2000, "日志中操作数据的最大长度", "Maximum length of input kept in the log, in characters", 0, 20_000),
  ),
  "disk.warn.megabytes": int(
    2048,
    "磁盘剩余空间低于此值时提醒管理员（MB）",
    "Free disk space below which administrators are alerted (MB)",
    0,
    100_000_000,
  ),
  "backup.alert.days": int(
    2,
    "备份过期提醒天数（0为不提醒）",
    "Days without a backup before administrators are alerted; 0 for never",
    0,
    365,
  ),
  "flow.remind.hours": int(
    24,
    "任务到期前提醒的小时数",
    "Hours before a task is due at which its assignee is reminded",
    0,
    720,
  ),
  "approval.class.confirm": security(
    processKey("班级核准前须通过的流程（标识）", "Process that a class passes before it is confirmed (key)"),
  ),
  "approval.claim.reCommit": security(
    processKey("补贴复审前须通过的流程（标识）", "Process that a claim passes before its second review (key)"),
  ),
  "page.size.default": int(
    10,
    "默认每页条数（页面列表按窗口高度）",
    "Default page size; lists on pages go by the height of the window",
    1,
    200,
  ),
} as const satisfies Record<string, ParameterDefinition>;

export type ParameterKey = keyof typeof parameters;

/** Whether a key is a security parameter; so are all keys that begin like one, also where the software does not know them. */
export const isSecurityParameter = (key: string): boolean => securityPrefixes.some((prefix) => key.startsWith(prefix));

/**
 * Whether a key decides what is paid: such a parameter is changed by two people. The database holds the same pattern (migration 0310), which a test
 * compares.
 */
export const isPolicyParameter = (key: string): boolean => policyPattern.test(key);
export const policyPattern = /^((subsidy|trial|standard|hour)\.|attendance\.(min|lateFullMinutes)$)/;

/** Prefixes of the keys of security parameters; a test compares the flags with them. */
export const securityPrefixes: readonly string[] = [
  "signIn.",
  "session.",
  "scope.",
  "log.",
  "sms.limit.",
  "sms.code.",
  "cert.query.",
  "password.",
  "retention.",
  "approval.",
];

/** Why a value may not be stored for a key, or null. */
export function findParameterIssue(definition: ParameterDefinition, value: string): { zh: string; en: string } | null {
  switch (definition.type) {
    case "int":
    case "decimal": {
      const pattern = definition.type === "int" ? /^\d{1,9}$/ : /^\d{1,9}(\.\d{1,4})?$/;
      const [min, max] = [definition.min ?? 0, definition.max ?? 1_000_000];
      if (pattern.test(value) && Number(value) >= min && Number(value) <= max) return null;
      return definition.type === "int"
        ? { zh: `须为${min}–${max}的整数`, en: `must be a whole number from ${min} to ${max}` }
        : { zh: `须为${min}–${max}的数字`, en: `must be a number from ${min} to ${max}` };
    }
    case "flag":
      return value === "0" || value === "1" ? null : { zh: "须为0或1", en: "must be 0 or 1" };
    case "choice":
      return definition.choices?.includes(value)
        ? null
        : { zh: `须为${definition.choices?.join("、")}之一`, en: `must be one of ${definition.choices?.join(", ")}` };
    case "roles":
      return new RegExp(definition.pattern ?? "").test(value)
        ? null
        : {
            zh: `须为角色别名，以半角逗号分隔，或${noRoles}`,
            en: `must be aliases of roles with commas between them, or ${noRoles}`,
          };
    case "text":
      if (new RegExp(definition.pattern ?? "").test(value) && (!definition.shares || addUp(value.split("/"))))
        return null;
      return { zh: `须为${definition.form?.zh}`, en: `must be ${definition.form?.en}` };
  }
}

/** Whether shares of at most two decimals make one whole, counted in hundredths. */
const addUp = (shares: readonly string[]): boolean =>
  shares.reduce((sum, share) => sum + Math.round(Number(share) * 100), 0) === 100;

/** Parameters that are shares of one whole: when one changes, the other is what is left. */
export const counterparts: Readonly<Record<string, string>> = {
  "grade.weight.theory": "grade.weight.practice",
  "grade.weight.practice": "grade.weight.theory",
};
