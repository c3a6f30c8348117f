import { Student, studentCalls } from "@jipei/contract/training/student.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { idNumberColumn } from "../../core/list/columns/id-number-column.ts";

/** What a person sees of their own trainings. */
const own = {
  list: studentCalls.studentTrainExperienceUsedByPerson,
  title: ["培训经历", "My training"],
  columns: [
    "className",
    "orgName",
    "courseName",
    "level",
    "startDate",
    "endDate",
    "attendanceRate",
    "gradeResult",
    "certNo",
    "subsidyStatus",
  ],
  search: ["courseName", "level"],
  card: ["className", "gradeResult", "startDate", "certNo"],
} as const;
/** What the bureau sees of everybody's. */
const everybody = {
  list: studentCalls.studentTrainExperienceUsedByManage,
  title: ["培训经历", "Training history"],
  columns: [
    "name",
    idNumberColumn,
    "className",
    "orgName",
    "courseName",
    "level",
    "startDate",
    "attendanceRate",
    "gradeResult",
    "certNo",
    "subsidyStatus",
  ],
  search: ["name", "idNumber", "phone", "orgName", "courseName", "level", "gradeResult", "subsidyStatus"],
  card: ["name", "gradeResult", "className", "startDate"],
} as const;

/** Trainings of people, one row a class. */
export function ExperienceList({ person }: { person?: boolean }) {
  const { list, ...shown } = person ? own : everybody;
  return (
    <CrudPage
      entity={Student}
      calls={{ list, detail: studentCalls.detail }}
      resource="train_student"
      {...shown}
      view={[
        "name",
        "className",
        "classNo",
        "orgName",
        "courseName",
        "level",
        "startDate",
        "endDate",
        "attendHours",
        "attendanceRate",
        "gradeResult",
        "certNo",
        "subsidyStatus",
        "confirmStatus",
        "quitDate",
        "quitReason",
      ]}
    />
  );
}
