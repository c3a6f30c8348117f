import type { View } from "../core/database/tables.ts";

/** What others may read of classes and their people, also of those removed, and of live lessons and attendance. */
declare module "../core/database/tables.ts" {
  interface Database {
    training: View<
      "trainingClass",
      | "id"
      | "orgId"
      | "orgCourseId"
      | "courseId"
      | "courseName"
      | "occupationCode"
      | "occupationName"
      | "level"
      | "classNo"
      | "className"
      | "trainKind"
      | "classMode"
      | "isSubsidy"
      | "status"
      | "commitTime"
      | "confirmTime"
      | "startDate"
      | "endDate"
      | "chargeStandard"
      | "inspectResult"
      | "isRectified"
      | "trainPlace"
      | "isDeleted"
      | "side"
      | "trainerId"
    >;
    filedPlan: View<"organisationPlan", "id" | "orgId" | "courseId" | "confirmStatus">;
    trainee: View<
      "student",
      | "id"
      | "classId"
      | "studentNo"
      | "name"
      | "idType"
      | "idNumber"
      | "idNumberHash"
      | "sex"
      | "birthday"
      | "nation"
      | "education"
      | "phone"
      | "phoneHash"
      | "personCategory"
      | "categoryAttId"
      | "photoAttId"
      | "workUnitCode"
      | "workYears"
      | "currentLevel"
      | "attendanceRate"
      | "confirmStatus"
      | "certId"
      | "accountId"
      | "isDeleted"
      | "entryDate"
      | "isOnJob"
    >;
    lecture: View<
      "lesson",
      | "id"
      | "classId"
      | "teacherId"
      | "assistTeacherId"
      | "lessonDate"
      | "startTime"
      | "endTime"
      | "hours"
      | "lessonType"
      | "isHeld"
    >;
    presence: View<"attendance", "id" | "scheduleId" | "studentId" | "attendStatus" | "countedHours">;
  }
}
