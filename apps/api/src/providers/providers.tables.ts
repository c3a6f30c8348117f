import type { Generated } from "kysely";

/** Tables that no entity of the contract describes. */
declare module "../core/database/tables.ts" {
  interface Database {
    payeeAccount: {
      id: Generated<string>;
      unitKind: string;
      unitId: string;
      bankName: string;
      bankAccount: string;
      bankAccountHash: string;
      bankAccountName: string;
      filers: string[];
      fileTime: string | null;
      approveUser: string;
      approveTime: string;
    };
  }
}
