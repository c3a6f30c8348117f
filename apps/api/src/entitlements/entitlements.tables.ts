import type { Generated } from "kysely";

/** Tables that no entity of the contract describes. */
declare module "../core/database/tables.ts" {
  interface Database {
    entitlement: {
      id: Generated<string>;
      personHash: string;
      family: string;
      occupationCode: string;
      level: string;
      rank: number;
      issueDate: string;
      countsInYear: boolean;
      subsidyKind: string;
      /** Days of the class, first and last included, as a daterange. */
      period: string;
      applyId: string;
      lineId: string;
      unitName: string;
      paid: Generated<boolean>;
      commitTime: string;
      /** Reserved beside another one for the same, before the two excluded each other. */
      isBeside: Generated<boolean>;
    };
    entitlementDay: {
      lineId: string;
      personHash: string;
      day: string;
    };
  }
}
