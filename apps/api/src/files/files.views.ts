import type { View } from "../core/database/tables.ts";

/** What others may read of files: their names, types and sizes, also of those that were removed. */
declare module "../core/database/tables.ts" {
  interface Database {
    document: View<
      "attachment",
      | "id"
      | "fileName"
      | "fileType"
      | "fileSize"
      | "attLink"
      | "storageKey"
      | "downloadCount"
      | "createTime"
      | "isDeleted"
      | "sha256"
    >;
  }
}
