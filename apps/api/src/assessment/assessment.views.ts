import type { View } from "../core/database/tables.ts";

/** What others may read of live assessments, grades and certificates. */
declare module "../core/database/tables.ts" {
  interface Database {
    examination: View<"testApplication", "id" | "classId" | "confirmType" | "testDate" | "wishTestDate" | "side">;
    candidate: View<"testCandidate", "id" | "testApplyId" | "studentId" | "isEligible">;
    assignment: View<"assessorAssignment", "id" | "testApplyId" | "assessorId">;
    mark: View<
      "grade",
      | "id"
      | "testApplyId"
      | "classId"
      | "studentId"
      | "orgId"
      | "gradeStatus"
      | "result"
      | "theoryScore"
      | "practiceScore"
      | "reviewScore"
      | "testTimes"
      | "isCheat"
      | "isAbsent"
      | "publishTime"
      | "heldCertId"
    >;
    /** Permits that are closed because they were renewed: what was claimed for them stands. */
    renewedPermit: View<"certificate", "id" | "replacedBy">;
    diploma: View<
      "certificate",
      | "id"
      | "classId"
      | "studentId"
      | "orgId"
      | "idNumberHash"
      | "certNo"
      | "certKind"
      | "name"
      | "occupationName"
      | "level"
      | "trainHours"
      | "issueDate"
      | "isValid"
      | "side"
    >;
  }
}
