export {};

/** Columns that only the server sees. */
declare module "../core/database/tables.ts" {
  interface HiddenColumns {
    Course: {
      invalidSince: string | null;
    };
  }
}
