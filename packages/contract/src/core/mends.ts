import type { ErrorCode } from "./errors.ts";

/** Places where what a refusal names is put right: what the link to it is called. Pages say where theirs are. */
export const mendPlaces = {
  roster: ["打开花名册", "Open the roster"],
  timetable: ["打开课程表", "Open the timetable"],
  attendance: ["打开考勤", "Open the attendance"],
  classFiles: ["上传材料", "Upload documents"],
  classForm: ["打开班级信息", "Open the class"],
  claimFiles: ["上传材料", "Upload documents"],
  institution: ["打开机构信息", "Open the institution's page"],
  record: ["打开企业台账", "Open the enterprise’s record"],
  teachers: ["打开教师", "Open the teachers"],
  plans: ["打开机构计划", "Open the plans"],
} as const satisfies Readonly<Record<string, readonly [zh: string, en: string]>>;

export type MendPlace = keyof typeof mendPlaces;

/** Where each refusal is put right: the first of these places that the page in front has. */
export const mends = {
  CLASS_NO_STUDENT: ["roster"],
  CLASS_OVER_SIZE: ["roster"],
  STUDENT_UNCHECKED: ["roster"],
  STUDENT_CLASH: ["roster"],
  STUDENT_AGE: ["roster"],
  STUDENT_INELIGIBLE: ["roster"],
  SUBSIDY_DUP: ["roster"],
  NOT_ON_JOB: ["roster"],
  ANNUAL_LIMIT: ["roster"],
  PHOTO_REQUIRED: ["roster"],
  CONDITION_UNMET: ["roster"],
  CLASS_HOURS_SHORT: ["timetable"],
  SCHEDULE_RANGE: ["timetable"],
  LESSON_CLASH: ["timetable"],
  TEACHER_CLASH: ["timetable"],
  CLASSROOM_CLASH: ["timetable"],
  TEACHER_NOT_HIRED: ["teachers"],
  ATTENDANCE_LOW: ["attendance"],
  CLASS_LATE_COMMIT: ["classForm"],
  CLASS_OVER_PLAN: ["plans"],
  PLAN_NOT_APPROVED: ["plans"],
  ATTACH_REQUIRED: ["classFiles", "claimFiles"],
  LICENSE_EXPIRED: ["institution"],
  BANK_REQUIRED: ["institution", "record"],
  ENT_BLACK: ["record"],
  ORG_NOT_ACTIVE: ["institution"],
} as const satisfies Readonly<Partial<Record<ErrorCode, readonly MendPlace[]>>>;

/** @param code of a refusal, as it came over the wire */
export const getMends = (code: string): readonly MendPlace[] =>
  code in mends ? mends[code as keyof typeof mends] : [];
