export {};

/** Tables that no entity of the contract describes. */
declare module "../core/database/tables.ts" {
  interface Database {
    /** The people of enterprises on the rosters of institutions, by the year in which their class ends; others may read it. */
    staffTraining: {
      entId: string;
      studentId: string;
      idNumberHash: string;
      attendanceRate: string | null;
      certId: string | null;
      endDate: string;
      year: number;
    };
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
