import type { View } from "../core/database/tables.ts";

/**
 * What other domains may read of accounts, their credentials, departments, posts and granted roles; removed rows are included. `account` has every column
 * that a data scope may compare.
 */
declare module "../core/database/tables.ts" {
  interface Database {
    account: View<
      "appUser",
      | "id"
      | "account"
      | "name"
      | "realName"
      | "avatar"
      | "phone"
      | "phoneProven"
      | "email"
      | "birthday"
      | "sex"
      | "deptId"
      | "postId"
      | "code"
      | "loginType"
      | "status"
      | "lastLoginTime"
      | "audience"
      | "orgId"
      | "entId"
      | "accountId"
      | "assessorId"
      | "idNumberHash"
      | "mustChange"
      | "tenantId"
      | "createUser"
      | "createDept"
      | "createTime"
      | "updateUser"
      | "updateTime"
      | "version"
      | "isDeleted"
      | "remark"
    >;
    credential: View<
      "appUser",
      | "id"
      | "account"
      | "loginType"
      | "status"
      | "accountId"
      | "idNumberHash"
      | "phoneHash"
      | "phoneProven"
      | "passwordHash"
      | "isDeleted"
    >;
    unit: View<
      "department",
      "id" | "parentId" | "orgName" | "regionCode" | "isDeleted" | "deptCategory" | "creditCode"
    >;
    office: View<"post", "id" | "postCode" | "postName" | "isDeleted">;
    grantedRole: View<"userRole", "userId" | "roleId" | "endDate">;
  }
}
