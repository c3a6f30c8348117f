import { exportCall } from "../core/export.ts";
import { crudCalls } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { code, codeList, int, text } from "../core/fields/field.ts";
import { pageShape, rowShape } from "../core/fields/shape.ts";

export const datePattern = codeList("DATE_PATTERN", "日期段", "Date segment", {
  none: ["无", "None"],
  yyyy: ["年", "Year"],
  yyyyMM: ["年月", "Month"],
  yyyyMMdd: ["年月日", "Day"],
});
export const resetCycle = codeList("RESET_CYCLE", "重置周期", "Restart", {
  none: ["不重置", "Never"],
  year: ["每年", "Every year"],
  month: ["每月", "Every month"],
  day: ["每日", "Every day"],
});

/** How much of yyyyMMdd a date segment, or a restart, takes: a number must name at least the period its sequence restarts in. */
const digitsOf = { none: 0, yyyy: 4, yyyyMM: 6, yyyyMMdd: 8, year: 4, month: 6, day: 8 } as const;

/** The part of a number that says the day. @param day yyyy-MM-dd */
export const dateSegment = (pattern: keyof typeof digitsOf, day: string): string =>
  day.replaceAll("-", "").slice(0, digitsOf[pattern]);

/** Kinds whose whole number is put together elsewhere: the rule gives the sequence, counted per scope and year. */
export const scopedSerials: ReadonlySet<string> = new Set(["CLASS_NO", "CERT_SEQ"]);

/** The parts of a rule that a number shows. */
export interface SerialShape {
  prefix?: string | null;
  datePattern: keyof (typeof datePattern)["codes"];
  seqLength: number;
}

/** Kinds that are part of class and certificate numbers, whose format is prescribed: these parts of their rules cannot be changed. */
const insideOthers: ReadonlySet<string> = new Set(["ORG_NO", "ENT_NO", ...scopedSerials]);
/** The prescribed parts of the rule of such a number; empty for all others. */
export function getPrescribedParts(
  serialKey: string,
): Partial<Record<"prefix" | "datePattern" | "seqLength" | "resetCycle", string | number | null>> {
  if (!insideOthers.has(serialKey)) return {};
  const [, prefix, datePattern, seqLength, resetCycle] = serialRules[serialKey as SerialKey];
  return { prefix: prefix || null, datePattern, seqLength, resetCycle };
}

/** How many characters a number has. */
export const getLength = ({ prefix, datePattern, seqLength }: SerialShape): number =>
  (prefix ?? "").length + digitsOf[datePattern] + seqLength;

/** A number as the rule writes it. @param day yyyy-MM-dd */
export const serialNumber = ({ prefix, datePattern, seqLength }: SerialShape, day: string, sequence: number): string =>
  (prefix ?? "") + dateSegment(datePattern, day) + String(sequence).padStart(seqLength, "0");

/** A sequence that restarts more often than its date segment changes would give the same number twice. */
export const repeats = (serialKey: string, pattern: keyof typeof digitsOf, cycle: keyof typeof digitsOf): boolean =>
  !scopedSerials.has(serialKey) && digitsOf[cycle] > digitsOf[pattern];

/** How the numbers of one kind look: prefix, date segment, padded sequence. Where it stands is kept per scope and period. */
export const SerialRule = entity(
  "SerialRule",
  "流水号",
  "Serial number",
  {
    serialKey: text(30, "流水号键", "Key", "required"),
    serialName: text(50, "名称", "Name", "required"),
    prefix: text(10, "前缀", "Prefix"),
    datePattern: code(datePattern, "日期段", "Date segment", "required"),
    seqLength: int("序号长度", "Digits", "required", { min: 2, max: 8 }),
    resetCycle: code(resetCycle, "重置周期", "Restart", "required"),
    step: int("步长", "Step", "required", { min: 1, max: 100, default: 1 }),
  },
  {
    title: "serialName",
    filters: ["serialKey", "serialName"],
    sorts: ["serialKey", "serialName"],
    order: ["serialKey"],
  },
);
export interface SerialRuleRow extends Row<typeof SerialRule> {}

