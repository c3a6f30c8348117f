import type { Generated } from "kysely";

/** Tables that no entity of the contract describes. */
declare module "../core/database/tables.ts" {
  interface Database {
    setupLink: {
      tokenHash: string;
      purpose: string;
      userId: string | null;
      pending: string | null;
      pendingTime: string | null;
      createTime: Generated<string>;
      expireTime: string;
    };
    setupState: {
      one: Generated<boolean>;
      secondAdminTime: string | null;
      bureauTime: string | null;
      backupPlace: string | null;
      backupHours: number | null;
      finishTime: string | null;
    };
  }
}
