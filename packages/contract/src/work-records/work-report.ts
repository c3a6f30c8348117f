import { code, codeList, int, long } from "../core/fields/field.ts";
import { everyUnit, recordEntity, recordKind } from "./record-kind.ts";
import { people, turns } from "./work-record.ts";

export const workKind = codeList("WORK_KIND", "工作类型", "Kind of report", {
  "1": ["月报", "Monthly"],
  "2": ["季报", "Quarterly"],
  "3": ["年报", "Yearly"],
  "4": ["专项", "Special"],
});

/** What a unit reports of its training work for a month, a quarter or a year. */
export const WorkReport = recordEntity(
  "WorkReport",
  "培训工作",
  "Work report",
  {
    workKind: code(workKind, "工作类型", "Kind of report", "required"),
    trainedCount: int("培训人次", "Trainings", "required", turns),
    highSkilledCount: int("新增高技能人才", "New high-skilled", "optional", people),
    nextPlan: long("下期计划", "Plan for the next period"),
  },
  { filters: ["workKind"] },
);

export const workReportKind = recordKind(WorkReport, "train_work", everyUnit);
