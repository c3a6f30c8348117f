import {
  questionClassificationCalls,
  questionClassificationResource,
} from "@jipei/contract/exams/question-classification.ts";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { ClassificationControl } from "./classification-control.tsx";
import { courses } from "./sources.ts";

/** 知识点: the knowledge points of the courses, with their weights. */
export default function QuestionClassificationPage() {
  return (
    <CrudPage
      {...questionClassificationResource}
      calls={questionClassificationCalls}
      columns={[
        { field: "name", width: 200 },
        { field: "courseName", width: 200 },
        { field: "parentName", width: 160 },
        "weight",
        "sort",
      ]}
      search={["courseId", "name"]}
      card={["name", "courseName", "weight"]}
      form={[
        { title: ["知识点", "Knowledge point"], fields: ["courseId", "parentId", "name", "weight", "sort", "remark"] },
      ]}
      refs={{ courseId: courses }}
      controls={{ parentId: ClassificationControl }}
      initial={{ sort: 1 }}
    />
  );
}
