import { level } from "../core/fields/codes.ts";
import { yesNo } from "../core/fields/flags.ts";
import { code, codeList, int, text } from "../core/fields/field.ts";
import { everyUnit, recordEntity, recordKind } from "./record-kind.ts";
import { people } from "./work-record.ts";

const { "1": first, "2": second, "3": third } = level.codes;
export const highLevel = codeList("HIGH_LEVEL", "高技能等级", "High-skill level", {
  "1": first,
  "2": second,
  "3": third,
});

/** Training for the levels 3 to 1 in one occupation, in a period. */
export const HighSkillTraining = recordEntity(
  "HighSkillTraining",
  "高技能人才培训台账",
  "High-skill training",
  {
    occupationName: text(100, "职业(工种)", "Occupation", "required"),
    level: code(highLevel, "等级", "Level", "required"),
    isShortage: code(yesNo, "紧缺职业", "Shortage occupation", "required"),
    apprenticeCount: int("新型学徒人数", "Apprentices", "optional", people),
  },
  {
    title: "occupationName",
    filters: ["occupationName", "level", "isShortage"],
  },
);

export const highSkillTrainingKind = recordKind(HighSkillTraining, "train_excellent", everyUnit);
