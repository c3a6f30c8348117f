import type { CourseFinding } from "@jipei/contract/catalogue/course.ts";
import type { TrainingClass } from "@jipei/contract/training/training-class.ts";
import { addWorkdays, today } from "../../core/foundation/clock.ts";
import type { Tx } from "../../core/database/db.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import type { Guard } from "../../core/entity/transition.ts";
import { findCourseFaults } from "../../catalogue/catalogue.queries.ts";
import { getOrganisation } from "../../providers/providers.queries.ts";
import { parameter, workdayExceptions } from "../../settings/settings.queries.ts";
import { rosterCounts } from "../roster/roster.ts";
import * as guards from "./training-class.guards.ts";

type Row = StoredRow<typeof TrainingClass>;
/** Figures and days read the same in both languages. */
type Said = string | readonly [zh: string, en: string];

/** What a submission was held against: the guard refuses, `met` says what was asked for and what was found. */
interface CommitCheck {
  code: string;
  zh: string;
  en: string;
  guard: Guard<typeof TrainingClass>;
  met: (tx: Tx, row: Row) => Promise<{ expect: Said; actual: Said }>;
}

const free = ["无冲突", "No clash"] as const;

/** Every rule of a submission, in the order in which refusals are named. A new rule needs its guard and its sentence. */
export const commitChecks: readonly CommitCheck[] = [
  {
    code: "CC01",
    zh: "机构启用",
    en: "Institution active",
    guard: guards.organisationActive,
    met: async () => ({ expect: ["启用", "Active"], actual: ["启用", "Active"] }),
  },
  {
    code: "CC02",
    zh: "最少学员",
    en: "Fewest students",
    guard: guards.enoughStudents,
    met: async (tx, row) => ({
      expect: `≥ ${await parameter(tx, "class.size.min")}`,
      actual: String((await rosterCounts(tx, row.id)).live),
    }),
  },
  {
    code: "CC03",
    zh: "计划人数",
    en: "Planned size",
    guard: guards.withinPlannedSize,
    met: async (tx, row) => ({ expect: `≤ ${row.planCount}`, actual: String((await rosterCounts(tx, row.id)).live) }),
  },
  {
    code: "CC04",
    zh: "课时与实操比例",
    en: "Hours and practice share",
    guard: guards.hoursScheduled,
    met: async (tx, row) => {
      const { planned, share, ratio } = await guards.measureHours(tx, row);
      return {
        expect: [`≥ ${row.totalHours} 课时，实操 ≥ ${ratio}`, `≥ ${row.totalHours} hours, practice ≥ ${ratio}`],
        actual: [`${planned} 课时，实操 ${share}`, `${planned} hours, practice ${share}`],
      };
    },
  },
  {
    code: "CC05",
    zh: "课程表完整",
    en: "Timetable complete",
    guard: guards.timetableComplete,
    met: async (tx, row) => {
      const { length } = await guards.getLessons(tx, row.id);
      return {
        expect: ["每节有教室（线上地址）", "A room or web address for each lesson"],
        actual: [`${length} 节齐全`, `All ${length} lessons`],
      };
    },
  },
  {
    code: "CC06",
    zh: "教师、教室与上课时间",
    en: "Teachers, rooms and times",
    guard: guards.timetableSound,
    met: async (tx, row) => {
      const lessons = await guards.getLessons(tx, row.id);
      return {
        expect: [`${row.startDate} — ${row.endDate}，无冲突`, `${row.startDate} – ${row.endDate}, no clash`],
        actual: `${lessons[0]?.lessonDate ?? "—"} – ${lessons.at(-1)?.lessonDate ?? "—"}`,
      };
    },
  },
  {
    code: "CC07",
    zh: "学员时间冲突",
    en: "Students in one class at a time",
    guard: guards.studentsFree,
    met: async () => ({ expect: free, actual: free }),
  },
  {
    code: "CC08",
    zh: "提前提交",
    en: "Submitted in time",
    guard: guards.earlyEnough,
    met: async (tx, row) => {
      const days = await parameter(tx, "class.commit.leadWorkdays");
      return { expect: `≤ ${addWorkdays(row.startDate, -days, await workdayExceptions(tx))}`, actual: today() };
    },
  },
  {
    code: "CC09",
    zh: "计划名额",
    en: "Places of the plan",
    guard: guards.withinPlan,
    met: async (tx, row) => ({ expect: `≤ ${await guards.roomFor(tx, row)}`, actual: String(row.planCount) }),
  },
  {
    code: "CC10",
    zh: "办学许可证有效期",
    en: "Licence valid",
    guard: guards.licenceValid,
    met: async (tx, row) => ({
      expect: `≥ ${row.endDate}`,
      actual: (await getOrganisation(tx, row.orgId)).licenseExpireDate ?? (["无期限", "Without an end"] as const),
    }),
  },
  {
    code: "CC11",
    zh: "教学计划",
    en: "Teaching plan",
    guard: guards.teachingPlanAttached,
    met: async () => ({ expect: ["已上传", "Attached"], actual: ["已上传", "Attached"] }),
  },
  {
    code: "CC12",
    zh: "学员补贴资格",
    en: "Entitlement of the students",
    guard: guards.studentsEntitled,
    met: async (_tx, row) =>
      row.isSubsidy === "1"
        ? {
            expect: ["未重复享受，未超年度次数", "Not subsidised before, below the yearly limit"],
            actual: ["全部符合", "All of them"],
          }
        : { expect: "—", actual: ["非补贴班", "Not a subsidised class"] },
  },
];

/** What a check at submission found. */
export interface CommitFinding {
  code: string;
  zh: string;
  en: string;
  pass: boolean;
  expect: Said;
  actual: Said;
  message: readonly [zh: string, en: string];
}

const courseRules: readonly { rule: CourseFinding["rule"]; code: string; zh: string; en: string }[] = [
  { rule: "duplicate", code: "CD01", zh: "课程目录无重复", en: "Course listed once" },
  { rule: "noStandard", code: "CD02", zh: "补贴标准", en: "Subsidy standard" },
  { rule: "belowMinHours", code: "CD03", zh: "课程最低课时", en: "Least hours of the course" },
];

/** The findings of an accepted submission: each of its rules as it was met, and what the check of the course says, which stops no class. */
export async function findAtCommit(tx: Tx, row: Row): Promise<CommitFinding[]> {
  const findings: CommitFinding[] = [];
  for (const { code, zh, en, met } of commitChecks)
    findings.push({ code, zh, en, pass: true, ...(await met(tx, row)), message: ["符合", "Met"] });
  const faults = await findCourseFaults(tx, row.courseId);
  for (const { rule, code, zh, en } of courseRules) {
    const fault = rule === "noStandard" && row.isSubsidy !== "1" ? undefined : faults.find((one) => one.rule === rule);
    findings.push({
      code,
      zh,
      en,
      pass: !fault,
      expect: "—",
      actual: "—",
      message: fault ? [fault.msg, fault.msgEn] : ["符合", "Met"],
    });
  }
  return findings;
}
