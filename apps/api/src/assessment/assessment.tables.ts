export {};

/** Columns that only the server sees. */
declare module "../core/database/tables.ts" {
  interface HiddenColumns {
    Grade: {
      heldCertId: string | null;
    };
  }
}
