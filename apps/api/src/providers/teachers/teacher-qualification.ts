import { levelRank } from "@jipei/contract/catalogue/training.ts";
import { OrganisationTeacher } from "@jipei/contract/providers/organisation-teacher.ts";
import { Teacher } from "@jipei/contract/providers/teacher.ts";
import type { Course } from "@jipei/contract/catalogue/course.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { invalidValue } from "../../core/foundation/refusal.ts";

/** What a teacher has learnt, as stored. */
type Qualification = Pick<
  StoredRow<typeof Teacher>,
  "skillLevel" | "titleLevel" | "certNo" | "occupationCode" | "trainerCertNo"
>;
/** A course that a teacher is named for. */
export type TaughtCourse = Pick<StoredRow<typeof Course>, "courseName" | "level" | "trainKind">;

/** Highest level a title stands for where no skill certificate says more: senior and associate senior any, intermediate 3, junior 4. */
const rankOfTitle: Readonly<Record<string, number>> = {
  "1": levelRank("1"),
  "2": levelRank("1"),
  "3": levelRank("3"),
  "4": levelRank("4"),
};

/** The highest level a teacher may teach; a title without a rank stands for the lowest levels only. */
const getHighest = (teacher: Qualification): number =>
  Math.max(
    teacher.skillLevel ? levelRank(teacher.skillLevel) : 0,
    rankOfTitle[teacher.titleLevel ?? ""] ?? levelRank("5"),
  );

/** A teacher may be named for courses up to their own level; a start-up lecturer needs the trainer certificate. @throws FIELD_INVALID */
export function assertQualified(teacher: Qualification, courses: readonly TaughtCourse[]): void {
  const wrong = (zh: string, en: string) => invalidValue(OrganisationTeacher, "courseIds", zh, en);
  if (teacher.skillLevel && (!teacher.certNo || !teacher.occupationCode))
    throw invalidValue(
      Teacher,
      "certNo",
      "请先在师资信息中填写技能职业和证书编号",
      "fill in occupation and number of the skill certificate of the teacher first",
    );
  const tooHigh = courses.find((course) => levelRank(course.level) > getHighest(teacher));
  if (tooHigh)
    throw wrong(
      `“${tooHigh.courseName}”的等级高于教师本人资格`,
      `the level of “${tooHigh.courseName}” is above the teacher's own`,
    );
  if (courses.some((course) => course.trainKind === "05") && !teacher.trainerCertNo)
    throw wrong("创业培训讲师须有师资培训证号", "a start-up lecturer needs a trainer certificate");
}
