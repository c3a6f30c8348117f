import type { View } from "../core/database/tables.ts";

/** What others may read of live evaluations and follow-ups. */
declare module "../core/database/tables.ts" {
  interface Database {
    evaluationGiven: View<"trainEvaluation", "id" | "classId" | "orgId" | "avgScore" | "evaluateTime">;
    followUp: View<
      "trainEmployment",
      "id" | "studentId" | "classId" | "orgId" | "employmentKind" | "verifySource" | "followDate" | "businessLicenseNo"
    >;
  }
}
