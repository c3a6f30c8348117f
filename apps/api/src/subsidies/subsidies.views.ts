import type { View } from "../core/database/tables.ts";

/** What others may read of live claims and their lines. */
declare module "../core/database/tables.ts" {
  interface Database {
    claim: View<
      "subsidyApplication",
      | "id"
      | "classId"
      | "orgId"
      | "status"
      | "applyAmount"
      | "approvedAmount"
      | "approvedCount"
      | "payStatus"
      | "payAmount"
      | "payDate"
      | "commitTime"
      | "reTime"
      | "recoveredAmount"
      | "side"
      | "isAdvance"
      | "advanceAmount"
    >;
    claimLine: View<"subsidyLine", "id" | "applyId" | "studentId" | "detailStatus">;
    trainingClaim: View<"subsidyApplication", "id" | "classId" | "status">;
  }
}
