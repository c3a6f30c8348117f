import assert from "node:assert/strict";
import { lessonCalls } from "@jipei/contract/training/lesson.ts";
import { addDays, today } from "../../apps/api/src/core/foundation/clock.ts";
import type { Desk } from "./desk.ts";
import { people } from "./roster.ts";
import type { Account, Story } from "./story.ts";
import { lessons } from "./timetable.ts";

/** The lessons take place, and attendance is taken. */

/**
 * Moves the class so that its first lesson is `days` ago. A browser test cannot move the clock, so the dates of this one
 * class are changed where they are stored, as the factories of the API's tests do.
 */
export async function begin(story: Story, days: number): Promise<void> {
  const id = await story.classId();
  const [row] = await story.product.sql<{ by: number }>(
    "select $2::date - start_date as by from training_class where id = $1",
    [id, addDays(today(), -days)],
  );
  const by = row?.by ?? 0;
  await story.product.sql(
    "update training_class set start_date = start_date + $2::int, end_date = end_date + $2::int, sign_start_date = null, sign_end_date = null where id = $1",
    [id, by],
  );
  // Moved to a far future first, because the days of a class must be unique at every moment.
  for (const step of [10_000, by - 10_000])
    await story.product.sql("update lesson set lesson_date = lesson_date + $2::int where class_id = $1", [id, step]);
}

/** Attendance may be entered for three days: the teacher does the first half of the week, the institution the rest. */
export async function takeAttendance(story: Story): Promise<void> {
  await begin(story, 3);
  await enter(
    story,
    "teacher",
    lessons.filter((lesson) => lesson.day < 3),
  );
  await begin(story, 6);
  await enter(
    story,
    "org",
    lessons.filter((lesson) => lesson.day >= 3),
  );
  const rows = await story.product.sql<{ rate: string; n: string }>(
    "select attendance_rate::text as rate, count(*)::text as n from student where class_id = $1 group by 1 order by 1",
    [await story.classId()],
  );
  // One person missed a day, eight of forty hours: the most that is allowed.
  assert.deepEqual(rows, [
    { rate: "100.00", n: String(people.length - 1) },
    { rate: "80.00", n: "1" },
  ]);
}

async function enter(story: Story, account: Account, which: typeof lessons): Promise<void> {
  const { words } = story;
  const desk = await story.at(account);
  await desk.openClass("attendance");
  for (const [n, lesson] of which.entries()) {
    const choice = desk.pane.locator(".attendance-choice");
    await choice.locator("input").click();
    await desk.pick(lesson.content);
    await choice.locator(".ant-select-content", { hasText: lesson.content }).waitFor();
    if (n === 0) await byKeys(desk, account === "teacher" ? "5" : "2");
    else await desk.press(words.text("classes.attendance.all"));
    await desk.pane
      .getByText(words.text("classes.attendance.entered", { n: people.length, all: people.length }))
      .waitFor();
    // Saved, and the sheet read again.
    const sheet = desk.page.waitForResponse((response) => response.url().includes(lessonCalls.attendanceSheet.path));
    await desk.press(words.text("classes.attendance.save"));
    await sheet;
    await desk.quiet();
  }
}

/** One key marks a person and one moves to the next: everybody is present except the third, who gets the given state (late, or absent). */
async function byKeys(desk: Desk, third: string): Promise<void> {
  await desk.pane.locator(".attendance-row").first().locator("input[type=radio]").first().focus();
  for (const n of people.keys()) {
    await desk.page.keyboard.press(n === 2 ? third : "1");
    await desk.page.keyboard.press("ArrowDown");
  }
}
