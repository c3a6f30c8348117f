import { yesNo } from "../core/fields/flags.ts";
import { type CodeOf, code, codeList, decimal, int } from "../core/fields/field.ts";
import { everyUnit, recordEntity, recordKind } from "./record-kind.ts";
import { people } from "./work-record.ts";

export const safeKind = codeList("SAFE_KIND", "安全培训类型", "Kind of safety training", {
  "1": ["主要负责人/安管人员", "Heads and safety officers"],
  "2": ["新上岗", "New staff"],
  "3": ["在岗再培训", "Refresher"],
  "4": ["特种作业", "Special operations"],
  "5": ["工伤预防", "Injury prevention"],
});
/** Least hours (of 45 minutes) in industries in general and in those of high risk (rules §2.3); of heads and officers those of a year's refresher. */
export const leastSafetyHours: Readonly<Record<CodeOf<typeof safeKind>, readonly [general: number, highRisk: number]>> =
  { "1": [12, 16], "2": [24, 72], "3": [8, 20], "4": [40, 40], "5": [4, 8] };

/** Safety training of a period, of one kind. */
export const SafetyTraining = recordEntity(
  "SafetyTraining",
  "安全技能培训台账",
  "Safety training",
  {
    safeKind: code(safeKind, "安全培训类型", "Kind of safety training", "required"),
    isHighRisk: code(yesNo, "高危行业", "High-risk industry", "required"),
    trainHours: decimal(6, 1, "培训学时", "Hours", "required", { min: 0, max: 10_000, unitZh: "学时" }),
    /** From the injury records that the bureau has locked. */
    injuryCount: int("当期伤亡人数", "Injured or killed", "computed", people),
  },
  { filters: ["safeKind", "isHighRisk"] },
);

export const safetyTrainingKind = recordKind(SafetyTraining, "train_safe", everyUnit);
