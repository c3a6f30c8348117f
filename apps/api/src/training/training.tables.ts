import type { Generated } from "kysely";

/** Tables that no entity of the contract describes. */
declare module "../core/database/tables.ts" {
  /** Classes of institutions (1) and enterprises (2), and the people on their rosters. */
  interface HiddenColumns {
    TrainingClass: {
      side: Generated<"1" | "2">;
      trainerId: string | null;
      teacherNames: string | null;
      lastStudentNo: Generated<number>;
    };
    Student: {
      side: Generated<"1" | "2">;
      postName: string | null;
      entryDate: string | null;
      contractStart: string | null;
      contractEnd: string | null;
      isTransfer: string | null;
      masterName: string | null;
      isOnJob: string | null;
    };
    Lesson: {
      side: Generated<"1" | "2">;
      trainerName: string | null;
    };
  }
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
