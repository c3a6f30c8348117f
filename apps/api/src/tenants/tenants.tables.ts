import type { Generated } from "kysely";

/** Tables that no entity of the contract describes. */
declare module "../core/database/tables.ts" {
  interface Database {
    tenantPreparation: {
      tenantId: string;
      adminHash: string;
      jobId: string | null;
    };
    userLimit: {
      onlyOne: Generated<boolean>;
      most: number;
    };
  }
}
