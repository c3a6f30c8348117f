import type { View } from "../core/database/tables.ts";

/** What others may read of institutions, their teachers, courses and rooms; whoever has been there is named when it was removed, too. */
declare module "../core/database/tables.ts" {
  interface Database {
    institution: View<
      "organisation",
      | "id"
      | "side"
      | "deptId"
      | "orgName"
      | "orgNo"
      | "creditCode"
      | "regionCode"
      | "state"
      | "creditGrade"
      | "account"
      | "evalOrgCode"
      | "isDeleted"
    >;
    instructor: View<"teacher", "id" | "name" | "idNumberHash" | "isDeleted">;
    courseOffer: View<
      "organisationCourse",
      "id" | "orgId" | "courseId" | "chargeStandard" | "confirmStatus" | "isDeleted"
    >;
    room: View<"classroom", "id" | "classroomName">;
  }
}
