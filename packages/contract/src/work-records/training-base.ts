import { governmentLevels } from "../core/fields/government-levels.ts";
import { code, codeList, date, decimal, int, text } from "../core/fields/field.ts";
import { everyUnit, recordEntity, recordKind } from "./record-kind.ts";
import { yuan } from "./work-record.ts";

export const baseKind = codeList("BASE_KIND", "基地类型", "Kind of base", {
  "1": ["公共实训基地", "Public training base"],
  "2": ["高技能人才培训基地", "High-skill training base"],
  "3": ["技能大师工作室", "Master workshop"],
  "4": ["竞赛集训基地", "Competition training base"],
});
export const baseLevel = codeList("BASE_LEVEL", "基地级别", "Level of base", governmentLevels);

/** A public base for practical training, and what was trained there. */
export const TrainingBase = recordEntity(
  "TrainingBase",
  "实训基地",
  "Training base",
  {
    baseNo: text(20, "基地编号", "Base number", "computed"),
    baseName: text(100, "基地名称", "Base", "required"),
    baseKind: code(baseKind, "基地类型", "Kind of base", "required"),
    baseLevel: code(baseLevel, "基地级别", "Level of base", "required"),
    approveDate: date("认定日期", "Recognised", "required"),
    address: text(200, "地址", "Address", "required"),
    area: decimal(10, 2, "面积", "Area", "optional", { min: 0, unitZh: "平方米", unitEn: "m²" }),
    stationCount: int("工位数", "Work places", "optional", { min: 0, max: 1_000_000, unitZh: "个" }),
    occupationNames: text(500, "实训职业", "Occupations", "required"),
    fundAmount: decimal(14, 2, "建设补助", "Building grant", "optional", yuan),
  },
  {
    title: "baseName",
    filters: ["baseName", "baseKind", "baseLevel"],
    sorts: ["baseLevel"],
    order: ["baseLevel", "-approveDate"],
  },
);

export const trainingBaseKind = recordKind(TrainingBase, "train_based", everyUnit);
