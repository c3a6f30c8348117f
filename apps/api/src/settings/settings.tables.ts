export {};

/** Tables that no entity of the contract describes. */
declare module "../core/database/tables.ts" {
  interface Database {
    serialCounter: {
      serialKey: string;
      scope: string;
      period: string;
      value: string;
    };
  }
}
