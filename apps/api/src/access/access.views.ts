import type { View } from "../core/database/tables.ts";

/** What other domains may read of roles; removed roles are included. */
declare module "../core/database/tables.ts" {
  interface Database {
    authority: View<
      "role",
      "id" | "roleNo" | "roleName" | "roleNameEn" | "roleAlias" | "sort" | "tenantId" | "isDeleted"
    >;
    grantedPermission: View<"rolePermission", "roleId" | "permission">;
    accessMark: View<"accessVersion", "version">;
  }
}
