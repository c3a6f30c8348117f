import { levelRank } from "@jipei/contract/teaching/training.ts";
import { invalidField } from "../core/refusal.ts";

type Values = Record<string, any>;

/** Highest level a title stands for where no skill certificate says more: senior and associate senior any, intermediate 3, junior 4. */
const rankOfTitle: Readonly<Record<string, number>> = {
  "1": levelRank("1"),
  "2": levelRank("1"),
  "3": levelRank("3"),
  "4": levelRank("4"),
};

/** The highest level a teacher may teach; a title without a rank stands for the lowest levels only. */
const highestOf = (teacher: Values): number =>
  Math.max(
    teacher["skillLevel"] ? levelRank(teacher["skillLevel"]) : 0,
    rankOfTitle[teacher["titleLevel"]] ?? levelRank("5"),
  );

/** A teacher may be named for courses up to his own level; a start-up lecturer needs the trainer certificate. @throws FIELD_INVALID */
export function mustBeQualified(teacher: Values, courses: readonly Values[]): void {
  const wrong = (zh: string, en: string) => invalidField("courseIds", "可授课程", "May teach", zh, en);
  if (teacher["skillLevel"] && (!teacher["certNo"] || !teacher["occupationCode"]))
    throw invalidField(
      "certNo",
      "资格证书编号",
      "Certificate number",
      "请先在师资信息中填写技能职业和证书编号",
      "fill in occupation and number of the skill certificate of the teacher first",
    );
  const tooHigh = courses.find((course) => levelRank(course["level"]) > highestOf(teacher));
  if (tooHigh)
    throw wrong(
      `“${tooHigh["courseName"]}”的等级高于教师本人资格`,
      `the level of “${tooHigh["courseName"]}” is above the teacher's own`,
    );
  if (courses.some((course) => course["trainKind"] === "05") && !teacher["trainerCertNo"])
    throw wrong("创业培训讲师须有师资培训证号", "a start-up lecturer needs a trainer certificate");
}
