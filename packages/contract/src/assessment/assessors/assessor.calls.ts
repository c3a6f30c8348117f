import { call } from "../../core/call.ts";
import { id, int, text } from "../../core/fields/field.ts";
import { list, record, rowShape } from "../../core/fields/shape.ts";
import { AssessorAssignment } from "./assessor-assignment.ts";
import { exportCall } from "../../core/export.ts";
import { AssessorType } from "./assessor-type.ts";
import { Assessor } from "./assessor.ts";

/** Draws assessors at random for an application, once: a repeated call returns those already drawn. */
export const assessorDraw = call({
  name: "Assessor.draw",
  method: "GET",
  path: "/api/zjgrsj-train/trainingManagement/assessor/createAss",
  zh: "抽取考评员",
  en: "Draw assessors",
  access: "exam_assessor_add",
  audience: ["bureau"],
  writes: true,
  input: record({
    testApplyId: id("考核申请", "Test application", "required"),
    count: int("人数", "Number", "optional", { min: 1, max: 15 }),
  }),
  output: list(rowShape(AssessorAssignment)),
});
export const assessorsOfApplication = call({
  name: "AssessorAssignment.ofApplication",
  method: "GET",
  path: "/api/zjgrsj-train/trainingManagement/exam_assessor/getAssessorByApplyId",
  zh: "考核申请的考评员",
  en: "Assessors of an application",
  access: "exam_assessor_view",
  input: record({ testApplyId: text(19, "考核申请", "Test application", "required") }),
  output: list(rowShape(AssessorAssignment)),
});
export const assessorExport = exportCall(Assessor, "/api/zjgrsj-train/trainingManagement/assessor", "assessor");
export const assessorTypeExport = exportCall(
  AssessorType,
  "/api/zjgrsj-train/trainingManagement/assessor_type",
  "assessor_type",
);
export const assignmentExport = exportCall(
  AssessorAssignment,
  "/api/zjgrsj-train/trainingManagement/exam_assessor",
  "exam_assessor",
);
