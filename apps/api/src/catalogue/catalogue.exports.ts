import { CourseSubsidyFile, courseSubsidyFileCalls } from "@jipei/contract/catalogue/course-subsidy-file.ts";
import { Course, courseCalls } from "@jipei/contract/catalogue/course.ts";
import { DeclareCondition, declareConditionCalls } from "@jipei/contract/catalogue/declare-condition.ts";
import { SubsidyStandard, subsidyStandardCalls } from "@jipei/contract/catalogue/subsidy-standard.ts";
import { TrainingSubsidyKind, trainingSubsidyKindCalls } from "@jipei/contract/catalogue/training-subsidy-kind.ts";
import { exporter } from "../core/excel/export.ts";
import { validRows } from "../core/database/rows.ts";
import { allRows, courseScope } from "./catalogue.scope.ts";

/** The lists of the domain as workbooks, but for those of entities without rules of their own. */
export const catalogueExports = [
  exporter(Course, courseCalls.export, { scope: courseScope }),
  exporter(CourseSubsidyFile, courseSubsidyFileCalls.export, { scope: allRows }),
  exporter(DeclareCondition, declareConditionCalls.export, { scope: allRows }),
  exporter(SubsidyStandard, subsidyStandardCalls.export, { scope: validRows }),
  exporter(TrainingSubsidyKind, trainingSubsidyKindCalls.export, { scope: validRows }),
];
