export {};

/** Tables that no entity of the contract describes. */
declare module "../core/database/tables.ts" {
  interface Database {
    workReminder: {
      unitId: string;
      kind: string;
      workYear: number;
      workPeriod: string;
      remindTime: string;
    };
  }
}
