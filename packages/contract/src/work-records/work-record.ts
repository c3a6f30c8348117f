import { auditRecordShape } from "../core/audit-record.ts";
import { call } from "../core/call.ts";
import type { Entity, Row } from "../core/entity.ts";
import { unitSide } from "../core/fields/codes.ts";
import { type Fields, code, date, decimal, id, int, long, text } from "../core/fields/field.ts";
import { draftShape, list, record, rowShape } from "../core/fields/shape.ts";
import { InjuryRecord } from "../enterprises/injury-record.ts";
import { reporterFields, reviewedCalls, twoReviewFields } from "./two-reviews.ts";
import { workPeriod } from "./work-period.ts";

/** What all work records share: period, unit, counts, review, files. Each kind adds its own fields (`training-project.ts` and those beside it). */

export const people = { min: 0, max: 10_000_000, unitZh: "人", unitEn: "people" } as const;
export const turns = { min: 0, max: 10_000_000, unitZh: "人次", unitEn: "trainings" } as const;
export const classes = { min: 0, max: 1_000_000, unitZh: "个", unitEn: "classes" } as const;
export const yuan = { min: 0, unitZh: "元", unitEn: "yuan" } as const;

/** Of when, and by whom. */
export const periodFields = {
  workYear: int("年度", "Year", "required", { min: 2000, max: 2100, name: true }),
  workPeriod: code(workPeriod, "期间", "Period", "required"),
  ...reporterFields,
};
/** How many, what was done, and how it was reviewed. */
export const countFields = {
  plannedCount: int("计划人数", "Planned", "optional", people),
  finishedCount: int("结业人次", "Finished", "required", turns),
  passCount: int("合格人数", "Passed", "required", people),
  certCount: int("取证人数", "Certified", "required", people),
  subsidyAmount: decimal(14, 2, "补贴金额", "Subsidies", "optional", yuan),
  content: long("工作内容", "Work done"),
  /** Needed where a figure differs from what the system counts. */
  differReason: text(500, "与系统数据不一致的原因", "Why figures differ from the system’s"),
  ...twoReviewFields,
};

export type RecordFields = typeof periodFields & typeof countFields;
/** Any of the kinds, as what they share. */
export type RecordEntity = Entity<RecordFields>;
export interface WorkRecordRow extends Row<RecordEntity> {}

const classFigures = {
  classCount: int("班次", "Classes", "required", classes),
  trainedCount: int("培训人次", "Trainings", "required", turns),
  finishedCount: int("结业人次", "Finished", "required", turns),
  keyGroupCount: int("重点群体人数", "Key groups", "required", people),
  passCount: int("合格人数", "Passed", "required", people),
  certCount: int("取证人数", "Certified", "required", people),
  highSkilledCount: int("新增高技能人才", "New high-skilled", "required", people),
  subsidyAmount: decimal(14, 2, "补贴金额", "Subsidies", "required", yuan),
};
/** Figures that the system counts (docs/rules.md, Figures), by the names of the fields that report them. */
export const figureFields = {
  ...classFigures,
  injuryCount: int("当期伤亡人数", "Injured or killed", "required", people),
};
export type FigureName = keyof typeof figureFields;
export const figureNames = Object.keys(figureFields) as FigureName[];
const figures = record(figureFields);
export type Figures = NonNullable<(typeof figures)["$value"]>;

/** The figures that a kind reports. */
export const figuresOf = ({ fields }: { fields: Fields }): FigureName[] =>
  figureNames.filter((name) => Object.hasOwn(fields, name));
/** Of these, those that whoever reports may state otherwise than the system counts. */
export const statedFigures = (entity: { fields: Fields }): FigureName[] =>
  figuresOf(entity).filter((name) => entity.fields[name]?.need !== "computed");

/** Figures that classes add up to. */
export type ClassFigureName = keyof typeof classFigures;
export const isOfClasses = (name: FigureName): name is ClassFigureName => Object.hasOwn(classFigures, name);

const { injuryNo, entName, injuryTime, accidentType, injuryGrade } = InjuryRecord.fields;

/** The figures of a period, and the rows behind them: classes, whose sums are the figures, but that nobody is new among the high-skilled twice; injuries. */
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
      ...classFigures,
    }),
  ),
  injuries: list(
    record({
      injuryId: id("工伤记录", "Injury record", "required"),
      injuryNo,
      entName,
      injuryTime,
      accidentType,
      injuryGrade,
    }),
  ),
});
export type Chain = NonNullable<(typeof chainShape)["$value"]>;

/** The calls of a kind. */
export function recordCalls(entity: RecordEntity, path: string, resource: string) {
  const { name, zh, en } = entity;
  const calls = reviewedCalls(entity, path, resource);
  return {
    ...calls,
    detail: call({
      ...calls.detail,
      output: rowShape(entity, { chain: chainShape, auditList: list(auditRecordShape) }),
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
  };
}
