import { Student, studentCalls } from "@jipei/contract/training/student.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";

/** Room for a masked number and its mark. */
const idNumber = { field: "idNumber", width: 196 } as const;

/** Trainings of people, one row a class. */
export function ExperienceList({ person }: { person?: boolean }) {
  return (
    <CrudPage
      entity={Student}
      calls={{
        list: person
          ? studentCalls.studentTrainExperienceUsedByPerson
          : studentCalls.studentTrainExperienceUsedByManage,
        detail: studentCalls.detail,
      }}
      resource="train_student"
      title={person ? ["培训经历", "My training"] : ["培训经历", "Training history"]}
      columns={
        person
          ? [
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
            ]
          : [
              "name",
              idNumber,
              "className",
              "orgName",
              "courseName",
              "level",
              "startDate",
              "attendanceRate",
              "gradeResult",
              "certNo",
              "subsidyStatus",
            ]
      }
      search={
        person
          ? ["courseName", "level"]
          : ["name", "idNumber", "phone", "orgName", "courseName", "level", "gradeResult", "subsidyStatus"]
      }
      card={
        person ? ["className", "gradeResult", "startDate", "certNo"] : ["name", "gradeResult", "className", "startDate"]
      }
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
