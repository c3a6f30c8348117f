export {};

declare module "../core/database/tables.ts" {
  interface HiddenColumns {
    TrainEvaluation: {
      studentId: string;
    };
  }
}
