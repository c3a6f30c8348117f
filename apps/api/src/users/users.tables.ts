import type { Audience } from "@jipei/contract/core/audience.ts";
import type { Generated } from "kysely";
import type { Json } from "../core/database/tables.ts";

/** Tables that no entity of the contract describes. */
declare module "../core/database/tables.ts" {
  interface Database {
    heldRole: {
      userId: string;
      roleId: string;
      endDate: string;
    };
    openSession: {
      id: string;
      userId: string;
      account: string;
      realName: string;
      loginType: string;
      ip: string;
      clientId: string;
      seenTime: string;
      expireTime: string;
      tenantId: string;
      createUser: string;
      createDept: string;
      createTime: string;
      updateUser: string;
      updateTime: string;
      version: number;
      isDeleted: number;
      remark: string;
    };
    signInWait: {
      id: string;
      kind: string;
      userId: string;
      account: string;
      realName: string;
      address: string;
      failures: number;
      createTime: string;
      lastTime: string;
      waitUntil: string;
      tenantId: string;
      createUser: string;
      createDept: string;
      updateUser: string;
      updateTime: string;
      version: number;
      isDeleted: number;
      remark: string;
    };
    savedView: {
      id: Generated<string>;
      userId: string;
      list: string;
      name: string;
      query: string;
      isDefault: boolean;
    };
    userPlatform: {
      userId: string;
      userType: string;
      userExt: Json;
      updateTime: Generated<string>;
    };
    userRole: {
      userId: string;
      roleId: string;
      endDate: string | null;
    };
  }
  /** Columns that the contract does not describe, of tables that it does. */
  interface HiddenColumns {
    FourEyesRequest: {
      roleIds: string[] | null;
    };
    Registration: {
      realName: string;
      avatar: string | null;
      email: string | null;
      birthday: string | null;
      sex: string | null;
      deptId: string | null;
      postId: string | null;
      code: string | null;
      loginType: string;
      lastLoginTime: string | null;
      audience: Audience;
      orgId: string | null;
      entId: string | null;
      accountId: string | null;
      assessorId: string | null;
      idNumberHash: string | null;
      passwordHash: string | null;
      passwordHistory: Generated<string[]>;
      passwordTime: string | null;
      mustChange: Generated<number>;
      accountChanged: Generated<string>;
      phoneProven: Generated<string>;
    };
    SignIn: {
      counters: string[] | null;
    };
    User: {
      audience: Audience;
      orgId: string | null;
      entId: string | null;
      accountId: string | null;
      assessorId: string | null;
      idNumberHash: string | null;
      passwordHash: string | null;
      passwordHistory: Generated<string[]>;
      passwordTime: string | null;
      mustChange: Generated<number>;
      applyKind: string | null;
      creditCode: string | null;
      stateReason: string | null;
      accountChanged: Generated<string>;
    };
  }
}
