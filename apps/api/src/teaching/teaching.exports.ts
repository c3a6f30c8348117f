import { CandidateSource, candidateSourceCalls } from "@jipei/contract/teaching/candidate-source.ts";
import { CourseSubsidyFile, courseSubsidyFileCalls } from "@jipei/contract/teaching/course-subsidy-file.ts";
import { Course, courseCalls } from "@jipei/contract/teaching/course.ts";
import { DeclareCondition, declareConditionCalls } from "@jipei/contract/teaching/declare-condition.ts";
import { StartupType, startupTypeCalls } from "@jipei/contract/teaching/startup-type.ts";
import { SubsidyStandard, subsidyStandardCalls } from "@jipei/contract/teaching/subsidy-standard.ts";
import { TeacherEngagement, teacherEngagementCalls } from "@jipei/contract/teaching/teacher-engagement.ts";
import { TeacherHire, teacherHireCalls } from "@jipei/contract/teaching/teacher-hire.ts";
import { Teacher, teacherCalls } from "@jipei/contract/teaching/teacher.ts";
import { exporter } from "../core/excel/export.ts";
import { allRows, courseScope, hireScope, ofTeacherScope, teacherScope, validRows } from "./teaching.scope.ts";

/** Every list of the domain as a workbook. */
export const teachingExports = [
  exporter(CandidateSource, candidateSourceCalls.export, { scope: validRows }),
  exporter(Course, courseCalls.export, { scope: courseScope }),
  exporter(CourseSubsidyFile, courseSubsidyFileCalls.export, { scope: allRows }),
  exporter(DeclareCondition, declareConditionCalls.export, { scope: allRows }),
  exporter(StartupType, startupTypeCalls.export, { scope: validRows }),
  exporter(SubsidyStandard, subsidyStandardCalls.export, { scope: validRows }),
  exporter(Teacher, teacherCalls.export, { scope: teacherScope }),
  exporter(TeacherEngagement, teacherEngagementCalls.export, { scope: ofTeacherScope }),
  exporter(TeacherHire, teacherHireCalls.export, { scope: hireScope }),
];
