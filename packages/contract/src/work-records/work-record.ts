import { auditRecordShape } from "../core/audit-record.ts";
import { byId, call, crudCalls } from "../core/call.ts";
import type { Entity, Row } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { fillStatus, unitSide } from "../core/fields/codes.ts";
import { type Fields, code, date, datetime, decimal, files, id, int, long, ref, text } from "../core/fields/field.ts";
import { draftShape, list, record, rowShape, saveShape } from "../core/fields/shape.ts";
import { importCalls } from "../core/import.ts";
import { workPeriod } from "./work-period.ts";

/** What all work records share: period, unit, counts, review, files. Each kind adds its own fields (`training-project.ts` and those beside it). */

export const people = { min: 0, max: 10_000_000, unitZh: "人", unitEn: "people" } as const;
export const turns = { min: 0, max: 10_000_000, unitZh: "人次", unitEn: "trainings" } as const;
export const classes = { min: 0, max: 1_000_000, unitZh: "个", unitEn: "classes" } as const;
export const yuan = { min: 0, unitZh: "元", unitEn: "yuan" } as const;

/** When, by whom, and how many. */
export const periodFields = {
  workYear: int("年度", "Year", "required", { min: 2000, max: 2100, name: true }),
  workPeriod: code(workPeriod, "期间", "Period", "required"),
  /** From the session; empty where the bureau itself reports. */
  unitId: ref("Organisation", "填报单位", "Unit", "computed"),
  unitName: text(100, "填报单位", "Unit", "computed", { always: true }),
  plannedCount: int("计划人数", "Planned", "optional", people),
  finishedCount: int("结业人次", "Finished", "required", turns),
  passCount: int("合格人数", "Passed", "required", people),
  certCount: int("取证人数", "Certified", "required", people),
  subsidyAmount: decimal(14, 2, "补贴金额", "Subsidies", "optional", yuan),
};

/** Submission and two reviews. */
export const twoReviewFields = {
  status: code(fillStatus, "填报状态", "Status", "computed", { always: true }),
  commitUser: ref("User", "提交人", "Submitted by", "computed"),
  commitTime: datetime("提交时间", "Submitted", "computed"),
  firstUser: ref("User", "初审人", "First reviewer", "computed"),
  firstTime: datetime("初审时间", "First review", "computed"),
  reUser: ref("User", "复审人", "Second reviewer", "computed"),
  reTime: datetime("复审时间", "Second review", "computed"),
  backReason: text(500, "退回原因", "Reason for return", "computed"),
  attachmentList: files(),
};
/** What was done, how it was reported and reviewed. */
export const reviewedFields = {
  content: long("工作内容", "Work done"),
  /** Needed where a figure differs from what the system counts. */
  differReason: text(500, "与系统数据不一致的原因", "Why figures differ from the system’s"),
  ...twoReviewFields,
};
/** Anything that passes two reviews, as what all of them share. */
export type ReviewedEntity = Entity<typeof twoReviewFields>;

export type RecordFields = typeof periodFields & typeof reviewedFields;
/** Any of the kinds, as what they share. */
export type RecordEntity = Entity<RecordFields>;
export interface WorkRecordRow extends Row<RecordEntity> {}

/** Filters, sorts and order that all kinds have. */
export const recordList = {
  title: "unitName",
  filters: ["workYear", "workPeriod", "unitId", "unitName", "status", "createTime"],
  sorts: ["workYear", "unitName", "finishedCount", "commitTime"],
  order: ["-workYear", "-workPeriod"],
} as const;

/** Figures that the system counts (docs/rules.md, Figures), by the names of the fields that report them. */
export const figureFields = {
  classCount: int("班次", "Classes", "required", classes),
  trainedCount: int("培训人次", "Trainings", "required", turns),
  finishedCount: int("结业人次", "Finished", "required", turns),
  keyGroupCount: int("重点群体人数", "Key groups", "required", people),
  passCount: int("合格人数", "Passed", "required", people),
  certCount: int("取证人数", "Certified", "required", people),
  highSkilledCount: int("新增高技能人才", "New high-skilled", "required", people),
  subsidyAmount: decimal(14, 2, "补贴金额", "Subsidies", "required", yuan),
};
export type FigureName = keyof typeof figureFields;
export const figureNames = Object.keys(figureFields) as FigureName[];
const figures = record(figureFields);
export type Figures = NonNullable<(typeof figures)["$value"]>;

/** The figures that a kind reports. */
export const figuresOf = ({ fields }: { fields: Fields }): FigureName[] =>
  figureNames.filter((name) => Object.hasOwn(fields, name));

/** The figures of a period, and the classes behind them: their sums are the figures, but that nobody is new among the high-skilled twice. */
export const chainShape = record({
  figures,
  classes: list(
    record({
      classId: id("班级", "Class", "required"),
      side: code(unitSide, "单位类型", "Kind of unit", "required"),
      classNo: text(30, "班级编号", "Class number"),
      className: text(100, "班级名称", "Class name", "required"),
      startDate: date("开班日期", "Start", "required"),
      endDate: date("结业日期", "End", "required"),
      ...figureFields,
    }),
  ),
});
export type Chain = NonNullable<(typeof chainShape)["$value"]>;

/** The calls of a kind. `submit` saves; with a `status` that the record does not have, it moves it there, for the `reason` given. */
export function recordCalls(entity: RecordEntity, path: string, resource: string) {
  const { name, zh, en } = entity;
  return {
    ...crudCalls(entity, path, resource),
    detail: call({
      name: `${name}.detail`,
      method: "GET",
      path: `${path}/detail`,
      zh: `${zh}详情`,
      en: `${en}: detail`,
      access: `${resource}_view`,
      input: byId,
      output: rowShape(entity, { chain: chainShape, auditList: list(auditRecordShape) }),
    }),
    submit: call({
      name: `${name}.submit`,
      method: "POST",
      path: `${path}/submit`,
      zh: `保存${zh}`,
      en: `${en}: save, submit, review`,
      access: submitting.map((right) => `${resource}_${right}`),
      input: saveShape(entity, {
        status: code(fillStatus, "填报状态", "Status"),
        reason: text(500, "原因", "Reason"),
        /** The same, by the name that the record has for it. */
        backReason: text(500, "退回原因", "Reason for return"),
      }),
      output: record({ id: id("主键", "Id", "required") }),
    }),
    /** What the system counts for a record that is being written, or for one that is there. */
    chain: call({
      name: `${name}.chain`,
      method: "POST",
      path: `${path}/chain`,
      zh: `${zh}系统数据`,
      en: `${en}: what the system counts`,
      access: `${resource}_view`,
      writes: false,
      input: draftShape(entity),
      output: chainShape,
    }),
    export: exportCall(entity, path, resource),
    import: importCalls(entity, path, resource),
  };
}
/** Rights that open the call which saves and moves a record, by their last parts. */
export const submitting = ["add", "edit", "commit", "first_commit", "return", "re_commit", "re_return"] as const;
