import type { Generated } from "kysely";

/** Tables that no entity of the contract describes. */
declare module "../core/database/tables.ts" {
  interface Database {
    competitionItem: {
      competitionId: string;
      itemNo: string;
      itemName: string;
      occupationName: string;
      level: string | null;
      quota: number;
      teamSize: number;
    };
  }
  /** … of tables that the contract describes. */
  interface HiddenColumns {
    CompetitionRecord: { verifyCode: Generated<string> };
  }
}
