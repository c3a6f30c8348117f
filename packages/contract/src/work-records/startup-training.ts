import { int, lookup, ref } from "../core/fields/field.ts";
import { institutionsOnly, recordEntity, recordKind } from "./record-kind.ts";
import { classes, people } from "./work-record.ts";

/** Start-up training of a period, of one type. */
export const StartupTraining = recordEntity(
  "StartupTraining",
  "创业培训台账",
  "Start-up training",
  {
    entrepreneurialTypeId: ref("StartupType", "创业培训类型", "Start-up type", "required"),
    typeName: lookup("entrepreneurialTypeId", "StartupType", "typeName", "创业培训类型名称", "Start-up type"),
    classCount: int("班次", "Classes", "required", classes),
    /** With a licence within twelve months. */
    startupCount: int("成功创业人数", "Businesses started", "optional", people),
    driveJobCount: int("带动就业人数", "Jobs created", "optional", people),
  },
  { filters: ["entrepreneurialTypeId"] },
);

export const startupTrainingKind = recordKind(StartupTraining, "train_entrepreneurship", institutionsOnly);
