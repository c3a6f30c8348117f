import type { LessonPattern, PatternPreview } from "@jipei/contract/training/lesson-pattern.ts";
import { lessonHours } from "@jipei/contract/training/lesson-hours.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import type { Db, Tx } from "../../core/database/db.ts";
import { invalidField } from "../../core/foundation/refusal.ts";
import { parameter, workdayExceptions } from "../../settings/settings.queries.ts";
import { getClassFacts } from "../roster/class-facts.ts";
import { findRosterIssues } from "../roster/roster.ts";
import { createLesson } from "./lesson.save.ts";
import { patternLessons } from "./pattern-lessons.ts";
import { findTimetableIssues } from "./timetable.ts";

/** The lessons that a pattern makes for a class that the caller may see. @throws FIELD_INVALID for a day that no week has */
async function makeLessons(db: Db, pattern: LessonPattern) {
  if (!/^[1-7]+$/.test(pattern.weekdays))
    throw invalidField("weekdays", "上课星期", "Days of the week", "须为1至7", "are 1 to 7");
  const cls = await getClassFacts(db, pattern.classId);
  const minutes = await parameter(db, "hour.minutes");
  return { cls, minutes, ...patternLessons(pattern, cls, minutes, await workdayExceptions(db)) };
}

/** What a pattern comes to, and what keeps which lesson from standing there; writes nothing. */
export async function previewPattern(db: Db, pattern: LessonPattern): Promise<PatternPreview> {
  const { cls, minutes, lessons, left } = await makeLessons(db, pattern);
  const issues = [
    ...(await findTimetableIssues(db, cls, lessons)),
    ...(await findRosterIssues(db, pattern.classId, lessons)),
  ];
  return {
    left,
    lessons: lessons.map(({ lessonDate, startTime, endTime, lessonType, content }, at) => {
      const refusal = issues.find(({ index }) => index === at)?.refusal;
      return {
        lessonDate,
        startTime,
        endTime,
        hours: lessonHours(startTime, endTime, minutes),
        lessonType,
        content,
        msg: refusal?.zh ?? null,
        msgEn: refusal?.en ?? null,
      };
    }),
  };
}

/** Plans the lessons of a pattern, all or none. @throws FIELD_INVALID where it makes none, and what `createLesson` refuses */
export async function planPattern(tx: Tx, actor: Actor, pattern: LessonPattern): Promise<{ created: number }> {
  const { lessons } = await makeLessons(tx, pattern);
  if (lessons.length === 0)
    throw invalidField("weekdays", "上课星期", "Days of the week", "没有可排的日子", "leave no day to plan");
  for (const lesson of lessons) await createLesson(tx, actor, { ...lesson, classId: pattern.classId });
  return { created: lessons.length };
}
