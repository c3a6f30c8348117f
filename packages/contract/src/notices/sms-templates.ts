/** The text messages of the product. The sender fills `{sign}`, the caller every other placeholder. */
export const smsTemplates = {
  SMS_CODE: ["【{sign}】验证码{code}，{minutes}分钟内有效，请勿告知他人。", "Code {code}, valid {minutes} minutes."],
  PASSWORD_RESET: [
    "【{sign}】您的账号{account}密码已重置为{password}，请登录后立即修改。",
    "The password of {account} is now {password}. Change it after signing in.",
  ],
  ACCOUNT_NEW: [
    "【{sign}】您的账号{account}已开通，初始密码{password}，请登录后立即修改。",
    "Your account is {account}, its first password {password}. Change it after signing in.",
  ],
  ACCOUNT_OK: [
    "【{sign}】您的账号{account}已通过审核，可以登录。",
    "Your account {account} is approved; you may sign in.",
  ],
  ACCOUNT_BACK: [
    "【{sign}】您的账号{account}未通过审核：{reason}",
    "Your account {account} was not approved: {reason}",
  ],
  PHONE_CHANGED: [
    "【{sign}】您的账号{account}登记的手机已更换，此号码不再用于登录。如非本人要求，请立即联系系统管理员。",
    "The phone of your account {account} was changed; this number no longer signs in. If you did not ask for it, tell a system administrator at once.",
  ],
  FACTOR_RESET: [
    "【{sign}】您的账号{account}的两步验证已重置，请登录后重新设置。如非本人要求，请立即联系系统管理员。",
    "The second factor of your account {account} was reset; set it up again after signing in. If you did not ask for it, tell a system administrator at once.",
  ],
  ORG_OK: ["【{sign}】{orgName}已通过备案，机构编号{orgNo}。", "{orgName} is approved, number {orgNo}."],
  CLASS_OK: ["【{sign}】{name}，您报名的{className}将于{date}在{place}开班。", "{className} starts {date} at {place}."],
  CLASS_BACK: ["【{sign}】班级{className}被退回：{reason}", "Class {className} was returned: {reason}"],
  SIGN_OK: ["【{sign}】{className}报名已通过。", "Your sign-up for {className} is accepted."],
  SIGN_BACK: ["【{sign}】{className}报名被退回：{reason}", "Your sign-up for {className} was returned: {reason}"],
  STUDENT_QUIT: ["【{sign}】{name}，您已退出{className}：{reason}", "You left {className}: {reason}"],
  LESSON_MOVE: [
    "【{sign}】{className} {oldTime}的课调整至{newTime} {place}。",
    "Lesson moved from {oldTime} to {newTime}, {place}.",
  ],
  TEST_OK: [
    "【{sign}】{name}，考核时间{testDate}，地点{testPlace}，准考证号{examineeNo}。",
    "Assessment {testDate}, {testPlace}, number {examineeNo}.",
  ],
  TEST_CANCELLED: [
    "【{sign}】{name}，原定{testDate}的{courseName}考核已取消：{reason}",
    "The assessment in {courseName} on {testDate} is cancelled: {reason}",
  ],
  GRADE_PUB: ["【{sign}】{courseName}成绩已发布：{result}。", "Grade published: {result}."],
  GRADE_CORRECTED: ["【{sign}】{courseName}成绩已更正：{result}。", "Grade corrected: {result}."],
  CERT_OK: ["【{sign}】证书已生成，编号{certNo}。", "Certificate {certNo} issued."],
  SUBSIDY_BACK: ["【{sign}】补贴申请{applyNo}被退回：{reason}", "Claim {applyNo} returned: {reason}"],
  SUBSIDY_OK: [
    "【{sign}】补贴申请{applyNo}复审通过，公示至{date}。",
    "Claim {applyNo} approved, public notice until {date}.",
  ],
  SUBSIDY_PAID: ["【{sign}】补贴申请{applyNo}已拨付{amount}元。", "Claim {applyNo}: {amount} yuan paid."],
  COMP_OK: [
    "【{sign}】{competitionName}报名已通过，参赛编号{registerNo}。",
    "Your registration for {competitionName} is accepted, number {registerNo}.",
  ],
  COMP_BACK: [
    "【{sign}】{competitionName}报名被退回：{reason}",
    "Your registration for {competitionName} was returned: {reason}",
  ],
  WORK_DUE: [
    "【{sign}】{unitName}：{period}的{kind}尚未填报，请尽快登录系统填报。",
    "{unitName}: {kind} of {period} is missing, please report it.",
  ],
} as const satisfies Record<string, readonly [zh: string, en: string]>;

export type SmsTemplate = keyof typeof smsTemplates;

type Holes<T extends string> = T extends `${string}{${infer H}}${infer Rest}` ? H | Holes<Rest> : never;
/** What a template needs besides the sender's sign. */
export type SmsParams<T extends SmsTemplate> = Readonly<
  Record<Exclude<Holes<(typeof smsTemplates)[T][0]>, "sign">, string | number | null | undefined>
>;
