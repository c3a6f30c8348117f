import type { Generated } from "kysely";

/** Tables that no entity of the contract describes. */
declare module "../core/database/tables.ts" {
  interface Database {
    backupRun: {
      id: Generated<string>;
      name: string;
      beginTime: string;
      endTime: Generated<string>;
      bytes: string;
      files: number;
    };
  }
}
