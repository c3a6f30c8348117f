import type { View } from "../core/database/tables.ts";

/** What other domains may read of sessions, and which users have a second factor. */
declare module "../core/database/tables.ts" {
  interface Database {
    login: View<
      "loginSession",
      "number" | "id" | "userId" | "clientId" | "agent" | "ip" | "createTime" | "rotateTime" | "endTime" | "expireTime"
    >;
    factor: View<"secondFactor", "userId">;
  }
}
