import { level } from "../core/fields/codes.ts";
import { code, int, text } from "../core/fields/field.ts";
import { everyUnit, recordEntity, recordKind } from "./record-kind.ts";
import { classes, people } from "./work-record.ts";

/** Vocational training of a period in one occupation and level. */
export const SkillTraining = recordEntity(
  "SkillTraining",
  "职业技能培训台账",
  "Vocational training",
  {
    occupationName: text(100, "职业(工种)", "Occupation", "required"),
    level: code(level, "等级", "Level", "required"),
    classCount: int("班次", "Classes", "required", classes),
    keyGroupCount: int("重点群体人数", "Key groups", "optional", people),
  },
  { title: "occupationName", filters: ["occupationName", "level"] },
);

export const skillTrainingKind = recordKind(SkillTraining, "train_zyjn", everyUnit);
