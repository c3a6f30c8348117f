import type { CourseFinding } from "@jipei/contract/catalogue/course.ts";
import type { TrainingClass } from "@jipei/contract/training/training-class.ts";
import { findCourseFaults } from "../../catalogue/catalogue.queries.ts";
import type { Tx } from "../../core/database/db.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import type { Guard } from "../../core/entity/transition.ts";
import * as measures from "./commit-measures.ts";

/** Every rule of a submission, in the order in which refusals are named. */
export const commitChecks: readonly { code: string; zh: string; en: string; measure: measures.Measure }[] = [
  { code: "CC01", zh: "机构启用", en: "Institution active", measure: measures.organisationActive },
  { code: "CC02", zh: "最少学员", en: "Fewest students", measure: measures.enoughStudents },
  { code: "CC03", zh: "计划人数", en: "Planned size", measure: measures.withinPlannedSize },
  { code: "CC04", zh: "课时与实操比例", en: "Hours and practice share", measure: measures.hoursScheduled },
  { code: "CC05", zh: "课程表完整", en: "Timetable complete", measure: measures.timetableComplete },
  { code: "CC06", zh: "教师、教室与上课时间", en: "Teachers, rooms and times", measure: measures.timetableSound },
  { code: "CC07", zh: "学员时间冲突", en: "Students in one class at a time", measure: measures.studentsFree },
  { code: "CC08", zh: "提前提交", en: "Submitted in time", measure: measures.earlyEnough },
  { code: "CC09", zh: "计划名额", en: "Places of the plan", measure: measures.withinPlan },
  { code: "CC10", zh: "办学许可证有效期", en: "Licence valid", measure: measures.licenceValid },
  { code: "CC11", zh: "教学计划", en: "Teaching plan", measure: measures.teachingPlanAttached },
  { code: "CC12", zh: "学员补贴资格", en: "Entitlement of the students", measure: measures.studentsEntitled },
  { code: "CC13", zh: "班主任与主教室", en: "Head teacher and main classroom", measure: measures.placesHold },
];

/** What the guards of a transaction have measured, by class and rule: it is stored as it stood when it was decided by. */
const measured = new WeakMap<Tx, Map<string, measures.Met>>();
const keyOf = (classId: string, code: string) => `${classId} ${code}`;

export const commitGuards = commitChecks.map(
  ({ code, measure }): Guard<typeof TrainingClass> =>
    async (tx, actor, row, input, app) => {
      const met = await measure(tx, actor, row, input, app);
      measured.set(tx, (measured.get(tx) ?? new Map<string, measures.Met>()).set(keyOf(row.id, code), met));
    },
);

/** What a check at submission found. */
export interface CommitFinding {
  code: string;
  zh: string;
  en: string;
  pass: boolean;
  expect: measures.Said;
  actual: measures.Said;
  message: readonly [zh: string, en: string];
}

const courseRules: readonly { rule: CourseFinding["rule"]; code: string; zh: string; en: string }[] = [
  { rule: "duplicate", code: "CD01", zh: "课程目录无重复", en: "Course listed once" },
  { rule: "noStandard", code: "CD02", zh: "补贴标准", en: "Subsidy standard" },
  { rule: "belowMinHours", code: "CD03", zh: "课程最低课时", en: "Least hours of the course" },
];

/** The findings of a submission that its guards have accepted in this transaction: each of its rules as it was met, and what the check of the course says, which stops no class. */
export async function findAtCommit(tx: Tx, row: StoredRow<typeof TrainingClass>): Promise<CommitFinding[]> {
  const findings = commitChecks.map(({ code, zh, en }): CommitFinding => {
    const met = measured.get(tx)?.get(keyOf(row.id, code));
    if (!met) throw new Error(`${code} was not measured before class ${row.id} was submitted`);
    return { code, zh, en, pass: true, ...met, message: ["符合", "Met"] };
  });
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
