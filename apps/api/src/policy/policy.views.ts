import type { View } from "../core/database/tables.ts";

/** What others may read of policy changes: which wait, and who proposed and decided them. */
declare module "../core/database/tables.ts" {
  interface Database {
    policyDecision: View<
      "policyChange",
      "id" | "subject" | "subjectId" | "state" | "createUser" | "confirmUser" | "appliedTime" | "isDeleted"
    >;
  }
}
