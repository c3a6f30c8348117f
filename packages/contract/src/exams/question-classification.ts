import { call } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { decimal, id, int, lookup, ref, text } from "../core/fields/field.ts";
import { list, record } from "../core/fields/shape.ts";
import { importedResource } from "../core/resource.ts";
import { treeNode } from "../core/tree.ts";

/** Knowledge points of a course lie at most so deep. */
export const deepest = 3;

/** A knowledge point of a course. The weights of those beside each other add up to a hundred at most. */
export const QuestionClassification = entity(
  "QuestionClassification",
  "知识点",
  "Knowledge point",
  {
    courseId: ref("Course", "课程", "Course", "required"),
    courseName: lookup("courseId", "Course", "courseName", "课程名称", "Course name"),
    parentId: ref("QuestionClassification", "上级分类", "Part of"),
    parentName: lookup("parentId", "QuestionClassification", "name", "上级分类名称", "Part of"),
    name: text(50, "分类名称", "Name", "required"),
    weight: decimal(5, 2, "鉴定比重", "Weight", "optional", { min: 0, max: 100, unitZh: "%", unitEn: "%" }),
    sort: int("排序", "Order", "required", { min: 0, max: 9999 }),
  },
  {
    idName: "classificationId",
    title: "name",
    filters: ["courseId", "courseName", "parentId", "name"],
    sorts: ["sort", "name"],
    order: ["-courseId", "sort"],
    grams: ["name"],
    openTo: { institution: "everything" },
  },
);
export interface QuestionClassificationRow extends Row<typeof QuestionClassification> {}

const path = "/api/zjgrsj-train/trainingManagement/question_classify";
export const questionClassificationResource = importedResource(QuestionClassification, {
  resource: "question_classification",
  path,
  page: "/exam/classification",
  menu: { no: "B0707", zh: "知识点", en: "Knowledge points", roles: ["clerk"] },
  rights: "LCED LCED - - - - L L L - - LCE -",
  ownRoutes: true,
});

export const questionClassificationCalls = {
  ...questionClassificationResource.calls,
  /** The knowledge points of a course as a tree. */
  tree: call({
    name: "QuestionClassification.tree",
    method: "GET",
    path: `${path}/tree`,
    zh: "知识点树",
    en: "Knowledge points as a tree",
    access: "question_classification_view",
    input: record({ courseId: id("课程", "Course", "required") }),
    output: list(treeNode),
  }),
};
