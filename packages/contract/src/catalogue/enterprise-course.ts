import { type Call, byId, call, crudCalls } from "../core/call.ts";
import type { TrainKind } from "../core/fields/codes.ts";
import { decimal } from "../core/fields/field.ts";
import { pageShape, queryShape, rowShape } from "../core/fields/shape.ts";
import { Course } from "./course.ts";

/** What an enterprise may train its own staff in, with what it gets for each: courses of the catalogue as an enterprise sees them. Read only. */

/** Kinds of training that an enterprise may run. */
export const enterpriseKinds: readonly TrainKind[] = ["02", "03", "04", "06", "07", "08"];

const path = "/api/zjgrsj-train/trainingManagement/enterprise/course";
const row = rowShape(Course, {
  /** In force today, paid to enterprises; null where there is none. */
  standardAmount: decimal(10, 2, "补贴标准", "Subsidy standard", "optional", {
    unitZh: "元/人",
    unitEn: "yuan a person",
  }),
});
const { submit, remove } = crudCalls(Course, path, "enterprise_course");
const read = (name: string, address: string, zh: string, en: string) =>
  call({
    name: `EnterpriseCourse.${name}`,
    method: "GET",
    path: `${path}/${address}`,
    zh,
    en,
    access: "enterprise_course_view",
    input: queryShape(Course),
    output: pageShape(row),
  });

export const enterpriseCourseCalls = {
  list: read("list", "list", "企业可选课程列表", "Courses for enterprises: list"),
  getClassCourse: read("forClass", "getClassCourse", "企业班级可选课程", "Courses for classes of an enterprise"),
  detail: call({
    name: "EnterpriseCourse.detail",
    method: "GET",
    path: `${path}/detail`,
    zh: "企业可选课程详情",
    en: "Course for enterprises: detail",
    access: "enterprise_course_view",
    input: byId,
    output: row,
  }),
  /** Nobody writes what is only a view of the catalogue. @throws ROLE_DENIED */
  submit: { ...submit, name: "EnterpriseCourse.submit", zh: "保存企业可选课程", en: "Course for enterprises: save" },
  /** @throws ROLE_DENIED */
  remove: { ...remove, name: "EnterpriseCourse.remove", zh: "删除企业可选课程", en: "Course for enterprises: remove" },
} satisfies Record<string, Call>;
