export {};

/** Tables that no entity of the contract describes. */
declare module "../core/database/tables.ts" {
  interface Database {
    lessonBooking: {
      lessonId: string;
      classId: string;
      orgId: string;
      kind: string;
      resourceId: string;
      slot: string;
      binding: boolean;
    };
  }
}
