import type { View } from "../core/database/tables.ts";

/** What others may read of live parameters. */
declare module "../core/database/tables.ts" {
  interface Database {
    setting: View<"parameter", "paramKey" | "paramValue">;
  }
}
