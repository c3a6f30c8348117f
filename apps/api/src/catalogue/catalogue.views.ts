import type { View } from "../core/database/tables.ts";

/** What others may read of courses, start-up types and standards; classes, claims and certificates show those that were removed, too. */
declare module "../core/database/tables.ts" {
  interface Database {
    programme: View<
      "course",
      | "id"
      | "courseName"
      | "occupationCode"
      | "level"
      | "trainKind"
      | "certKind"
      | "minHours"
      | "practiceRatio"
      | "validYear"
      | "invalidSince"
      | "isShortage"
      | "isValid"
      | "entrepreneurialTypeId"
      | "isDeleted"
    >;
    startupKind: View<"startupType", "id" | "typeNo" | "rank">;
    subsidyRate: View<
      "subsidyStandard",
      | "id"
      | "courseId"
      | "subsidyKind"
      | "standardAmount"
      | "shortageRate"
      | "payTarget"
      | "isValid"
      | "effectDate"
      | "expireDate"
      | "createUser"
      | "updateUser"
      | "updateTime"
      | "isDeleted"
    >;
  }
}
