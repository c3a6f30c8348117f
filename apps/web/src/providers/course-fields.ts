export const courseColumns = [
  "level",
  "occupClass",
  "courseHours",
  "theoryHours",
  "practiceHours",
  "chargeStandard",
  "isValid",
] as const;
export const courseForm = [
  "courseId",
  "courseHours",
  "theoryHours",
  "practiceHours",
  "chargeStandard",
  "textbook",
  "remark",
] as const;
