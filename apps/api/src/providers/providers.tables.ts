import type { Generated } from "kysely";

/** Tables that no entity of the contract describes. */
declare module "../core/database/tables.ts" {
  /** Institutions (1) and enterprises (2) are units of one table; an enterprise signs in as a department. */
  interface HiddenColumns {
    Organisation: {
      side: Generated<"1" | "2">;
      deptId: string | null;
    };
  }
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
