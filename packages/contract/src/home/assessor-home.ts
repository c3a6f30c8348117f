import { call } from "../core/call.ts";
import { gradeStatus } from "../core/fields/codes.ts";
import { code, date, id, int, text } from "../core/fields/field.ts";
import { list, record } from "../core/fields/shape.ts";

const path = "/api/zjgrsj-train/home";

export const assessorHome = call({
  name: "Home.assessor",
  method: "GET",
  path: `${path}/assessor`,
  zh: "考评员首页",
  en: "Home page of an assessor",
  access: "exam_assessor_view",
  audience: ["person"],
  output: record({
    tasks: list(
      record({
        id: id("考核申请", "Test application", "required"),
        testApplyNo: text(20, "申请编号", "Application number"),
        className: text(100, "班级名称", "Class name", "required"),
        orgName: text(100, "机构名称", "Institution", "required"),
        testDate: date("考核日期", "Date"),
        testPlace: text(200, "考核地点", "Place"),
        gradeStatus: code(gradeStatus, "成绩状态", "Grades", "required"),
        candidates: int("考生数", "Candidates", "required"),
        /** Candidates with a score, or marked absent. */
        scored: int("已登分", "Scored", "required"),
      }),
      50,
    ),
  }),
});