/** The current state of the sequence, for rules without scopes. */
const sequenceState = {
  currentValue: int("当前值", "Current value", "computed"),
  currentPeriod: text(8, "当前周期", "Current period", "computed"),
  sample: text(30, "示例", "Next number", "computed"),
};
const row = rowShape(SerialRule, sequenceState);
const path = "/api/zjgrsj-train/WfSerial/WfSerial";
const calls = crudCalls(SerialRule, path, "wf_serial");
export const serialRuleCalls = {
  ...calls,
  export: exportCall(SerialRule, path, "wf_serial"),
  list: { ...calls.list, output: pageShape(row) },
  detail: { ...calls.detail, output: row },
};

type Rule = readonly [
  zh: string,
  prefix: string,
  datePattern: keyof (typeof datePattern)["codes"],
  seqLength: number,
  resetCycle: keyof (typeof resetCycle)["codes"],
];

/** The built-in rules. CLASS_NO and CERT_SEQ give the padded sequence alone, counted per scope and year. */
export const serialRules = {
  ORG_NO: ["机构编号", "J", "none", 4, "none"],
  ENT_NO: ["企业编号", "E", "none", 5, "none"],
  PLAN_NO: ["培训计划", "JH", "yyyy", 4, "year"],
  ORG_PLAN_NO: ["机构计划", "JP", "yyyy", 5, "year"],
  COURSE_NO: ["课程", "KC", "none", 5, "none"],
  TEACHER_NO: ["教师", "JS", "none", 6, "none"],
  ASSESSOR_NO: ["考评员", "KP", "none", 6, "none"],
  CLASS_NO: ["班级", "", "none", 3, "year"],
  SIGN_NO: ["报名", "BM", "yyyyMMdd", 5, "day"],
  ENT_SIGN_NO: ["企业报名", "QB", "yyyyMMdd", 4, "day"],
  EXAM_NO: ["考试", "KS", "yyyyMMdd", 4, "day"],
  TEST_NO: ["考核申请(机构)", "KH", "yyyy", 6, "year"],
  ENT_TEST_NO: ["考核申请(企业)", "QK", "yyyy", 6, "year"],
  SUBSIDY_NO: ["补贴申请(机构)", "BT", "yyyy", 6, "year"],
  ENT_SUBSIDY_NO: ["补贴申请(企业)", "QT", "yyyy", 6, "year"],
  PAY_BATCH: ["拨付批次", "BF", "yyyyMM", 3, "month"],
  CERT_SEQ: ["证书序列", "", "none", 6, "year"],
  PROJECT_NO: ["培训项目", "XM", "yyyy", 4, "year"],
  BASE_NO: ["培训基地", "JD", "none", 4, "none"],
  COMP_NO: ["竞赛", "JB", "yyyy", 3, "year"],
  INJURY_NO: ["工伤记录", "GS", "yyyy", 5, "year"],
} as const satisfies Record<string, Rule>;

export type SerialKey = keyof typeof serialRules;

/** English names of the built-in rules, until somebody renames them. */
const english: Readonly<Record<SerialKey, string>> = {
  ORG_NO: "Institutions",
  ENT_NO: "Enterprises",
  PLAN_NO: "Training plans",
  ORG_PLAN_NO: "Institution plans",
  COURSE_NO: "Courses",
  TEACHER_NO: "Teachers",
  ASSESSOR_NO: "Assessors",
  CLASS_NO: "Classes",
  SIGN_NO: "Sign-ups",
  ENT_SIGN_NO: "Sign-ups of enterprises",
  EXAM_NO: "Exams",
  TEST_NO: "Test applications (institution)",
  ENT_TEST_NO: "Test applications (enterprise)",
  SUBSIDY_NO: "Subsidy claims (institution)",
  ENT_SUBSIDY_NO: "Subsidy claims (enterprise)",
  PAY_BATCH: "Payment batches",
  CERT_SEQ: "Certificates, sequence",
  PROJECT_NO: "Training projects",
  BASE_NO: "Training bases",
  COMP_NO: "Competitions",
  INJURY_NO: "Injury records",
};

/** The name of a rule in both languages; what people have named is called the same in both. */
export function serialWords({
  serialKey,
  serialName,
}: Pick<SerialRuleRow, "serialKey" | "serialName">): readonly [zh: string, en: string] {
  const known = Object.hasOwn(serialRules, serialKey) ? (serialKey as SerialKey) : null;
  return [serialName, known && serialRules[known][0] === serialName ? english[known] : serialName];
}
