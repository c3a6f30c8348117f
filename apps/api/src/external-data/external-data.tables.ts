import type { Generated } from "kysely";

/** Tables that no entity of the contract describes. */
declare module "../core/database/tables.ts" {
  interface Database {
    localRegister: {
      id: Generated<string>;
      queryKind: string;
      subjectHash: string;
      answer: string;
    };
  }
}
