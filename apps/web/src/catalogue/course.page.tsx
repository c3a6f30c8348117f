import { Course, type CourseRow, courseCalls } from "@jipei/contract/catalogue/course.ts";
import { DeclareCondition, declareConditionCalls } from "@jipei/contract/catalogue/declare-condition.ts";
import { StartupType, startupTypeCalls } from "@jipei/contract/catalogue/startup-type.ts";
import { Suspense } from "react";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { chinaToday } from "../core/format/dates.ts";
import { Skeleton } from "../core/ui/states.tsx";
import { refSource } from "../core/form/ref-source.ts";
import { lazyPart } from "../core/ui/lazy-part.ts";

const CourseStandards = lazyPart(() => import("./course-standards.tsx").then(({ CourseStandards }) => CourseStandards));

const form = [
  {
    title: ["职业与等级", "Occupation and level"],
    fields: ["courseName", "occupationCode", "occupationName", "level", "occupClass", "isShortage"],
  },
  {
    title: ["培训要求", "Training"],
    fields: [
      "trainKind",
      "entrepreneurialTypeId",
      "certKind",
      "minHours",
      "practiceRatio",
      "declareConditionId",
      "outline",
    ],
  },
  { title: ["目录", "Catalogue"], fields: ["validYear", "isValid", "remark"] },
] as const;

/** The catalogue; a course shows its subsidies and the documents that set them. */
export default function CoursePage() {
  return (
    <CrudPage
      entity={Course}
      calls={courseCalls}
      resource="train_course"
      columns={[
        "courseName",
        { field: "courseNo", width: 104 },
        { field: "occupationCode", width: 112 },
        "level",
        "trainKind",
        "minHours",
        "isShortage",
        "validYear",
        "isValid",
        "occupClass",
        "certKind",
      ]}
      search={[
        "courseName",
        "occupationCode",
        "level",
        "occupClass",
        "trainKind",
        "isShortage",
        "validYear",
        "isValid",
      ]}
      card={["courseName", "level", "trainKind", "isValid"]}
      form={form}
      when={{ entrepreneurialTypeId: ({ trainKind }) => trainKind === "05" }}
      refs={{
        declareConditionId: refSource({
          entity: DeclareCondition,
          list: declareConditionCalls.list,
          detail: declareConditionCalls.detail,
          note: "conditionText",
        }),
        entrepreneurialTypeId: refSource({
          entity: StartupType,
          list: startupTypeCalls.list,
          detail: startupTypeCalls.detail,
          params: { isValid: "isValid" },
        }),
      }}
      initial={{
        practiceRatio: "0.60",
        isShortage: "0",
        isValid: "isValid",
        validYear: Number(chinaToday().slice(0, 4)),
      }}
      inputOf={(trainCourseDTO) => ({ trainCourseDTO })}
      below={(course: CourseRow) => (
        <Suspense fallback={<Skeleton rows={4} />}>
          <CourseStandards course={course} />
        </Suspense>
      )}
    />
  );
}
